CREATE TABLE "shipped_series" (
	"hash" text PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL
);

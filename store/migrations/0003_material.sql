CREATE TABLE "price_years" (
	"zone" text NOT NULL,
	"year" integer NOT NULL,
	"hours" "bytea" NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "price_years_zone_year_pk" PRIMARY KEY("zone","year")
);
--> statement-breakpoint
CREATE TABLE "pvgis_curves" (
	"surface" text PRIMARY KEY NOT NULL,
	"curve" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);

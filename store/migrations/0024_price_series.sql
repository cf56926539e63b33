CREATE TABLE "price_series" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"name" text NOT NULL,
	"year" integer NOT NULL,
	"mean_eur_per_kwh" double precision NOT NULL,
	"lowest_eur_per_kwh" double precision NOT NULL,
	"highest_eur_per_kwh" double precision NOT NULL,
	"hours" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "price_series" ADD CONSTRAINT "price_series_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_series_by_organization" ON "price_series" USING btree ("organization_id","id");
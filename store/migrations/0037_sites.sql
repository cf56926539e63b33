CREATE TABLE "sites" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"place" text,
	"search_text" text NOT NULL,
	"site" json NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "site_id" uuid;--> statement-breakpoint
ALTER TABLE "sites" ADD CONSTRAINT "sites_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sites_by_organization" ON "sites" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "sites_by_change" ON "sites" USING btree ("organization_id","mode","updated_at");--> statement-breakpoint
CREATE INDEX "scans_by_site" ON "scans" USING btree ("site_id","id") WHERE site_id is not null;
CREATE TABLE "load_profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"filename" text NOT NULL,
	"total_kwh" double precision NOT NULL,
	"average_kw" double precision NOT NULL,
	"hours" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "progression" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "load_profiles" ADD CONSTRAINT "load_profiles_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "load_profiles_by_organization" ON "load_profiles" USING btree ("organization_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "scans_by_run" ON "scans" USING btree ("run_id");
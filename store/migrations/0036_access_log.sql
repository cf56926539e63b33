CREATE TABLE "access_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"operation" text NOT NULL,
	"object_id" uuid,
	"reader" text NOT NULL,
	"reader_id" uuid,
	"read_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "access_log" ADD CONSTRAINT "access_log_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_log_by_organization" ON "access_log" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "access_log_by_object" ON "access_log" USING btree ("organization_id","object_id","id") WHERE object_id is not null;

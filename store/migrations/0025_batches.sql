CREATE TABLE "scan_batches" (
	"organization_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"id" uuid NOT NULL,
	"lines" integer DEFAULT 0 NOT NULL,
	"accepted" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "scan_batches_organization_id_mode_id_pk" PRIMARY KEY("organization_id","mode","id")
);
--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
ALTER TABLE "scan_batches" ADD CONSTRAINT "scan_batches_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scans_by_batch" ON "scans" USING btree ("batch_id","status") WHERE batch_id is not null;
ALTER TABLE "organizations" ADD COLUMN "branding_color" text;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "contact" jsonb;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "share_expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "accepted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "accepted_by" text;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "accepted_plant" json;--> statement-breakpoint
CREATE INDEX "scans_accepted" ON "scans" USING btree ("organization_id","mode","id") WHERE accepted_at is not null;
ALTER TABLE "scan_reports" ADD COLUMN "solved" "bytea";--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "is_plant" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "detail_asked_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "scans_completing" ON "scans" USING btree ("id") WHERE detail_asked_at is not null;
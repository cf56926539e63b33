DROP INDEX "scans_to_queue";--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "is_batch" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "scans_to_queue" ON "scans" USING btree ("organization_id","is_batch","id") WHERE mode = 'live' and queued_at is null and status in ('pending', 'processing');
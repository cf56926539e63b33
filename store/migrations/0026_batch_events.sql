ALTER TABLE "scan_events" ALTER COLUMN "scan_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "scan_batches" ADD COLUMN "noted_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "scan_batches" ADD COLUMN "completed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "scan_events" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
CREATE INDEX "scan_batches_unended" ON "scan_batches" USING btree ("created_at") WHERE completed_at is null;--> statement-breakpoint
CREATE INDEX "scan_batches_by_end" ON "scan_batches" USING btree ("completed_at") WHERE completed_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "scan_events_of_batch_once" ON "scan_events" USING btree ("organization_id","mode","batch_id","name") WHERE batch_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_of_batch_once" ON "webhook_deliveries" USING btree ("endpoint_id","batch_id","event") WHERE kind = 'event' and batch_id is not null;--> statement-breakpoint
-- Batches that are over by now end without an event; the others have theirs when they end.
UPDATE "scan_batches" b SET "completed_at" = now() WHERE b.closed_at IS NOT NULL AND NOT EXISTS (SELECT FROM "scans" s WHERE s.batch_id = b.id AND s.organization_id = b.organization_id AND s.mode = b.mode AND s.status IN ('pending', 'processing'));

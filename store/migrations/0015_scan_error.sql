ALTER TABLE "scans" ADD COLUMN "error" jsonb;--> statement-breakpoint
-- Sentences of versions before 0.2 stay as they are: a JSON string.
UPDATE "scans" SET "error" = to_jsonb("error_message") WHERE "error_message" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "scans" DROP COLUMN "error_message";

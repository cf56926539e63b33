ALTER TABLE "organizations" ADD COLUMN "live_scan_days" integer;--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "sandbox_scan_days" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
-- Retention of stored scans counts from the upgrade.
ALTER TABLE "organizations" ADD COLUMN "retention_since" timestamp (3) with time zone DEFAULT now() NOT NULL;

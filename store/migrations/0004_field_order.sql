ALTER TABLE "scan_events" ALTER COLUMN "data" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "scan_reports" ALTER COLUMN "report" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "scans" ALTER COLUMN "input" SET DATA TYPE json;
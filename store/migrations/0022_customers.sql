ALTER TABLE "scans" ADD COLUMN "customer_details" json;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "customer_text" text;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "yearly_savings" double precision;--> statement-breakpoint
UPDATE "scans" SET "yearly_savings" = ("scan_reports"."report"->'overview'->'kpi'->>'yearlySavings')::double precision
FROM "scan_reports" WHERE "scan_reports"."scan_id" = "scans"."id";

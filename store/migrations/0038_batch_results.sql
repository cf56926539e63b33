CREATE TABLE "batch_lines" (
	"organization_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"batch_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"status" text NOT NULL,
	"scan_id" uuid,
	"dossier_id" text,
	"error" json,
	CONSTRAINT "batch_lines_organization_id_mode_batch_id_line_pk" PRIMARY KEY("organization_id","mode","batch_id","line")
);
--> statement-breakpoint
ALTER TABLE "scan_batches" ADD COLUMN "last_line" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "scan_batches" ADD COLUMN "cancelled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "batch_line" integer;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "panels" integer;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "battery_kwh" double precision;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "investment" double precision;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "net_present_value" double precision;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "savings_p10" double precision;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "savings_p50" double precision;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "savings_p90" double precision;--> statement-breakpoint
ALTER TABLE "batch_lines" ADD CONSTRAINT "batch_lines_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "batch_lines_by_dossier" ON "batch_lines" USING btree ("organization_id","dossier_id") WHERE dossier_id is not null;--> statement-breakpoint
CREATE INDEX "scans_by_batch_line" ON "scans" USING btree ("batch_id","batch_line") WHERE batch_line is not null;
ALTER TABLE "scans" ADD COLUMN "cost_eur" double precision;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "fixture" text;--> statement-breakpoint
CREATE INDEX "scans_by_dossier" ON "scans" USING btree ("organization_id","dossier_id","id" DESC NULLS LAST) WHERE dossier_id is not null;
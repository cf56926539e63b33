DROP INDEX "load_profiles_by_organization";--> statement-breakpoint
DROP INDEX "scans_by_organization";--> statement-breakpoint
DROP INDEX "scans_by_dossier";--> statement-breakpoint
CREATE INDEX "load_profiles_by_organization" ON "load_profiles" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "scans_by_organization" ON "scans" USING btree ("organization_id","mode","id");--> statement-breakpoint
CREATE INDEX "scans_by_dossier" ON "scans" USING btree ("organization_id","dossier_id","id") WHERE dossier_id is not null;
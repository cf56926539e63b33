DROP INDEX "profiles_by_organization";--> statement-breakpoint
DROP INDEX "profiles_by_kind";--> statement-breakpoint
CREATE INDEX "profiles_by_organization" ON "profiles" USING btree ("organization_id","id");--> statement-breakpoint
CREATE INDEX "profiles_by_kind" ON "profiles" USING btree ("organization_id","kind","id");
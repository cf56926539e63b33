CREATE TABLE "event_places" (
	"id" integer PRIMARY KEY NOT NULL,
	"last" bigint NOT NULL,
	"swept" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "scan_events" DROP CONSTRAINT "scan_events_scan_id_scans_id_fk";
--> statement-breakpoint
-- Events of before have no place: they are not read again. A default for those rows alone writes none of them.
ALTER TABLE "scan_events" ADD COLUMN "position" bigint DEFAULT 0;--> statement-breakpoint
ALTER TABLE "scan_events" ALTER COLUMN "position" DROP DEFAULT;--> statement-breakpoint
INSERT INTO "event_places" ("id", "last", "swept") VALUES (1, 0, 0);--> statement-breakpoint
ALTER TABLE "scan_events" ADD CONSTRAINT "scan_events_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scan_events_unplaced" ON "scan_events" USING btree ("id") WHERE position is null;--> statement-breakpoint
CREATE UNIQUE INDEX "scan_events_by_position" ON "scan_events" USING btree ("position") WHERE position > 0;--> statement-breakpoint
CREATE INDEX "scan_events_of_organization" ON "scan_events" USING btree ("organization_id","mode","position") WHERE position > 0;
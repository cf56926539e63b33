CREATE TABLE "offer_photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"scan_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"image" "bytea" NOT NULL,
	"media_type" text NOT NULL,
	"sha256" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "return_period" double precision;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "place" text;--> statement-breakpoint
ALTER TABLE "offer_photos" ADD CONSTRAINT "offer_photos_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "offer_photos_by_scan" ON "offer_photos" USING btree ("scan_id");--> statement-breakpoint
CREATE TRIGGER offer_photos_bytes_inserted AFTER INSERT ON offer_photos REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes('500 + octet_length(image)', 'mode');--> statement-breakpoint
CREATE TRIGGER offer_photos_bytes_deleted AFTER DELETE ON offer_photos REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes('500 + octet_length(image)', 'mode');

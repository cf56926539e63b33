CREATE TABLE "site_photos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"site_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"image" "bytea" NOT NULL,
	"media_type" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "site_photos" ADD CONSTRAINT "site_photos_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "site_photos_by_site" ON "site_photos" USING btree ("site_id");--> statement-breakpoint
CREATE TRIGGER site_photos_bytes_inserted AFTER INSERT ON site_photos REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes('500 + octet_length(image)', 'mode');--> statement-breakpoint
CREATE TRIGGER site_photos_bytes_deleted AFTER DELETE ON site_photos REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes('500 + octet_length(image)', 'mode');

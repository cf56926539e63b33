CREATE TABLE "price_lists" (
	"organization_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"list" json NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "price_lists_organization_id_mode_pk" PRIMARY KEY("organization_id","mode")
);
--> statement-breakpoint
CREATE TABLE "offer_versions" (
	"scan_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"version" integer NOT NULL,
	"currency" text NOT NULL,
	"content" json NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "offer_versions_scan_id_version_pk" PRIMARY KEY("scan_id","version")
);
--> statement-breakpoint
ALTER TABLE "organizations" ADD COLUMN "company" json;--> statement-breakpoint
ALTER TABLE "price_lists" ADD CONSTRAINT "price_lists_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_versions" ADD CONSTRAINT "offer_versions_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_versions" ADD CONSTRAINT "offer_versions_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "offer_versions" ("scan_id", "organization_id", "mode", "version", "currency", "content", "sent_at")
SELECT "scan_id", "organization_id", "mode", "version", "currency", "content", "sent_at" FROM "offers" WHERE "sent_at" IS NOT NULL;--> statement-breakpoint
INSERT INTO stored_bytes (organization_id, mode, bytes)
SELECT organization_id, mode, sum(200 + octet_length(content::text)) FROM offer_versions GROUP BY 1, 2;--> statement-breakpoint
DO $$
DECLARE
  counted record;
BEGIN
  FOR counted IN VALUES
    ('offer_versions', '200 + octet_length(content::text)'),
    ('price_lists', '200 + octet_length(list::text)')
  LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes(%L, %L)',
      counted.column1 || '_bytes_inserted', counted.column1, counted.column2, 'mode');
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes(%L, %L)',
      counted.column1 || '_bytes_deleted', counted.column1, counted.column2, 'mode');
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS removed NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes(%L, %L)',
      counted.column1 || '_bytes_changed', counted.column1, counted.column2, 'mode');
  END LOOP;
END $$;

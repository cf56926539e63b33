CREATE TABLE "inputs_of_scans" (
	"scan_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "inputs_of_scans_scan_id_place_pk" PRIMARY KEY("scan_id","place")
);
--> statement-breakpoint
CREATE TABLE "scan_inputs" (
	"hash" text PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL
);
--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "keeps_inputs" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "inputs_of_scans" ADD CONSTRAINT "inputs_of_scans_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inputs_of_scans" ADD CONSTRAINT "inputs_of_scans_hash_scan_inputs_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."scan_inputs"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inputs_of_scans_by_hash" ON "inputs_of_scans" USING btree ("hash");--> statement-breakpoint
-- The lock comes first: of two scans deleted at the same time, the later one sees that the earlier one is gone.
CREATE FUNCTION delete_unused_inputs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM scan_inputs WHERE hash IN (SELECT hash FROM deleted) ORDER BY hash FOR UPDATE;
  DELETE FROM scan_inputs WHERE hash IN (SELECT hash FROM deleted)
    AND NOT EXISTS (SELECT FROM inputs_of_scans WHERE inputs_of_scans.hash = scan_inputs.hash);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER inputs_of_scans_deleted AFTER DELETE ON inputs_of_scans REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION delete_unused_inputs();

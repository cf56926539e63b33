CREATE TABLE "scan_counts" (
	"organization_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"status" text NOT NULL,
	"scans" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "scan_counts_by_organization" ON "scan_counts" USING btree ("organization_id","mode","status");--> statement-breakpoint
CREATE INDEX "scans_by_status" ON "scans" USING btree ("organization_id","mode","status","id");--> statement-breakpoint
CREATE FUNCTION count_ended_scan() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.status IN ('completed', 'error') THEN
    INSERT INTO scan_counts (organization_id, mode, status, scans) VALUES (OLD.organization_id, OLD.mode, OLD.status, -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.status IN ('completed', 'error') THEN
    INSERT INTO scan_counts (organization_id, mode, status, scans) VALUES (NEW.organization_id, NEW.mode, NEW.status, 1);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER scans_count_inserted AFTER INSERT ON scans FOR EACH ROW
  WHEN (NEW.status IN ('completed', 'error')) EXECUTE FUNCTION count_ended_scan();--> statement-breakpoint
CREATE TRIGGER scans_count_moved AFTER UPDATE OF status ON scans FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status AND (OLD.status IN ('completed', 'error') OR NEW.status IN ('completed', 'error')))
  EXECUTE FUNCTION count_ended_scan();--> statement-breakpoint
CREATE TRIGGER scans_count_deleted AFTER DELETE ON scans FOR EACH ROW
  WHEN (OLD.status IN ('completed', 'error')) EXECUTE FUNCTION count_ended_scan();--> statement-breakpoint
INSERT INTO scan_counts (organization_id, mode, status, scans)
SELECT organization_id, mode, status, count(*)::int FROM scans WHERE status IN ('completed', 'error') GROUP BY 1, 2, 3;

-- Processes of 0.1 run beside this version while it is brought in (docs/decisions/057). They name this column in every
-- statement about scans; 0015 had dropped it.
ALTER TABLE "scans" ADD COLUMN "error_message" text;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "job_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "claimed_attempt" integer;--> statement-breakpoint
-- A dispatcher of 0.1 knows no version: it claims no scan whose job it would write in the wrong one.
CREATE FUNCTION leave_unclaimed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER scans_claims_of_0_1 BEFORE UPDATE OF queued_at ON scans FOR EACH ROW
  WHEN (OLD.queued_at IS NULL AND NEW.queued_at IS NOT NULL AND NEW.job_version > 1
    AND NEW.claimed_attempt IS DISTINCT FROM NEW.attempt)
  EXECUTE FUNCTION leave_unclaimed();--> statement-breakpoint
UPDATE "scans" SET "error_message" = "error" #>> '{}' WHERE jsonb_typeof("error") = 'string';--> statement-breakpoint
-- A dispatcher of 0.1 says why a scan failed in that column alone.
CREATE FUNCTION take_error_of_0_1() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.error := to_jsonb(NEW.error_message);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER scans_error_of_0_1 BEFORE UPDATE OF error_message ON scans FOR EACH ROW
  WHEN (NEW.error IS NULL AND NEW.error_message IS NOT NULL) EXECUTE FUNCTION take_error_of_0_1();--> statement-breakpoint
-- A dispatcher of 0.1 takes the content of an event from its row, where later versions keep none: then it is made of the scan.
CREATE FUNCTION write_delivery_of_0_1() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT concat('{"event":', to_json(NEW.event), ',"data":{"id":', to_json(id),
    ',"status":', to_json(CASE NEW.event WHEN 'scan.failed' THEN 'error' ELSE split_part(NEW.event, '.', 2) END),
    CASE NEW.event WHEN 'scan.failed' THEN concat(',"errorMessage":', to_json(coalesce(error_message, ''))) END,
    CASE NEW.event WHEN 'scan.processing' THEN '' ELSE concat(',"runUuid":', to_json(run_id)) END,
    ',"createdAt":', to_json(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')), '}}')
  INTO NEW.body FROM scans WHERE id = NEW.scan_id;
  NEW.body := coalesce(NEW.body, concat('{"event":', to_json(NEW.event), ',"data":{"id":', to_json(NEW.scan_id), '}}'));
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER webhook_deliveries_of_0_1 BEFORE INSERT ON webhook_deliveries FOR EACH ROW
  WHEN (NEW.event_id IS NULL AND NEW.kind = 'event' AND NEW.body LIKE '%"data":null}')
  EXECUTE FUNCTION write_delivery_of_0_1();

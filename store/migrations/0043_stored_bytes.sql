CREATE TABLE "stored_bytes" (
	"organization_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "stored_bytes_by_organization" ON "stored_bytes" USING btree ("organization_id","mode");--> statement-breakpoint
-- Bytes of a row: its long values before compression, and a constant for the rest with its indexes and events.
-- A report counts as a constant: its length would unpack every stored report, while an upgrade holds the tables.
-- Rows of a scan and of a profile count under their parent. The parent's trigger subtracts them before the deletion
-- cascades; their own triggers then find no parent and subtract nothing.
CREATE FUNCTION count_stored_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('INSERT INTO stored_bytes (organization_id, mode, bytes)
    SELECT organization_id, %2$s, sum(bytes) FROM (%1$s) changed GROUP BY 1, 2 HAVING sum(bytes) <> 0',
    CASE TG_OP
      WHEN 'INSERT' THEN format('SELECT *, (%s)::bigint AS bytes FROM added', TG_ARGV[0])
      WHEN 'DELETE' THEN format('SELECT *, -(%s)::bigint AS bytes FROM removed', TG_ARGV[0])
      ELSE format('SELECT *, (%1$s)::bigint AS bytes FROM added UNION ALL SELECT *, -(%1$s)::bigint FROM removed', TG_ARGV[0])
    END, TG_ARGV[1]);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION count_bytes_of_scans() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO stored_bytes (organization_id, mode, bytes)
    SELECT organization_id, mode, sum(1000 + octet_length(input::text) + coalesce(octet_length(customer_details::text), 0)
      + coalesce(octet_length(accepted_plant::text), 0)) FROM added GROUP BY 1, 2;
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO stored_bytes (organization_id, mode, bytes) VALUES (NEW.organization_id, NEW.mode,
      octet_length(NEW.input::text) + coalesce(octet_length(NEW.customer_details::text), 0)
      + coalesce(octet_length(NEW.accepted_plant::text), 0)
      - octet_length(OLD.input::text) - coalesce(octet_length(OLD.customer_details::text), 0)
      - coalesce(octet_length(OLD.accepted_plant::text), 0));
    RETURN NULL;
  END IF;
  INSERT INTO stored_bytes (organization_id, mode, bytes) VALUES (OLD.organization_id, OLD.mode,
    -1000 - octet_length(OLD.input::text) - coalesce(octet_length(OLD.customer_details::text), 0)
    - coalesce(octet_length(OLD.accepted_plant::text), 0)
    - coalesce((SELECT 20000 + octet_length(series) + coalesce(octet_length(cuts), 0)
        + coalesce(octet_length(solved), 0) FROM scan_reports WHERE scan_id = OLD.id), 0)
    - coalesce((SELECT sum(octet_length(content)) FROM inputs_of_scans JOIN scan_inputs USING (hash)
        WHERE scan_id = OLD.id), 0));
  RETURN OLD;
END $$;--> statement-breakpoint
CREATE TRIGGER scans_bytes_inserted AFTER INSERT ON scans REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_bytes_of_scans();--> statement-breakpoint
CREATE TRIGGER scans_bytes_changed AFTER UPDATE OF input, customer_details, accepted_plant ON scans
  FOR EACH ROW EXECUTE FUNCTION count_bytes_of_scans();--> statement-breakpoint
CREATE TRIGGER scans_bytes_deleted BEFORE DELETE ON scans
  FOR EACH ROW EXECUTE FUNCTION count_bytes_of_scans();--> statement-breakpoint
CREATE FUNCTION count_bytes_of_reports() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO stored_bytes (organization_id, mode, bytes)
    SELECT organization_id, mode, -sum(20000 + octet_length(series)
      + coalesce(octet_length(cuts), 0) + coalesce(octet_length(solved), 0))
    FROM removed JOIN scans ON scans.id = scan_id GROUP BY 1, 2;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO stored_bytes (organization_id, mode, bytes)
    SELECT organization_id, mode, sum(20000 + octet_length(series)
      + coalesce(octet_length(cuts), 0) + coalesce(octet_length(solved), 0))
    FROM added JOIN scans ON scans.id = scan_id GROUP BY 1, 2;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER scan_reports_bytes_inserted AFTER INSERT ON scan_reports REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_bytes_of_reports();--> statement-breakpoint
CREATE TRIGGER scan_reports_bytes_changed AFTER UPDATE ON scan_reports
  REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_bytes_of_reports();--> statement-breakpoint
CREATE TRIGGER scan_reports_bytes_deleted AFTER DELETE ON scan_reports REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_bytes_of_reports();--> statement-breakpoint
CREATE FUNCTION count_bytes_of_inputs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO stored_bytes (organization_id, mode, bytes)
    SELECT organization_id, mode, sum(octet_length(content))
    FROM added JOIN scans ON scans.id = scan_id JOIN scan_inputs USING (hash) GROUP BY 1, 2;
  ELSE
    INSERT INTO stored_bytes (organization_id, mode, bytes)
    SELECT organization_id, mode, -sum(octet_length(content))
    FROM removed JOIN scans ON scans.id = scan_id JOIN scan_inputs USING (hash) GROUP BY 1, 2;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Triggers run in the order of their names: this one reads scan_inputs before inputs_of_scans_deleted deletes there.
CREATE TRIGGER inputs_of_scans_bytes_deleted AFTER DELETE ON inputs_of_scans REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_bytes_of_inputs();--> statement-breakpoint
CREATE TRIGGER inputs_of_scans_bytes_inserted AFTER INSERT ON inputs_of_scans REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_bytes_of_inputs();--> statement-breakpoint
CREATE FUNCTION count_bytes_of_profiles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO stored_bytes (organization_id, mode, bytes)
    SELECT organization_id, mode, 500 * count(*) FROM added GROUP BY 1, 2;
    RETURN NULL;
  END IF;
  INSERT INTO stored_bytes (organization_id, mode, bytes) VALUES (OLD.organization_id, OLD.mode,
    -500 - coalesce((SELECT octet_length(definitions::text) + octet_length(hours) + octet_length(curves)
      FROM profile_states WHERE profile_id = OLD.id), 0));
  RETURN OLD;
END $$;--> statement-breakpoint
CREATE TRIGGER profiles_bytes_inserted AFTER INSERT ON profiles REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_bytes_of_profiles();--> statement-breakpoint
CREATE TRIGGER profiles_bytes_deleted BEFORE DELETE ON profiles
  FOR EACH ROW EXECUTE FUNCTION count_bytes_of_profiles();--> statement-breakpoint
CREATE FUNCTION count_bytes_of_states() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO stored_bytes (organization_id, mode, bytes)
    SELECT organization_id, mode, -sum(octet_length(definitions::text) + octet_length(hours) + octet_length(curves))
    FROM removed JOIN profiles ON profiles.id = profile_id GROUP BY 1, 2;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO stored_bytes (organization_id, mode, bytes)
    SELECT organization_id, mode, sum(octet_length(definitions::text) + octet_length(hours) + octet_length(curves))
    FROM added JOIN profiles ON profiles.id = profile_id GROUP BY 1, 2;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER profile_states_bytes_inserted AFTER INSERT ON profile_states REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_bytes_of_states();--> statement-breakpoint
CREATE TRIGGER profile_states_bytes_changed AFTER UPDATE ON profile_states
  REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_bytes_of_states();--> statement-breakpoint
CREATE TRIGGER profile_states_bytes_deleted AFTER DELETE ON profile_states REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_bytes_of_states();--> statement-breakpoint
DO $$
DECLARE
  counted record;
BEGIN
  FOR counted IN VALUES
    ('sites', '500 + octet_length(site::text)', 'mode'),
    ('offers', '500 + octet_length(content::text) + coalesce(octet_length(accepted_drawing), 0)', 'mode'),
    ('scan_batches', '300', 'mode'),
    ('batch_lines', '200 + coalesce(octet_length(error::text), 0)', 'mode'),
    ('load_profiles', '200 + octet_length(hours)', 'mode'),
    ('price_series', '200 + octet_length(hours)', 'mode'),
    ('battery_products', '200 + octet_length(product::text)', 'mode'),
    ('organization_logos', 'octet_length(image)', '''live''')
  LOOP
    EXECUTE format('CREATE TRIGGER %I AFTER INSERT ON %I REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes(%L, %L)',
      counted.column1 || '_bytes_inserted', counted.column1, counted.column2, counted.column3);
    EXECUTE format('CREATE TRIGGER %I AFTER DELETE ON %I REFERENCING OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes(%L, %L)',
      counted.column1 || '_bytes_deleted', counted.column1, counted.column2, counted.column3);
    -- Only the counters of a batch change.
    CONTINUE WHEN counted.column1 = 'scan_batches';
    EXECUTE format('CREATE TRIGGER %I AFTER UPDATE ON %I REFERENCING OLD TABLE AS removed NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes(%L, %L)',
      counted.column1 || '_bytes_changed', counted.column1, counted.column2, counted.column3);
  END LOOP;
END $$;--> statement-breakpoint
INSERT INTO stored_bytes (organization_id, mode, bytes)
SELECT organization_id, mode, sum(bytes) FROM (
  SELECT organization_id, mode, (1000 + octet_length(input::text) + coalesce(octet_length(customer_details::text), 0)
    + coalesce(octet_length(accepted_plant::text), 0))::bigint AS bytes FROM scans
  UNION ALL SELECT organization_id, mode, 20000 + octet_length(series)
    + coalesce(octet_length(cuts), 0) + coalesce(octet_length(solved), 0) FROM scan_reports JOIN scans ON scans.id = scan_id
  UNION ALL SELECT organization_id, mode, octet_length(content)
    FROM inputs_of_scans JOIN scans ON scans.id = scan_id JOIN scan_inputs USING (hash)
  UNION ALL SELECT organization_id, mode, 500 FROM profiles
  UNION ALL SELECT organization_id, mode, octet_length(definitions::text) + octet_length(hours) + octet_length(curves)
    FROM profile_states JOIN profiles ON profiles.id = profile_id
  UNION ALL SELECT organization_id, mode, 500 + octet_length(site::text) FROM sites
  UNION ALL SELECT organization_id, mode, 500 + octet_length(content::text) + coalesce(octet_length(accepted_drawing), 0)
    FROM offers
  UNION ALL SELECT organization_id, mode, 300 FROM scan_batches
  UNION ALL SELECT organization_id, mode, 200 + coalesce(octet_length(error::text), 0) FROM batch_lines
  UNION ALL SELECT organization_id, mode, 200 + octet_length(hours) FROM load_profiles
  UNION ALL SELECT organization_id, mode, 200 + octet_length(hours) FROM price_series
  UNION ALL SELECT organization_id, mode, 200 + octet_length(product::text) FROM battery_products
  UNION ALL SELECT organization_id, 'live', octet_length(image) FROM organization_logos
) stored GROUP BY 1, 2;

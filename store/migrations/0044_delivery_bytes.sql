-- A delivery counts its body and a constant for the rest with its logged answer: answers are cut to 2 KB, and counting
-- them would add a row at each sending. The deletion of an endpoint cascades after its row is gone, so its trigger
-- subtracts its deliveries before.
CREATE FUNCTION count_bytes_of_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO stored_bytes (organization_id, mode, bytes)
    SELECT organization_id, mode, sum(1000 + octet_length(body))
    FROM added JOIN webhook_endpoints ON webhook_endpoints.id = endpoint_id GROUP BY 1, 2;
  ELSE
    INSERT INTO stored_bytes (organization_id, mode, bytes)
    SELECT organization_id, mode, -sum(1000 + octet_length(body))
    FROM removed JOIN webhook_endpoints ON webhook_endpoints.id = endpoint_id GROUP BY 1, 2;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER webhook_deliveries_bytes_inserted AFTER INSERT ON webhook_deliveries REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_bytes_of_deliveries();--> statement-breakpoint
CREATE TRIGGER webhook_deliveries_bytes_deleted AFTER DELETE ON webhook_deliveries REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_bytes_of_deliveries();--> statement-breakpoint
CREATE FUNCTION count_bytes_of_endpoints() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Waits for a deletion of the same deliveries, which subtracts them.
  PERFORM 1 FROM webhook_deliveries WHERE endpoint_id = OLD.id ORDER BY id FOR UPDATE;
  INSERT INTO stored_bytes (organization_id, mode, bytes)
  SELECT OLD.organization_id, OLD.mode, -sum(1000 + octet_length(body))
  FROM webhook_deliveries WHERE endpoint_id = OLD.id HAVING count(*) > 0;
  RETURN OLD;
END $$;--> statement-breakpoint
CREATE TRIGGER webhook_endpoints_bytes_deleted BEFORE DELETE ON webhook_endpoints
  FOR EACH ROW EXECUTE FUNCTION count_bytes_of_endpoints();--> statement-breakpoint
-- A key counts with its answer: a claim alone counts nothing, so a request with a key adds one row.
CREATE FUNCTION count_bytes_of_answers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO stored_bytes (organization_id, mode, bytes)
    VALUES (NEW.organization_id, NEW.mode, 300 + octet_length(NEW.answer));
  ELSE
    INSERT INTO stored_bytes (organization_id, mode, bytes) VALUES (NEW.organization_id, NEW.mode,
      coalesce(300 + octet_length(NEW.answer), 0) - coalesce(300 + octet_length(OLD.answer), 0));
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER idempotency_keys_bytes_inserted AFTER INSERT ON idempotency_keys
  FOR EACH ROW WHEN (NEW.answer IS NOT NULL) EXECUTE FUNCTION count_bytes_of_answers();--> statement-breakpoint
CREATE TRIGGER idempotency_keys_bytes_changed AFTER UPDATE ON idempotency_keys
  FOR EACH ROW WHEN (OLD.answer IS DISTINCT FROM NEW.answer) EXECUTE FUNCTION count_bytes_of_answers();--> statement-breakpoint
CREATE TRIGGER idempotency_keys_bytes_deleted AFTER DELETE ON idempotency_keys REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION count_stored_bytes('coalesce(300 + octet_length(answer), 0)', 'mode');--> statement-breakpoint
INSERT INTO stored_bytes (organization_id, mode, bytes)
SELECT organization_id, mode, sum(bytes) FROM (
  SELECT organization_id, mode, (1000 + octet_length(body))::bigint AS bytes
  FROM webhook_deliveries JOIN webhook_endpoints ON webhook_endpoints.id = endpoint_id
  UNION ALL SELECT organization_id, mode, 300 + octet_length(answer) FROM idempotency_keys WHERE answer IS NOT NULL
) stored GROUP BY 1, 2;

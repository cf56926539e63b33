-- `control: "zeroExport"` became `selfConsumption` under `limits.exportKw: 0` of every tariff. The columns are json, so
-- objects are built field by field in their order.
CREATE FUNCTION with_field(object json, field text, content json) RETURNS json LANGUAGE sql AS $$
  SELECT json_object_agg(key, value ORDER BY position) FROM (
    SELECT key, CASE WHEN key = field THEN content ELSE value END AS value, position
    FROM json_each(coalesce(object, '{}')) WITH ORDINALITY AS fields(key, value, position)
    UNION ALL SELECT field, content, 1000 WHERE object->field IS NULL
  ) AS changed
$$;--> statement-breakpoint
CREATE FUNCTION without_feed_in(tariff json) RETURNS json LANGUAGE sql AS $$
  SELECT with_field(tariff, 'limits', with_field(tariff->'limits', 'exportKw', '0'))
$$;--> statement-breakpoint
UPDATE "scans" SET "input" = with_field("input", 'contracts', (
  SELECT json_agg(without_feed_in(contract) ORDER BY position)
  FROM json_array_elements("input"->'contracts') WITH ORDINALITY AS compared(contract, position)
)) WHERE "input"->>'control' = 'zeroExport' AND json_typeof("input"->'contracts') = 'array'
  AND json_array_length("input"->'contracts') > 0;--> statement-breakpoint
UPDATE "scans" SET "input" = with_field(
  with_field("input", 'tariff', without_feed_in("input"->'tariff')), 'control', '"selfConsumption"'
) WHERE "input"->>'control' = 'zeroExport';--> statement-breakpoint
UPDATE "organizations" SET "assumptions" = jsonb_set("assumptions", '{control}', '"selfConsumption"')
WHERE "assumptions"->>'control' = 'zeroExport';--> statement-breakpoint
-- The comparison of controllers shows the report's own figures as those of self-consumption.
UPDATE "scan_reports" SET "report" = with_field("report", 'control', with_field(
  with_field("report"->'control', 'firstYearSavings', with_field(
    "report"->'control'->'firstYearSavings', 'selfConsumption', "report"->'overview'->'kpi'->'yearlySavings'
  )), 'netPresentValue', with_field(
    "report"->'control'->'netPresentValue', 'selfConsumption', "report"->'financial'->'netPresentValue'
  )
)) WHERE "report"->'control'->>'chosen' = 'zeroExport';--> statement-breakpoint
UPDATE "scan_reports" SET "report" = regexp_replace(
  "report"::text, '"(chosen|control)"\s*:\s*"zeroExport"', '"\1":"selfConsumption"', 'g'
)::json WHERE "report"::text LIKE '%"zeroExport"%';--> statement-breakpoint
DROP FUNCTION without_feed_in(json);--> statement-breakpoint
DROP FUNCTION with_field(json, text, json);

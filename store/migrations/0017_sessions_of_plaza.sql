-- sessionsPerDay of a charging plaza was of each charge point; it is the plaza's.
UPDATE "profile_states" SET "definitions" = jsonb_set("definitions", '{assets}', (
  SELECT jsonb_agg(
    CASE WHEN asset->>'assetType' = 'charging-plaza' THEN jsonb_set(
      asset, '{config,sessionsPerDay}',
      to_jsonb((asset->'config'->>'sessionsPerDay')::numeric * (asset->'config'->>'chargePoints')::numeric)
    ) ELSE asset END ORDER BY position
  ) FROM jsonb_array_elements("definitions"->'assets') WITH ORDINALITY AS listed(asset, position)
)) WHERE "definitions"->'assets' @> '[{"assetType": "charging-plaza"}]';

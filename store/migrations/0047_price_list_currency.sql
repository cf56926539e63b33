-- A price list has its own currency. Earlier lists have the currency that their organization has now. The column is
-- json, so the object is built field by field in its order.
UPDATE "price_lists" SET "list" = json_build_object(
  'items', "list"->'items',
  'currency', coalesce("organizations"."assumptions"->>'currency', 'EUR'),
  'payment', "list"->'payment',
  'terms', "list"->'terms'
) FROM "organizations" WHERE "organizations"."id" = "price_lists"."organization_id" AND "list"->'currency' IS NULL;

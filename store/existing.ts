import { sql } from "drizzle-orm"
import type { Queries } from "./database.ts"

/**
 * Number of these ids that still exist as an organization's scans (also by run), profiles, load profiles, price series,
 * sites, endpoints, keys or members.
 */
export const countExisting = async (
  queries: Queries,
  organizationId: string,
  ids: readonly string[],
): Promise<number> => {
  const [row] = await queries.execute<{ existing: number }>(sql`
    with own (id) as (select ${organizationId}::uuid)
    select count(*)::int as existing from (
      select value::uuid as id from jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb)
    ) wanted where
      exists (select from scans, own where scans.id = wanted.id and organization_id = own.id)
      or exists (select from scans, own where run_id = wanted.id and organization_id = own.id)
      or exists (select from profiles, own where profiles.id = wanted.id and organization_id = own.id)
      or exists (select from load_profiles, own where load_profiles.id = wanted.id and organization_id = own.id)
      or exists (select from price_series, own where price_series.id = wanted.id and organization_id = own.id)
      or exists (select from sites, own where sites.id = wanted.id and organization_id = own.id)
      or exists (select from webhook_endpoints, own where webhook_endpoints.id = wanted.id and organization_id = own.id)
      or exists (select from api_keys, own where api_keys.id = wanted.id and organization_id = own.id)
      or exists (select from users, own where users.id = wanted.id and organization_id = own.id)`)
  return row?.existing ?? 0
}

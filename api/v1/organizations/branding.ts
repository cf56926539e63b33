import { ADJUSTABLE_STEPS } from "../../../domain/request/adjustableSteps.ts"
import type { Queries } from "../../../store/database.ts"
import { findBranding } from "../../../store/organizations.ts"
import { orNotFound } from "../../http/errors.ts"
import type { Branding } from "./schemas.ts"

/** The branding of an organization, with links under `publicUrl`. Throws NotFound. */
export const brandingOf = async (queries: Queries, publicUrl: string, organizationId: string): Promise<Branding> => {
  const row = orNotFound(await findBranding(queries, organizationId), "organization")
  return {
    brandingLogo: row.logoHash === null ? null : logoUrl(publicUrl, organizationId, row.logoHash),
    brandingDisplayName: row.brandingDisplayName || row.displayName,
    brandingEnabled: row.brandingEnabled,
    brandingColor: row.brandingColor,
    contact: row.contact,
    company: row.company,
    adjustableSteps: [...(row.adjustableSteps ?? ADJUSTABLE_STEPS)],
  }
}

/** The hash gives a new logo a new address, so that caches do not serve the previous logo. */
const logoUrl = (publicUrl: string, organizationId: string, hash: string): string =>
  `${publicUrl}/v1/organizations/${organizationId}/logo?v=${hash}`

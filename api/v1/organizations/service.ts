import { createHash } from "node:crypto"
import { eq } from "drizzle-orm"
import { InvalidInput } from "../../../domain/errors.ts"
import { ADJUSTABLE_STEPS } from "../../../domain/scan/adjustableSteps.ts"
import { isId } from "../../../infra/ids.ts"
import type { Queries } from "../../../store/database.ts"
import { organizationLogos, organizations } from "../../../store/tables.ts"
import { NotFound } from "../../http/errors.ts"
import { brandingOf } from "./branding.ts"
import { imageTypeOf } from "./images.ts"
import type { Organization, OrganizationChanges } from "./schemas.ts"

export interface Logo {
  image: Uint8Array
  mediaType: string
  hash: string
}

/** Every method takes the caller's own organization beside the id that was asked for; any other id is not found. */
export interface OrganizationService {
  read(own: string, id: string): Promise<Organization>
  update(own: string, id: string, changes: OrganizationChanges): Promise<Organization>
  /** Throws InvalidInput for anything but a PNG, JPEG or WebP image. */
  putLogo(own: string, id: string, image: Uint8Array): Promise<Organization>
  removeLogo(own: string, id: string): Promise<void>
  /** The logo for anyone while branding is enabled, for the organization itself always. */
  logo(own: string | undefined, id: string): Promise<Logo>
  /** Whether anyone may read the logo. */
  isLogoPublic(id: string): Promise<boolean>
}

const HASH_LENGTH = 16

export const createOrganizationService = (queries: Queries, publicUrl: string): OrganizationService => {
  const read = async (own: string, id: string): Promise<Organization> => {
    assertOwn(own, id)
    const [row] = await queries.select().from(organizations).where(eq(organizations.id, id)).limit(1)
    if (!row) throw new NotFound("organization")
    const { brandingLogo } = await brandingOf(queries, publicUrl, id)
    return {
      id,
      displayName: row.displayName,
      brandingDisplayName: row.brandingDisplayName,
      brandingEnabled: row.brandingEnabled,
      brandingLogo,
      adjustableSteps: [...(row.adjustableSteps ?? ADJUSTABLE_STEPS)],
      assumptions: row.assumptions,
      createdAt: row.createdAt.toISOString(),
    }
  }
  return {
    read,
    async update(own, id, changes) {
      assertOwn(own, id)
      const { adjustableSteps } = changes
      const steps = adjustableSteps && ADJUSTABLE_STEPS.filter(step => adjustableSteps.includes(step))
      if (Object.keys(changes).length > 0)
        await queries
          .update(organizations)
          .set({ ...changes, ...(steps ? { adjustableSteps: steps } : {}) })
          .where(eq(organizations.id, id))
      return read(own, id)
    },
    async putLogo(own, id, image) {
      assertOwn(own, id)
      const mediaType = imageTypeOf(image)
      if (!mediaType) throw new InvalidInput(["file must be a PNG, JPEG or WebP image"])
      const hash = createHash("sha256").update(image).digest("hex").slice(0, HASH_LENGTH)
      const logo = { image, mediaType, hash }
      await queries
        .insert(organizationLogos)
        .values({ organizationId: id, ...logo })
        .onConflictDoUpdate({ target: organizationLogos.organizationId, set: logo })
      return read(own, id)
    },
    async removeLogo(own, id) {
      assertOwn(own, id)
      const removed = await queries
        .delete(organizationLogos)
        .where(eq(organizationLogos.organizationId, id))
        .returning({ hash: organizationLogos.hash })
      if (removed.length === 0) throw new NotFound("logo")
    },
    async logo(own, id) {
      if (own !== undefined) assertOwn(own, id)
      const [logo] = isId(id)
        ? await queries.select().from(organizationLogos).where(eq(organizationLogos.organizationId, id)).limit(1)
        : []
      if (!logo) throw new NotFound("logo")
      return logo
    },
    async isLogoPublic(id) {
      const [row] = isId(id)
        ? await queries
            .select({ isPublic: organizations.brandingEnabled })
            .from(organizations)
            .where(eq(organizations.id, id))
            .limit(1)
        : []
      return row?.isPublic ?? false
    },
  }
}

const assertOwn = (own: string, id: string): void => {
  if (id.toLowerCase() !== own) throw new NotFound("organization")
}

import { createHash } from "node:crypto"
import { InvalidInput } from "../../../domain/errors.ts"
import { ADJUSTABLE_STEPS } from "../../../domain/scan/adjustableSteps.ts"
import { violation } from "../../../domain/validation/violation.ts"
import type { Queries } from "../../../store/database.ts"
import {
  changeOrganization,
  deleteLogo,
  findLogo,
  findOrganization,
  type Logo,
  putLogo,
} from "../../../store/organizations.ts"
import { found } from "../../http/errors.ts"
import { brandingOf } from "./branding.ts"
import { imageTypeOf } from "./images.ts"
import type { Organization, OrganizationChanges } from "./schemas.ts"

/** Every method takes the caller's own organization and the id that was asked for; any other id is not found. */
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
    const row = found(await findOrganization(queries, id), "organization")
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
      await changeOrganization(queries, id, { ...changes, ...(steps ? { adjustableSteps: steps } : {}) })
      return read(own, id)
    },
    async putLogo(own, id, image) {
      assertOwn(own, id)
      const mediaType = imageTypeOf(image)
      if (!mediaType) throw new InvalidInput([violation(["file"], "image")])
      const hash = createHash("sha256").update(image).digest("hex").slice(0, HASH_LENGTH)
      await putLogo(queries, id, { image, mediaType, hash })
      return read(own, id)
    },
    async removeLogo(own, id) {
      assertOwn(own, id)
      found(await deleteLogo(queries, id), "logo")
    },
    async logo(own, id) {
      if (own !== undefined) assertOwn(own, id)
      return found(await findLogo(queries, id), "logo")
    },
    async isLogoPublic(id) {
      return (await findOrganization(queries, id))?.brandingEnabled ?? false
    },
  }
}

const assertOwn = (own: string, id: string): void => {
  found(id.toLowerCase() === own, "organization")
}

import { InvalidInput } from "../../../domain/base/errors.ts"
import { withPaths } from "../../../domain/base/validation/violation.ts"
import { type AssumptionOverrides, assumptionViolations } from "../../../domain/market/assumptions.ts"
import type { Company } from "../../../domain/organization/company.ts"
import type { Contact } from "../../../domain/organization/contact.ts"
import { ADJUSTABLE_STEPS } from "../../../domain/request/adjustableSteps.ts"
import type { Queries } from "../../../store/database.ts"
import { changeOrganization, deleteLogo, findLogo, findOrganization, putLogo } from "../../../store/organizations.ts"
import type { Caller } from "../../credentials/callers.ts"
import { orNotFound, Unauthenticated } from "../../http/errors.ts"
import { assertImage, storedImage } from "../../http/images.ts"
import type { Handlers } from "../../http/operation.ts"
import { brandingOf } from "./branding.ts"
import type { organizationOperations } from "./routes.ts"
import type { Organization } from "./schemas.ts"

/** Callers see only their own organization. */
export const organizationHandlers = (queries: Queries, publicUrl: string): Handlers<typeof organizationOperations> => {
  const shown = async (id: string): Promise<Organization> => {
    const row = orNotFound(await findOrganization(queries, id), "organization")
    const { brandingLogo } = await brandingOf(queries, publicUrl, id)
    return {
      id,
      displayName: row.displayName,
      brandingDisplayName: row.brandingDisplayName,
      brandingEnabled: row.brandingEnabled,
      brandingLogo,
      brandingColor: row.brandingColor,
      contact: row.contact,
      company: row.company,
      adjustableSteps: [...(row.adjustableSteps ?? ADJUSTABLE_STEPS)],
      assumptions: row.assumptions,
      liveScanDays: row.liveScanDays,
      sandboxScanDays: row.sandboxScanDays,
      createdAt: row.createdAt.toISOString(),
    }
  }
  return {
    read: ({ caller, params }) => shown(ownId(caller, params)),
    async update({ caller, params, body }) {
      const id = ownId(caller, params)
      const { adjustableSteps, assumptions, contact, company } = body
      if (assumptions) assertAssumptions(assumptions)
      const steps = adjustableSteps && ADJUSTABLE_STEPS.filter(step => adjustableSteps.includes(step))
      const changes = {
        ...body,
        ...(contact === undefined ? {} : { contact: withLines(contact) }),
        ...(company === undefined ? {} : { company: withLines(company) }),
      }
      await changeOrganization(queries, id, { ...changes, ...(steps ? { adjustableSteps: steps } : {}) })
      return shown(id)
    },
    async putLogo({ caller, params, body: { bytes: image } }) {
      const id = ownId(caller, params)
      await assertImage(image)
      await putLogo(queries, id, storedImage(image))
      return shown(id)
    },
    async logo({ caller: findCaller, params }) {
      const isPublic = (await findOrganization(queries, params.id))?.brandingEnabled ?? false
      const caller = isPublic ? undefined : await findCaller()
      if (!isPublic && !caller) throw new Unauthenticated("credential-missing")
      const id = caller ? ownId(caller, params) : params.id
      const { image, mediaType, hash } = orNotFound(await findLogo(queries, id), "logo")
      return new Response(Buffer.from(image), {
        headers: {
          "content-type": mediaType,
          etag: `"${hash}"`,
          "cache-control": isPublic ? "public, max-age=3600" : "private, no-cache",
          "cross-origin-resource-policy": "cross-origin",
        },
      })
    },
    async removeLogo({ caller, params }) {
      orNotFound(await deleteLogo(queries, ownId(caller, params)), "logo")
    },
  }
}

/** A contact or company without a line counts as none. */
const withLines = <T extends Contact | Company>(lines: T | null): T | null =>
  lines && Object.keys(lines).length > 0 ? lines : null

/** Checks the requested id. Throws NotFound for another organization's id. */
const ownId = ({ organizationId }: Caller, { id }: { id: string }): string =>
  orNotFound(id.toLowerCase() === organizationId && id, "organization")

/** Throws InvalidInput for values that the bounds of single fields do not catch. */
const assertAssumptions = (assumptions: AssumptionOverrides): void => {
  const broken = assumptionViolations(assumptions)
  if (broken.length > 0) throw new InvalidInput(broken.map(each => withPaths(each, path => ["assumptions", ...path])))
}

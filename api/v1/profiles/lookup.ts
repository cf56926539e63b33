import { InvalidInput } from "../../../domain/errors.ts"
import type { FilledRequest } from "../../../domain/scan/request.ts"
import { type Violation, violation } from "../../../domain/validation/violation.ts"
import type { Queries } from "../../../store/database.ts"
import { findProfile } from "../../../store/profiles.ts"
import { NotFound } from "../../http/errors.ts"

/**
 * Whether a scan may take a profile: it is one of the organization's, has hours, and is an energyhub where the goal is.
 * A scan without customProfileId passes. That the profile lacks solar panels is found in processing, as document 1
 * says. Throws NotFound or InvalidInput, naming customProfileId.
 */
export const assertScannable = async (
  queries: Queries,
  organizationId: string,
  { customProfileId, goal }: Pick<FilledRequest, "customProfileId" | "goal">,
): Promise<void> => {
  if (customProfileId === undefined) return
  const profile = await findProfile(queries, { organizationId, id: customProfileId })
  const path = ["customProfileId"]
  if (!profile) throw new NotFound("named-not-found", { path, id: customProfileId, what: "profile" })
  const found: Violation[] = []
  if (goal === "energyhub" && profile.kind !== "energyhub")
    found.push(violation(path, "profile-of-another-kind", { kind: profile.kind }))
  if (profile.totalKwh === null) found.push(violation(path, "profile-without-hours"))
  if (found.length > 0) throw new InvalidInput(found)
}

import { InvalidInput } from "../../../domain/base/errors.ts"
import { type Violation, violation } from "../../../domain/base/validation/violation.ts"
import { panelsCountedTwice } from "../../../domain/request/panelRules.ts"
import type { FilledRequest } from "../../../domain/request/request.ts"
import { panelsOf } from "../../../domain/site/profiles/countedPanels.ts"
import type { Queries } from "../../../store/database.ts"
import { findProfile, findWholeProfile } from "../../../store/profiles.ts"
import type { Owner } from "../../../store/scans/read.ts"
import { NotFound } from "../../http/errors.ts"

type ProfiledRequest = Pick<FilledRequest, "customProfileId" | "goal" | "existingPv" | "existingBattery" | "resolution">

/**
 * Checks that a scan may use its profile: readable in its mode, with hours, an energyhub for that goal, and
 * without the scan's existing panels and battery. A scan without customProfileId passes. Processing finds a profile
 * that lacks solar panels, as document 1 says. Throws NotFound or InvalidInput, naming customProfileId, existingPv or
 * existingBattery.
 * @param storedId profile whose hours are stored with the original of an adjustment, also after its deletion
 */
export const assertScannable = async (
  queries: Queries,
  { organizationId, mode }: Owner,
  { customProfileId, goal, existingPv, existingBattery }: ProfiledRequest,
  storedId?: string,
): Promise<void> => {
  if (customProfileId === undefined) return
  const key = { organizationId, mode, id: customProfileId }
  // The parts of a profile are some 100 kB, so they are read only for a scan with equipment to compare.
  const whole = existingPv.length > 0 || existingBattery ? await findWholeProfile(queries, key) : undefined
  const profile = whole?.profile ?? (await findProfile(queries, key))
  const path = ["customProfileId"]
  const isStored = customProfileId === storedId
  if (!profile && isStored) return
  if (!profile) throw new NotFound("named-not-found", { path, id: customProfileId, what: "profile" })
  const violations: Violation[] = []
  if (goal === "energyhub" && profile.kind !== "energyhub")
    violations.push(violation(path, "profile-of-another-kind", { kind: profile.kind }))
  if (profile.totalKwh === null && !isStored) violations.push(violation(path, "profile-without-hours"))
  if (whole) {
    const { name } = whole.profile
    const panels = panelsOf(whole.state, whole.profile)
    violations.push(...panelsCountedTwice(existingPv, { name, panels }))
    if (existingBattery && panels.meter !== null)
      violations.push(
        violation(["existingBattery"], "battery-behind-meter", { other: path, name, meter: panels.meter }),
      )
  }
  if (violations.length > 0) throw new InvalidInput(violations)
}

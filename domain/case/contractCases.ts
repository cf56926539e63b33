import { controllerFor } from "../control/controller.ts"
import { type AssumptionOverrides, withOverrides } from "../market/assumptions.ts"
import { underContract } from "../request/contracts.ts"
import type { ScanInput } from "../request/scanInput.ts"
import type { ContractCase, ScanCase } from "./case.ts"
import { assertHolidays, placeOf } from "./tariffPlace.ts"
import { limitsOf, tariffsOf } from "./tariffs.ts"

/**
 * Cases of the same site under each contract that the request compares. Each equals the case of a scan with that
 * tariff, but in the price year of this scan. Throws InvalidInput that names the field of an infeasible contract.
 * @param ownAssumptions the organization's assumptions
 */
export const contractCases = (prepared: ScanCase, ownAssumptions: AssumptionOverrides): ContractCase[] =>
  (prepared.input.contracts ?? []).map((offered, index) => ({
    index,
    scan: underContract(index, () => contractCase(prepared, offered, ownAssumptions)),
  }))

const contractCase = (prepared: ScanCase, offered: ScanInput, ownAssumptions: AssumptionOverrides): ScanCase => {
  const { site, input: currentInput, tariffSite, calendarYear } = prepared
  const { electricBattery, newPv } = currentInput
  const input = { ...offered, newPv, ...(electricBattery ? { electricBattery } : {}) }
  assertHolidays(input, site)
  const { zone: _, holidaysOf: _holidaysOf, pack: _pack, ...anyZone } = tariffSite
  const offeredSite = { ...anyZone, ...placeOf(input, site) }
  const tariffs = tariffsOf(input, offeredSite)
  const assumptions = withOverrides({ ...ownAssumptions, ...input.assumptions })
  const wishes = { goal: input.goal.kind, request: input.control, organization: ownAssumptions.control }
  const chosen = controllerFor(wishes, { tariffs, assumptions })
  const limits = limitsOf(input, site, { ...offeredSite, calendarYear })
  return {
    ...prepared,
    ...{ input, tariffs, limits, tariffSite: offeredSite, assumptions },
    ...chosen,
  }
}

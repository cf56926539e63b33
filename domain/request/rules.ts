import type { Static } from "@sinclair/typebox"
import type { Path } from "../base/validation/path.ts"
import { type Violation, violation } from "../base/validation/violation.ts"
import { SLOWEST_BATTERY_HOURS } from "../market/batteryProduct.ts"
import { contractViolations } from "./contracts.ts"
import type { ElectricBattery } from "./electricBattery.ts"
import { oneWayProduct } from "./oneWayProduct.ts"
import { moduleViolations } from "./panelModules.ts"
import { productViolations } from "./productRules.ts"
import { DEFAULTS, type Goal, type ScanRequest } from "./request.ts"
import { MISSING_OF_FLAT, tariffViolations } from "./tariffRules.ts"

const requiredWhen = (path: Path, other: Path, value: string): Violation =>
  violation(path, "required-when", { other, value })

/** Fields that another field's value needs. */
export const MISSING = {
  yearlyKwh: requiredWhen(["yearlyKwh"], ["inputMethod"], "known"),
  customProfileId: requiredWhen(["customProfileId"], ["inputMethod"], "studio"),
  flatEurPerKwh: MISSING_OF_FLAT,
  renewableElectricityMinFraction: requiredWhen(["renewableElectricityMinFraction"], ["goal"], "renewable-minimum"),
  contractedPowerKw: requiredWhen(["tariff", "contractedPowerKw"], ["goal"], "maximize-connection"),
}

/**
 * The rules between fields of a request that is well-formed field by field (document 1, "Scan creation request").
 */
export const crossFieldViolations = (request: ScanRequest, knownLoadProfiles: ReadonlySet<string>): Violation[] => [
  ...(request.inputMethod === "known" ? knownViolations(request, knownLoadProfiles) : studioViolations(request)),
  ...tariffViolations(request),
  ...contractViolations(request),
  ...goalViolations(request),
  ...controlViolations(request),
  ...panelViolations(request),
  ...moduleViolations(request.newPv ?? [], request.goal ?? DEFAULTS.goal),
  ...(request.electricBattery ? batteryViolations(request.electricBattery) : []),
  ...productViolations(request),
]

const knownViolations = (request: ScanRequest, knownLoadProfiles: ReadonlySet<string>): Violation[] => {
  const violations: Violation[] = []
  const { yearlyKwh, yearlyKwhBasis, yearlyExportKwh, loadProfile } = request
  if (yearlyKwh === undefined) violations.push(MISSING.yearlyKwh)
  if (request.customProfileId !== undefined) violations.push(violation(["customProfileId"], "needs-studio"))
  if (loadProfile !== undefined && !knownLoadProfiles.has(loadProfile))
    violations.push(violation(["loadProfile"], "unknown-load-profile", { name: loadProfile }))
  if (yearlyExportKwh !== undefined) {
    if (!request.existingPv?.length) violations.push(violation(["yearlyExportKwh"], "export-needs-panels"))
    if (yearlyKwhBasis === "used") violations.push(violation(["yearlyExportKwh"], "export-of-all-used"))
    if (yearlyKwh !== undefined && yearlyExportKwh > yearlyKwh)
      violations.push(violation(["yearlyExportKwh"], "at-most-other", { other: ["yearlyKwh"], value: yearlyKwh }))
  }
  return violations
}

const studioViolations = (request: ScanRequest): Violation[] => {
  const violations: Violation[] = []
  if (request.customProfileId === undefined) violations.push(MISSING.customProfileId)
  for (const field of ["loadProfile", "yearlyExportKwh"] as const)
    if (request[field] !== undefined) violations.push(violation([field], "profile-defines"))
  return violations
}

const goalViolations = (request: ScanRequest): Violation[] => {
  if (request.goal === "renewable-minimum" && request.renewableElectricityMinFraction === undefined)
    return [MISSING.renewableElectricityMinFraction]
  if (request.goal === "maximize-connection" && request.tariff?.contractedPowerKw === undefined)
    return [MISSING.contractedPowerKw]
  if (request.goal === "energyhub" && request.inputMethod !== "studio")
    return [violation(["inputMethod"], "needs-energyhub-profile")]
  return []
}

/** Goals whose limit only foresight keeps for certain. */
const LIMIT_GOALS: readonly string[] = ["maximize-connection", "energyhub"] satisfies Goal[]

const controlViolations = ({ control, goal = DEFAULTS.goal }: ScanRequest): Violation[] =>
  control !== undefined && control !== "ideal" && LIMIT_GOALS.includes(goal)
    ? [violation(["control"], "left-out-when", { other: ["goal"], value: goal })]
    : []

const atMost = (path: Path, other: Path, value: number): Violation => violation(path, "at-most-other", { other, value })

const panelViolations = ({ newPv = [] }: ScanRequest): Violation[] =>
  newPv.flatMap(({ minPanelCount = DEFAULTS.minPanelCount, maxPanelCount }, i) =>
    minPanelCount > maxPanelCount
      ? [atMost(["newPv", i, "minPanelCount"], ["newPv", i, "maxPanelCount"], maxPanelCount)]
      : [],
  )

/** Relative tolerance of a round trip against its two ways. */
const EFFICIENCY_TOLERANCE = 1e-9

type Efficiencies = Pick<
  Static<typeof ElectricBattery>,
  "roundtripEfficiency" | "chargeEfficiency" | "dischargeEfficiency"
>

const ofBattery = (field: string): Path => ["electricBattery", field]

const efficiencyViolations = (battery: Efficiencies): Violation[] => {
  const { roundtripEfficiency, chargeEfficiency, dischargeEfficiency } = battery
  if ((chargeEfficiency === undefined) !== (dischargeEfficiency === undefined))
    return [violation(ofBattery("chargeEfficiency"), "given-together", { other: ofBattery("dischargeEfficiency") })]
  const product = oneWayProduct(battery)
  if (product === undefined || roundtripEfficiency === undefined) return []
  return Math.abs(roundtripEfficiency - product) <= EFFICIENCY_TOLERANCE * product
    ? []
    : [
        violation(ofBattery("roundtripEfficiency"), "roundtrip-product", {
          others: [ofBattery("chargeEfficiency"), ofBattery("dischargeEfficiency")],
          percent: product,
        }),
      ]
}

const batteryViolations = (battery: Static<typeof ElectricBattery>): Violation[] => {
  const violations = efficiencyViolations(battery)
  const { powerRatingKw, powerKw, capacityKwh } = battery
  const { minCapacityKwh, minPowerRatingKw } = { ...DEFAULTS, ...battery }
  const ratingKw = powerRatingKw ?? powerKw
  if (ratingKw === undefined) return [...violations, violation(ofBattery("powerRatingKw"), "required")]
  if (powerRatingKw !== undefined && powerKw !== undefined && powerRatingKw !== powerKw)
    violations.push(violation(ofBattery("powerKw"), "another-name", { other: ofBattery("powerRatingKw") }))
  if (minCapacityKwh > capacityKwh)
    violations.push(atMost(ofBattery("minCapacityKwh"), ofBattery("capacityKwh"), capacityKwh))
  if (minPowerRatingKw > ratingKw)
    violations.push(atMost(ofBattery("minPowerRatingKw"), ofBattery("powerRatingKw"), ratingKw))
  const slowestKw = minCapacityKwh / SLOWEST_BATTERY_HOURS
  if (ratingKw < slowestKw)
    violations.push(
      violation(ofBattery("powerRatingKw"), "battery-too-slow", {
        other: ofBattery("minCapacityKwh"),
        hours: SLOWEST_BATTERY_HOURS,
        leastKw: Number(slowestKw.toPrecision(6)),
      }),
    )
  return violations
}

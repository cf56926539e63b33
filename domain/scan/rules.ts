import type { Static } from "@sinclair/typebox"
import type { ElectricBattery, Goal, ScanRequest } from "./request.ts"

/** A battery slower than a day from empty to full is refused: nobody builds it and it makes the dispatch slow. */
export const SLOWEST_BATTERY_HOURS = 24

/**
 * The rules between fields of a request that is well-formed field by field (document 1, "Scan creation request").
 * Returns one sentence a violation.
 */
export const crossFieldViolations = (request: ScanRequest, knownLoadProfiles: ReadonlySet<string>): string[] => [
  ...(request.inputMethod === "known" ? knownViolations(request, knownLoadProfiles) : studioViolations(request)),
  ...tariffViolations(request),
  ...goalViolations(request),
  ...panelViolations(request),
  ...(request.electricBattery ? batteryViolations(request.electricBattery) : []),
]

const knownViolations = (request: ScanRequest, knownLoadProfiles: ReadonlySet<string>): string[] => {
  const found: string[] = []
  const { yearlyKwh, yearlyKwhBasis, yearlyExportKwh, loadProfile } = request
  if (yearlyKwh === undefined) found.push("yearlyKwh is required when inputMethod is known")
  if (request.customProfileId !== undefined)
    found.push("customProfileId must be left out when inputMethod is known; use inputMethod studio with a profile")
  if (loadProfile !== undefined && !knownLoadProfiles.has(loadProfile))
    found.push(`loadProfile ${JSON.stringify(loadProfile)} is not a standard profile; GET /v1/profiles lists them`)
  if (yearlyExportKwh !== undefined) {
    if (!request.existingPv?.length)
      found.push("yearlyExportKwh needs existingPv: without panels nothing can be fed in")
    if (yearlyKwhBasis === "used")
      found.push("yearlyExportKwh must be left out when yearlyKwhBasis is used: all that is used is known then")
    if (yearlyKwh !== undefined && yearlyExportKwh > yearlyKwh)
      found.push(`yearlyExportKwh must be at most yearlyKwh (${yearlyKwh})`)
  }
  return found
}

const studioViolations = (request: ScanRequest): string[] => {
  const found: string[] = []
  if (request.customProfileId === undefined) found.push("customProfileId is required when inputMethod is studio")
  for (const field of ["loadProfile", "yearlyExportKwh"] as const)
    if (request[field] !== undefined)
      found.push(`${field} must be left out when inputMethod is studio: the profile defines it`)
  return found
}

const tariffViolations = (request: ScanRequest): string[] => [
  ...flatViolations(request),
  ...(request.tariff?.netting ? nettingViolations(request) : []),
]

const flatViolations = ({ tariff }: ScanRequest): string[] => {
  if (tariff?.type !== "flat") return []
  if (tariff.flatEurPerKwh === undefined) return ["tariff.flatEurPerKwh is required when tariff.type is flat"]
  const feedInTooHigh = tariff.feedInEurPerKwh !== undefined && tariff.feedInEurPerKwh > tariff.flatEurPerKwh
  return tariff.taxesIncluded !== false && feedInTooHigh
    ? [`tariff.feedInEurPerKwh must be at most the purchase price (${tariff.flatEurPerKwh})`]
    : []
}

/** Goals that are met by a share of own energy: the optimiser cannot weigh that against netting. */
const SHARE_GOALS: readonly string[] = ["self-sufficiency", "renewable-minimum"] satisfies Goal[]

const nettingViolations = ({ tariff, goal = "cost-savings" }: ScanRequest): string[] => {
  const found: string[] = []
  if (SHARE_GOALS.includes(goal)) found.push(`tariff.netting must be left out when goal is ${goal}`)
  if (tariff?.type !== "dynamic") return found
  if (tariff.taxesIncluded === false)
    found.push("tariff.netting must be left out when taxesIncluded is false: of a dynamic tariff it gives back taxes")
  if (tariff.feedInEurPerKwh !== undefined)
    found.push("tariff.netting must be left out of a dynamic tariff with a fixed feedInEurPerKwh")
  return found
}

const goalViolations = (request: ScanRequest): string[] => {
  if (request.goal === "renewable-minimum" && request.renewableElectricityMinFraction === undefined)
    return ["renewableElectricityMinFraction is required when goal is renewable-minimum"]
  if (request.goal === "maximize-connection" && request.tariff?.contractedPowerKw === undefined)
    return ["tariff.contractedPowerKw is required when goal is maximize-connection"]
  if (request.goal === "energyhub" && request.inputMethod !== "studio")
    return ["inputMethod must be studio, with the customProfileId of an energyhub profile, when goal is energyhub"]
  return []
}

const panelViolations = ({ newPv = [] }: ScanRequest): string[] =>
  newPv.flatMap(({ minPanelCount = 0, maxPanelCount }, i) =>
    minPanelCount > maxPanelCount
      ? [`newPv[${i}].minPanelCount must be at most newPv[${i}].maxPanelCount (${maxPanelCount})`]
      : [],
  )

/** Relative tolerance of a round trip against its two ways. */
const EFFICIENCY_TOLERANCE = 1e-9

type Efficiencies = Pick<
  Static<typeof ElectricBattery>,
  "roundtripEfficiency" | "chargeEfficiency" | "dischargeEfficiency"
>

/** Efficiency of charging times that of discharging [percent]; undefined unless both are given. */
export const oneWayProduct = ({ chargeEfficiency, dischargeEfficiency }: Efficiencies): number | undefined =>
  chargeEfficiency === undefined || dischargeEfficiency === undefined
    ? undefined
    : (chargeEfficiency * dischargeEfficiency) / 100

const efficiencyViolations = (battery: Efficiencies): string[] => {
  const { roundtripEfficiency, chargeEfficiency, dischargeEfficiency } = battery
  if ((chargeEfficiency === undefined) !== (dischargeEfficiency === undefined))
    return ["electricBattery.chargeEfficiency and electricBattery.dischargeEfficiency must be given together"]
  const product = oneWayProduct(battery)
  if (product === undefined || roundtripEfficiency === undefined) return []
  return Math.abs(roundtripEfficiency - product) <= EFFICIENCY_TOLERANCE * product
    ? []
    : [
        `electricBattery.roundtripEfficiency must be chargeEfficiency × dischargeEfficiency (${product}), or be left out`,
      ]
}

const batteryViolations = (battery: Static<typeof ElectricBattery>): string[] => {
  const found = efficiencyViolations(battery)
  const { powerRatingKw, powerKw, capacityKwh, minCapacityKwh = 0, minPowerRatingKw = 0 } = battery
  const ratingKw = powerRatingKw ?? powerKw
  if (ratingKw === undefined) return [...found, "electricBattery.powerRatingKw is required"]
  if (powerRatingKw !== undefined && powerKw !== undefined && powerRatingKw !== powerKw)
    found.push("electricBattery.powerKw is another name of electricBattery.powerRatingKw: give one, or the same number")
  if (minCapacityKwh > capacityKwh)
    found.push(`electricBattery.minCapacityKwh must be at most electricBattery.capacityKwh (${capacityKwh})`)
  if (minPowerRatingKw > ratingKw)
    found.push(`electricBattery.minPowerRatingKw must be at most electricBattery.powerRatingKw (${ratingKw})`)
  const slowestKw = minCapacityKwh / SLOWEST_BATTERY_HOURS
  if (ratingKw < slowestKw)
    found.push(
      `electricBattery.powerRatingKw must be at least minCapacityKwh / ${SLOWEST_BATTERY_HOURS} (${Number(slowestKw.toPrecision(6))} kW)`,
    )
  return found
}

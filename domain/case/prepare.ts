import { InvalidInput } from "../base/errors.ts"
import { sharedHours } from "../base/memo.ts"
import { distinctNotes, type Note, note } from "../base/note.ts"
import { violation } from "../base/validation/violation.ts"
import { controllerFor } from "../control/controller.ts"
import { type Assumptions, originsOf, withOverrides } from "../market/assumptions.ts"
import { SLOWEST_BATTERY_HOURS } from "../market/batteryProduct.ts"
import { dayAheadYear, knownQuarters, newestPriceYear } from "../market/tariff/dayAhead.ts"
import { followsMarket, namesSeries, needsMarket } from "../market/tariff/followsMarket.ts"
import { ownTermsOf } from "../market/tariff/ownTerms.ts"
import type { TariffSite, TariffTerms } from "../market/tariff/terms.ts"
import { withModule } from "../request/panelModules.ts"
import type { FilledRequest } from "../request/request.ts"
import { type BatteryInput, type KnownConsumption, type ScanInput, scanInputOf } from "../request/scanInput.ts"
import { shippedAmountNotes } from "../request/shippedAmounts.ts"
import { suspectValues } from "../request/suspectValues.ts"
import { holidayPaths } from "../request/tariffRules.ts"
import { USUAL_LOAD_PROFILES } from "../request/usualLoadProfiles.ts"
import { grossLoadBehind } from "../site/consumption/behindBattery.ts"
import { type GrossLoad, grossLoad } from "../site/consumption/grossLoad.ts"
import { scaleToAnnualKwh } from "../site/consumption/profiles.ts"
import { modelledQuarters } from "../site/consumption/withinHour.ts"
import { isSouthern } from "../site/geo/hemisphere.ts"
import { type Site, siteOf } from "../site/geo/site.ts"
import { loadOf } from "../site/profiles/curves.ts"
import { totalOf } from "../site/profiles/hours.ts"
import { localProfileHours } from "../site/profiles/localShape.ts"
import { countryMean } from "../site/solar/countryMean.ts"
import { hourlyKwh, QUARTERS_PER_HOUR, stepsPerHour } from "../site/steps.ts"
import type { ExistingSystem, ScanCase } from "./case.ts"
import { connectionNotes } from "./connection.ts"
import { contractCases } from "./contractCases.ts"
import { heatingOrder, heatingUnder, withHeatingIn } from "./heating.ts"
import { customLoadProfileId, type JobInputs, type ScanProfile, stepCurvesOf } from "./jobInputs.ts"
import { meterNotes, overlapKwhOf, overlapOf, withoutOverlap } from "./overlap.ts"
import { pricedProducts } from "./products.ts"
import { productionOfToday, profileProductionOf, skyOf, systemsOf, weatherOf } from "./siteProduction.ts"
import { orderFor, pricedYears, sunNotes, sunOrdersOf } from "./sunOrders.ts"
import { assertHolidays, placeOf } from "./tariffPlace.ts"
import { limitsOf, tariffsOf } from "./tariffs.ts"
import { shadeNotes, yieldNotes } from "./yieldNotes.ts"

/** Prepares the case of a valid request. Throws InvalidInput if its fields are valid separately but not together. */
export const prepareCase = (request: FilledRequest, jobInputs: JobInputs = {}): ScanCase => {
  const today = prepareToday(request, jobInputs)
  const amountNotes = shippedAmountNotes(today.input, today.assumptions, jobInputs.assumptions ?? {})
  const prepared = { ...today, notes: [...amountNotes, ...today.notes] }
  const { contracts } = prepared.input
  return contracts ? { ...prepared, contracts: contractCases(prepared, jobInputs.assumptions ?? {}) } : prepared
}

/** Prepares the case under the current contract. */
const prepareToday = (request: FilledRequest, jobInputs: JobInputs): ScanCase => {
  const input = withFirstModules(scanInputOf(request, jobInputs.assumptions))
  const { consumption } = input
  const { lookedUp } = jobInputs
  const site = lookedUp?.site ?? siteOf(input.location.lat, input.location.lon)
  const meanYield = lookedUp ? lookedUp.meanYield : countryMean(site.country)
  const assumptions = withOverrides({ ...jobInputs.assumptions, ...input.assumptions })
  assertHolidays(input, site)
  const place = { ...placeOf(input, site), lastPriceYear: jobInputs.lastPriceYear }
  const imported = jobInputs.prices ?? []
  const priceYear = priceYearOf(input.phases[0].terms) ?? jobInputs.priceYear ?? newestPriceYear(place, imported)
  const profile = consumption.kind === "profile" ? profileOf(jobInputs) : undefined
  const steps = stepsOf(request, jobInputs, profile)
  const calendarYear = profile?.year ?? priceYear
  const sunPlace = { ...place, ...input.location, calendarYear, imported }
  const atMarket = isAtMarket(input)
  const years = pricedYears(sunPlace, priceYear, atMarket)
  const orders = lookedUp?.sun.orders ?? sunOrdersOf(weatherOf(input, jobInputs, priceYear), sunPlace, years)
  const order = orderFor(orders, priceYear)
  const sunny = { jobInputs, priceYear, order, assumptions, sky: skyOf(input.location, site, steps) }
  const { existing, roofs, productions } = systemsOf(input, request, sunny)
  const profileProductionKwh = profile && profileProductionOf(profile, jobInputs, sunPlace, sunny)
  const existingProductionKwh = productionOfToday(existing, profileProductionKwh, steps)
  const heating = lookedUp ? lookedUp.heating : heatingUnder(profile?.curves.heating, sunPlace, years)
  const siteLoad =
    lookedUp?.load ?? loadFor(input, jobInputs, { calendarYear, existingProductionKwh, heating, priceYear })
  const overlapKwh = lookedUp ? lookedUp.overlapKwh : profile && overlapOf(stepCurvesOf(profile), steps)
  const load = { ...siteLoad, loadKwh: sharedHours(siteLoad.loadKwh), overlapKwh }
  const tariffSite: TariffSite = {
    ...place,
    ...{ priceYear, calendarYear, imported },
    yearlyImportKwh: importOf(load.loadKwh, existingProductionKwh) + overlapKwhOf(load),
    customer: input.customer,
    own: ownTermsOf(jobInputs.assumptions ?? {}),
    ...{ clock: site, series: jobInputs.series ?? new Map(), steps },
  }
  const tariffs = tariffsOf(input, tariffSite)
  const sun = lookedUp?.sun ?? { orders, notes: sunNotes(productions[0], sunPlace, tariffs[0].priceYear, atMarket) }
  const limits = limitsOf(input, site, { ...tariffSite, calendarYear })
  const { battery, notes: batteryNotes } = cappedBattery(input.electricBattery)
  return {
    request,
    input: battery ? { ...input, electricBattery: battery } : input,
    ...{ site, sun, meanYield, existing, roofs },
    ...{ ...load, heating, sunlight: lookedUp?.sunlight },
    ...(profileProductionKwh ? { profileProductionKwh } : {}),
    ...(profile ? { studioProfile: profile.report } : {}),
    existingProductionKwh,
    ...{ tariffs, limits, tariffSite, calendarYear, assumptions },
    ...(battery?.products ? { products: pricedProducts(input, assumptions) } : {}),
    assumptionOrigins: originsOf(jobInputs.assumptions ?? {}, input.assumptions),
    ...controllerFor(
      { goal: input.goal.kind, request: input.control, organization: jobInputs.assumptions?.control },
      { tariffs, assumptions },
    ),
    solarSource: productions[0]?.source ?? null,
    notes: distinctNotes([
      ...suspectValues(request, site.country),
      ...productions.map(production => production.note),
      ...(productions.length > 0 ? sun.notes : []),
      ...shadeNotes({ existing, roofs }, productions[0]?.source),
      ...yieldNotes({ existing, roofs, site, assumptions, lat: input.location.lat }, meanYield),
      ...(jobInputs.notes ?? []),
      ...(consumption.kind === "known" ? shapeNotes(consumption, input.location.lat) : []),
      ...batteryNotes,
      ...(profile ? (lookedUp?.meterNotes ?? meterNotes(stepCurvesOf(profile), overlapKwh)) : []),
      ...(profile ? addedPanelsNotes(profile, existing) : []),
      ...(steps > 1 ? quarterNotes(load, input, { ...tariffSite, site }) : []),
      ...connectionNotes({ input, limits, existingProductionKwh, ...load }),
      ...exportNote(consumption, load, existingProductionKwh),
      ...pricedByGoal(input, assumptions),
    ]),
  }
}

/** Notes about the shape of a load that is known by its yearly figure. */
const shapeNotes = (consumption: KnownConsumption, lat: number): Note[] => [
  ...(hasSouthernSeasons(consumption, lat) ? [note("load-half-year-later", {})] : []),
  ...(consumption.loadProfile === USUAL_LOAD_PROFILES.business ? [note("load-of-businesses", {})] : []),
]

/** Steps per hour of a case. */
const stepsOf = (
  { resolution }: FilledRequest,
  { lookedUp, isInQuarters }: JobInputs,
  profile: ScanProfile | undefined,
): number => {
  if (lookedUp) return stepsPerHour(lookedUp.load.loadKwh)
  return isInQuarters || profile?.quarters || resolution === "quarter" ? QUARTERS_PER_HOUR : 1
}

const isAtMarket = ({ phases }: ScanInput): boolean => phases.some(({ terms }) => followsMarket(terms))

const loadFor = (
  { consumption, existingBattery, location: { lat } }: ScanInput,
  jobInputs: JobInputs,
  {
    calendarYear,
    existingProductionKwh,
    heating,
    priceYear,
  }: Pick<ScanCase, "calendarYear" | "existingProductionKwh" | "heating"> & { priceYear: number },
): GrossLoad => {
  if (consumption.kind === "profile") {
    const curves = stepCurvesOf(profileOf(jobInputs))
    const measured = { loadKwh: withoutOverlap(loadOf(curves), curves) }
    const { loadKwh, ...load } = loadInSteps(measured, existingProductionKwh, heating?.kwh)
    const moved = heating ? withHeatingIn(loadKwh, heating, undefined, heatingOrder(heating, priceYear)) : loadKwh
    return { ...load, loadKwh: moved }
  }
  const shape = shapeOf(consumption, jobInputs, { calendarYear, lat })
  const hourly = { shape, existingProductionKwh: hourlyKwh(existingProductionKwh), existingBattery }
  return loadInSteps(grossLoadOf(consumption, hourly), existingProductionKwh)
}

/**
 * A load in the steps of its production; quarters of an hourly load are modelled. Use that production serves follows
 * it: purchase and feed-in of the baseline then equal those in hours.
 * @param heatingKwh 8760 h, even; absent: none
 */
const loadInSteps = (load: GrossLoad, productionKwh: Float64Array, heatingKwh?: Float64Array): GrossLoad => {
  if (productionKwh.length === load.loadKwh.length) return load
  const produced = hourlyKwh(productionKwh)
  // Heating is even and not served: it moves with the sun as a whole (`withHeatingIn`).
  const servedKwh = load.loadKwh.map((kwh, hour) =>
    Math.min(Math.max(0, kwh - (heatingKwh?.[hour] ?? 0)), produced[hour]!),
  )
  const evenKwh = servedKwh.map((kwh, hour) => kwh + (heatingKwh?.[hour] ?? 0))
  const loadKwh = modelledQuarters(load.loadKwh, evenKwh).map((kwh, quarter) => {
    const hour = Math.floor(quarter / QUARTERS_PER_HOUR)
    const share = produced[hour]! > 0 ? productionKwh[quarter]! / produced[hour]! : 1 / QUARTERS_PER_HOUR
    return Math.max(0, kwh + servedKwh[hour]! * (share - 1 / QUARTERS_PER_HOUR))
  })
  return { ...load, loadKwh, hasModelledQuarters: true }
}

/**
 * Input with the first module of each roof, so that calculations before the choice of modules describe an allowed
 * plant.
 */
const withFirstModules = (input: ScanInput): ScanInput => ({
  ...input,
  newPv: input.newPv.map(roof => (roof.modules ? withModule(roof, roof.modules[0]!) : roof)),
})

/** Note that the load's export differs from the metered export. */
const exportNote = (
  consumption: ScanInput["consumption"],
  { nearestExportKwh: nearestKwh }: Pick<GrossLoad, "nearestExportKwh">,
  existingProductionKwh: Float64Array,
): Note[] => {
  if (nearestKwh === undefined || consumption.kind !== "known" || consumption.basis !== "bought") return []
  const { exportedKwh = 0, yearlyKwh: boughtKwh } = consumption
  return [note("export-nearest", { exportedKwh, nearestKwh, boughtKwh, producedKwh: totalOf(existingProductionKwh) })]
}

/**
 * True if only a calculation over a whole year shows whether an input is feasible. The flat feed-in price may be above
 * the purchase price with taxes, and holidays of the site's country may be unknown. False for scans with an own
 * profile: an infeasible input ends their processing.
 */
export const needsWholeYear = (request: FilledRequest): boolean => {
  const input = scanInputOf(request)
  const { consumption, contracts = [] } = input
  if (consumption.kind === "profile" || customLoadProfileId(consumption) !== undefined) return false
  return [input, ...contracts].some(isPossiblyInfeasible)
}

const isPossiblyInfeasible = (input: ScanInput): boolean => {
  const [{ terms: tariff }] = input.phases
  // The check needs the prices of a series, which are not available here.
  if (input.phases.some(({ terms }) => terms.type === "custom" && namesSeries(terms))) return false
  if (holidayPaths(input).length > 0) return true
  return tariff.type === "flat" && !tariff.taxesIncluded && tariff.feedInEurPerKwh !== undefined
}

/**
 * Checks a request over a whole year (`needsWholeYear`). Takes up to 0.05 s: not for a thread that answers requests.
 * Throws InvalidInput.
 */
export const assertFeasible = (request: FilledRequest): void => {
  prepareCase({ ...request, newPv: [] })
}

const priceYearOf = (tariff: TariffTerms): number | undefined => (tariff.type === "flat" ? undefined : tariff.priceYear)

const grossLoadOf = (
  consumption: KnownConsumption,
  {
    shape,
    existingProductionKwh,
    existingBattery,
  }: { shape: Float64Array; existingProductionKwh: Float64Array; existingBattery: ScanInput["existingBattery"] },
): GrossLoad => {
  const { yearlyKwh } = consumption
  if (consumption.basis === "used") return { loadKwh: scaleToAnnualKwh(shape, yearlyKwh) }
  const { exportedKwh } = consumption
  const metered = {
    shape,
    productionKwh: existingProductionKwh,
    boughtKwh: yearlyKwh,
    ...(exportedKwh === undefined ? {} : { exportedKwh }),
  }
  return existingBattery ? grossLoadBehind(metered, behindMeter(existingBattery)) : grossLoad(metered)
}

const behindMeter = (existing: NonNullable<ScanInput["existingBattery"]>) => ({
  usableKwh: existing.capacityKwh * (1 - existing.minimumChargeLevel / 100),
  powerKw: existing.powerRatingKw,
  oneWayEfficiency: Math.sqrt(existing.roundtripEfficiency / 100),
})

/**
 * True for a standard profile at a southern site, which follows the local seasons half a year later. Standard profiles
 * were measured in Europe and the United States; a custom profile has the seasons of its own place.
 */
const hasSouthernSeasons = (consumption: KnownConsumption, lat: number): boolean =>
  isSouthern(lat) && customLoadProfileId(consumption) === undefined

/** Shape of the load, in any unit. Throws InvalidInput if its custom profile was deleted. */
const shapeOf = (
  consumption: KnownConsumption,
  { loadShape }: JobInputs,
  { calendarYear, lat }: { calendarYear: number; lat: number },
): Float64Array => {
  if (customLoadProfileId(consumption) === undefined)
    return localProfileHours(consumption.loadProfile, { year: calendarYear, lat })
  if (!loadShape) throw new InvalidInput([violation(["loadProfile"], "load-profile-deleted")])
  return loadShape
}

/** Profile of a studio scan. Throws InvalidInput if it was deleted, or has export that no production explains. */
const profileOf = ({ profile }: JobInputs): ScanProfile => {
  if (!profile) throw new InvalidInput([violation(["customProfileId"], "profile-deleted")])
  if (profile.lacksSolar)
    throw new InvalidInput([violation(["customProfileId"], "profile-lacks-solar", { name: profile.report.name })])
  return profile
}

/** Note on existing panels that are added to the profile. */
const addedPanelsNotes = ({ report: { name }, curves }: ScanProfile, existing: readonly ExistingSystem[]): Note[] => {
  if (existing.length === 0) return []
  const profileKwh = totalOf(curves.production)
  const powerKw = existing.reduce((sum, { input: pv }) => sum + (pv.panelCount * pv.panelPowerWatts) / 1000, 0)
  const addedKwh = existing.reduce((sum, { productionKwh }) => sum + totalOf(productionKwh), 0)
  return [note("panels-added-to-profile", { name, powerKw, addedKwh, profileKwh })]
}

/** Notes on a case in quarters, and on the known quarters of the market prices of its contracts. */
const quarterNotes = (
  { hasModelledQuarters }: GrossLoad,
  input: ScanInput,
  { site, priceYear, imported, lastPriceYear }: TariffSite & { site: Site },
): Note[] => {
  const atMarket = [input, ...(input.contracts ?? [])].filter(({ phases }) =>
    phases.some(({ terms }) => needsMarket(terms)),
  )
  const ofMarkets = atMarket.flatMap(contract => {
    const { published, zone, year } = dayAheadYear({ ...placeOf(contract, site), lastPriceYear }, priceYear, imported)
    const quarters = knownQuarters(published)?.reduce((count, price) => count + (Number.isNaN(price) ? 0 : 1), 0) ?? 0
    return quarters > 0 ? [note("market-quarters", { hours: quarters / QUARTERS_PER_HOUR, zone, year })] : []
  })
  return [hasModelledQuarters ? note("modelled-quarters", {}) : note("quarter-hours", {}), ...ofMarkets]
}

/** Yearly import of the baseline [kWh]. */
const importOf = (loadKwh: Float64Array, existingProductionKwh: Float64Array): number => {
  let sum = 0
  for (let hour = 0; hour < loadKwh.length; hour++) sum += Math.max(0, loadKwh[hour]! - existingProductionKwh[hour]!)
  return sum
}

/** Limits the capacity of a battery that is slower than the solver allows, with a note. */
const cappedBattery = (battery: BatteryInput | undefined): { battery?: BatteryInput; notes: Note[] } => {
  if (!battery) return { notes: [] }
  // Not below the minimum capacity: the rules allow a battery of exactly these hours, and the product may round lower.
  const largestKwh = Math.max(battery.minCapacityKwh, SLOWEST_BATTERY_HOURS * battery.powerRatingKw)
  if (battery.capacityKwh <= largestKwh) return { battery, notes: [] }
  const limited = { capacityKwh: largestKwh, hours: SLOWEST_BATTERY_HOURS, powerKw: battery.powerRatingKw }
  return { battery: { ...battery, capacityKwh: largestKwh }, notes: [note("battery-capacity-limited", limited)] }
}

/** Note on the battery price of the goal self-sufficiency, which readers would not expect. */
const pricedByGoal = ({ goal, electricBattery }: ScanInput, assumptions: Assumptions): Note[] =>
  goal.kind === "self-sufficiency" && electricBattery && electricBattery.costPerKwh === undefined
    ? [note("battery-priced-by-goal", { eurPerKwh: assumptions.selfSufficiencyBatteryEurPerKwh })]
    : []

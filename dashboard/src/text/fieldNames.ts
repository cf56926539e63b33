import { messageForPage } from "../lib/pageMessage.ts"
import { APP_TEXTS, type AppText } from "./appText.ts"
import type { Language } from "./text.ts"

/** Fields of the pages by their path in a request, each with the label that its control has. */
const LABELS: Readonly<Record<string, (text: AppText) => string>> = {
  location: ({ newScan }) => newScan.site,
  "location.lat": ({ newScan }) => newScan.lat,
  "location.lon": ({ newScan }) => newScan.lon,
  lat: ({ newScan }) => newScan.lat,
  lon: ({ newScan }) => newScan.lon,
  inputMethod: ({ newScan }) => newScan.method,
  yearlyKwh: ({ newScan }) => newScan.yearlyKwh,
  yearlyKwhBasis: ({ newScan }) => newScan.basis,
  yearlyExportKwh: ({ newScan }) => newScan.yearlyExportKwh,
  loadProfile: ({ newScan }) => newScan.loadProfile,
  customProfileId: ({ newScan }) => newScan.profile,
  newPv: ({ newScan }) => newScan.roofs,
  existingPv: ({ newScan }) => newScan.existing,
  "pv.name": ({ newScan }) => newScan.name,
  "pv.maxPanelCount": ({ newScan }) => newScan.maxPanels,
  "pv.minPanelCount": ({ newScan }) => newScan.minPanels,
  "pv.panelCount": ({ newScan }) => newScan.panels,
  "pv.panelPowerWatts": ({ newScan }) => newScan.watts,
  "pv.tiltAngle": ({ newScan }) => newScan.tilt,
  "pv.orientationAngle": ({ newScan }) => newScan.orientation,
  "pv.systemLosses": ({ newScan }) => newScan.losses,
  "pv.inverterKw": ({ newScan }) => newScan.inverter,
  "pv.costPerKwp": ({ newScan }) => newScan.costPerKwp,
  "pv.obstacles": ({ form }) => form.shade.obstacles,
  "pv.obstacles.azimuth": ({ form }) => form.shade.fields.azimuth,
  "pv.obstacles.heightM": ({ form }) => form.shade.fields.heightM,
  "pv.obstacles.distanceM": ({ form }) => form.shade.fields.distanceM,
  "pv.obstacles.widthM": ({ form }) => form.shade.fields.widthM,
  horizon: ({ form }) => form.folds.horizon,
  "pv.fixedCostEur": ({ newScan }) => newScan.fixedCost,
  existingBattery: ({ newScan }) => newScan.existingBattery.name,
  "existingBattery.capacityKwh": ({ newScan }) => newScan.existingBattery.capacity,
  "existingBattery.powerRatingKw": ({ newScan }) => newScan.existingBattery.power,
  "existingBattery.ageYears": ({ newScan }) => newScan.existingBattery.age,
  "existingBattery.roundtripEfficiency": ({ newScan }) => newScan.efficiency,
  "existingBattery.minimumChargeLevel": ({ newScan }) => newScan.minimumCharge,
  "existingBattery.replacementYear": ({ newScan }) => newScan.existingBattery.replaced,
  "existingBattery.costPerKwh": ({ newScan }) => newScan.existingBattery.price,
  electricBattery: ({ newScan }) => newScan.battery,
  "electricBattery.capacityKwh": ({ newScan }) => newScan.capacity,
  "electricBattery.powerRatingKw": ({ newScan }) => newScan.power,
  "electricBattery.catalogue": ({ batteries }) => batteries.choice,
  "electricBattery.catalogueIds": ({ batteries }) => batteries.only,
  "electricBattery.roundtripEfficiency": ({ newScan }) => newScan.efficiency,
  "electricBattery.minimumChargeLevel": ({ newScan }) => newScan.minimumCharge,
  "electricBattery.costPerKwh": ({ newScan }) => newScan.costPerKwh,
  "electricBattery.fixedCostEur": ({ newScan }) => newScan.fixedCost,
  tariff: ({ newScan }) => newScan.tariff,
  "tariff.type": ({ newScan }) => newScan.tariffType,
  "tariff.name": ({ contractForm }) => contractForm.name,
  "tariff.flatEurPerKwh": ({ newScan }) => newScan.flat,
  "tariff.feedInEurPerKwh": ({ newScan }) => newScan.feedIn,
  "tariff.feedInUntil": ({ newScan }) => newScan.feedInUntil,
  "tariff.contractedPowerKw": ({ newScan }) => newScan.contracted,
  "tariff.priceYear": ({ newScan }) => newScan.priceYear,
  "tariff.demandEurPerKwMonth": ({ newScan }) => newScan.demand,
  "tariff.fixedEurPerMonth": ({ newScan }) => newScan.fixed,
  "tariff.taxesIncluded": ({ newScan }) => newScan.taxes,
  "tariff.netting": ({ newScan }) => newScan.netting,
  "tariff.nettingUntil": ({ newScan }) => newScan.nettingUntil,
  "tariff.holidaysOf": ({ contractForm }) => contractForm.holidaysOf,
  "tariff.buy": ({ contractForm }) => contractForm.buy,
  "tariff.buy.plusEurPerKwh": ({ contractForm }) => contractForm.plus,
  "tariff.buy.taxed": ({ contractForm }) => contractForm.taxed,
  "tariff.sell": ({ contractForm }) => contractForm.sell,
  "tariff.sell.feeEurPerKwh": ({ contractForm }) => contractForm.fee,
  "tariff.sell.floorEurPerKwh": ({ contractForm }) => contractForm.floor,
  "tariff.sell.stopsAtNegativePrices": ({ contractForm }) => contractForm.stops,
  "tariff.grid.buyEurPerKwh": ({ contractForm }) => contractForm.gridFee,
  "tariff.grid.fixedEurPerMonth": ({ contractForm }) => contractForm.fixed,
  "tariff.grid.demand": ({ contractForm }) => contractForm.peakYear,
  "tariff.grid.demand.floorKw": ({ contractForm }) => contractForm.peakFloor,
  contracts: ({ contractForm }) => contractForm.offers,
  goal: ({ newScan }) => newScan.goalName,
  renewableElectricityMinFraction: ({ newScan }) => newScan.fraction,
  analysisYears: ({ newScan }) => newScan.years,
  control: ({ newScan }) => newScan.control,
  inverterControl: ({ newScan }) => newScan.inverterControl,
  "pv.inverterControl": ({ newScan }) => newScan.inverterControl,
  customer: ({ newScan }) => newScan.customer,
  currency: ({ newScan }) => newScan.currency,
  includeSavingsSpread: ({ newScan }) => newScan.spread,
  includePvMaintenanceCosts: ({ newScan }) => `${newScan.maintenance} ${newScan.pvMaintenance}`,
  includeBatteryMaintenanceCosts: ({ newScan }) => `${newScan.maintenance} ${newScan.batteryMaintenance}`,
  dossierId: ({ newScan }) => newScan.dossier,
  customerDetails: ({ newScan }) => newScan.customerDetails,
  "customerDetails.name": ({ newScan }) => newScan.customerName,
  "customerDetails.reference": ({ newScan }) => newScan.reference,
  "customerDetails.address": ({ newScan }) => newScan.address,
  "customerDetails.postalCode": ({ newScan }) => newScan.postalCode,
  "customerDetails.town": ({ newScan }) => newScan.town,
  "customerDetails.email": ({ newScan }) => newScan.email,
  "customerDetails.phone": ({ newScan }) => newScan.phone,
  capacityKwh: ({ batteries }) => batteries.fields.capacityKwh,
  powerKw: ({ batteries }) => batteries.fields.powerKw,
  standbyWatts: ({ batteries }) => batteries.fields.standbyWatts,
  cycleLife: ({ batteries }) => batteries.fields.cycleLife,
  warrantyYears: ({ batteries }) => batteries.fields.warrantyYears,
  maxCount: ({ batteries }) => batteries.fields.maxCount,
  roundtripEfficiency: ({ batteries }) => batteries.fields.roundtripEfficiency,
  minimumChargeLevel: ({ batteries }) => batteries.fields.minimumChargeLevel,
  name: ({ newScan }) => newScan.name,
  url: ({ organization }) => organization.webhooks.url,
  events: ({ organization }) => organization.webhooks.events,
  email: ({ login }) => login.email,
  displayName: ({ organization }) => organization.settings.displayName,
  brandingDisplayName: ({ organization }) => organization.settings.brandingName,
  brandingColor: ({ organization }) => organization.settings.color,
  currentPassword: ({ password }) => password.current,
  newPassword: ({ login }) => login.password,
}

const NUMBERED = /^(contracts|newPv|existingPv|lines)\[(\d+)\](?:\.(.+))?$/
const INDEX = /\[\d+\]/g
/** Parts of the form whose fields a sentence may name by their last key alone. */
const PARTS = ["tariff", "electricBattery", "pv"]

/** The label of a path, of its last key in a part of the form, or of the nearest part; undefined without any. */
const labelOf = (path: string, text: AppText): string | undefined => {
  const steps = path.replace(INDEX, "").split(".")
  const [head = "", last = ""] = [steps[0], steps.at(-1)]
  const parents = steps.map((_, depth) => steps.slice(0, steps.length - depth).join("."))
  const inParts = [head, ...(steps.length > 1 ? [] : PARTS)].map(part => `${part}.${last}`)
  const key = [parents[0]!, ...inParts, ...parents.slice(1)].find(each => LABELS[each])
  return key && LABELS[key]!(text)
}

/** A field in a list of the form: which one of the list, and its label. */
const numberedName = (path: string, text: AppText): string | undefined => {
  const [, list, index, rest] = NUMBERED.exec(path) ?? []
  if (list === undefined) return undefined
  const number = String(Number(index) + 1)
  // Lines and columns of a file are named as the file has them.
  if (list === "lines") return [text.fieldNames.line(String(index)), rest].filter(Boolean).join(", ")
  const { contractForm, newScan, fieldNames } = text
  const names = { contracts: contractForm.offer, newPv: newScan.roof, existingPv: fieldNames.existing }
  const which = names[list as keyof typeof names](number)
  const label = rest && labelOf(`${list === "contracts" ? "tariff" : "pv"}.${rest}`, text)
  return label ? `${which}: ${label}` : which
}

/** The name of a field as the pages label it; of one that they do not show in general words. */
const fieldNameOf = (path: string, text: AppText): string =>
  numberedName(path, text) ?? labelOf(path, text) ?? text.fieldNames.other

/** Options by the field that has them. */
const optionOf = (path: string, value: string, { newScan, contractForm, fieldNames }: AppText): string | undefined => {
  const options: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    inputMethod: newScan.methods,
    yearlyKwhBasis: newScan.bases,
    type: { ...newScan.tariffs, custom: contractForm.kind },
    goal: fieldNames.goals,
  }
  return options[path.split(".").at(-1)!]?.[value] ?? fieldNames.flags[value]
}

/** A message of the service with fields as the pages label them. */
export const pageMessage = (message: string, language: Language): string => {
  const text = APP_TEXTS[language]
  return messageForPage(message, {
    nameOf: path => fieldNameOf(path, text),
    plainNameOf: key => LABELS[key]?.(text),
    optionOf: (path, value) => optionOf(path, value, text),
  })
}

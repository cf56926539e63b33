import { expect, test } from "bun:test"
import { Type } from "@sinclair/typebox"
import { LegacyScanRequest } from "../../api/legacy/request.ts"
import { filledRequestOf, validEarlierRequest } from "../../api/legacy/translate.ts"
import { draftScan } from "../../api/v1/scans/draft.ts"
import { adjustInput } from "../../domain/request/adjust.ts"
import { parseScanRequest } from "../../domain/request/input.ts"
import { type FilledRequest, ScanRequest } from "../../domain/request/request.ts"
import { scanInputOf } from "../../domain/request/scanInput.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { countryAt } from "../../domain/site/geo/site.ts"
import { lostFields, type Way, withMadeUpFields } from "../support/everyField.ts"

/** Every field of a request, at any depth, is stored, used, and part of the start of an adjustment. */

const ORIGINAL = "019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14"
const known = { location: { lat: 51.44, lon: 5.48 }, inputMethod: "known", yearlyKwh: 3500 }
const corners = [
  { xM: 0, yM: 0 },
  { xM: 8, yM: 0 },
  { xM: 8, yM: 5 },
]
const panels = {
  existingPv: [{ panelCount: 4, panelPowerWatts: 300 }],
  newPv: [{ maxPanelCount: 14, panelPowerWatts: 430, plan: { corners } }],
}
const battery = { powerRatingKw: 5, capacityKwh: 100 }
const product = { id: "a", capacityKwh: 10, powerKw: 5 }
const window = { eurPerKwh: 0.2, hours: [[7, 23]] }
const rest = { eurPerKwh: 0.1 }
const custom = {
  type: "custom",
  buy: { energy: [window, rest], taxed: true },
  sell: { energy: "dayAhead", until: 2030, after: { energy: [window, rest] } },
  grid: {
    buyEurPerKwh: [window],
    demand: [{ eurPerKwMonth: 2, highestDays: 2 }],
    until: 2029,
    after: { demand: [{ eurPerKwYear: 20, highestDays: 2 }] },
  },
  limits: { importKw: [{ kw: 10 }], exportKw: [{ kw: 8 }] },
}
/** Feed-in pay by the size of the plant. */
const SIZED = {
  energy: 0.01,
  bySize: { classes: [{ fromKwp: 0, eurPerKwh: 0.08 }] },
  settlement: { carryOverMonths: 2 },
}
/** Feed-in pay by the volume of the year. */
const BY_VOLUME = { energy: 0.01, byVolume: [{ fromKwh: 0, eurPerKwh: 0.08 }] }
const flat = { type: "flat", flatEurPerKwh: 9 }
/** A purchase price by windows, with another after it. */
const later = { ...custom.buy, until: 2029, after: { energy: [window, rest] } }

/** A contract with the lower of two charges of the grid. */
const orElseWith = (buyEurPerKwh: object, charge: object) => ({
  ...custom,
  sell: { energy: 0 },
  grid: { orElse: { buyEurPerKwh, demand: [charge], fixedEurPerMonth: 2 } },
})

const BODIES = [
  { ...known, ...panels, electricBattery: battery, tariff: flat },
  { ...known, electricBattery: battery, tariff: { ...flat, batteryCredit: { eurPerKwYear: 20, until: 2029 } } },
  {
    ...known,
    ...panels,
    electricBattery: { powerKw: 5, capacityKwh: 100, chargeEfficiency: 95, dischargeEfficiency: 95 },
  },
  { ...known, ...panels, tariff: custom },
  { ...known, ...panels, tariff: { ...custom, sell: { ...SIZED, until: 2030, after: SIZED } } },
  { ...known, tariff: { ...custom, buy: later } },
  { ...known, tariff: { type: "custom", buy: custom.buy, sell: BY_VOLUME } },
  ...[
    orElseWith([window], { eurPerKwYear: 20, meanOfMonths: true, floorKw: 2 }),
    orElseWith({ series: "a" }, { eurPerKwMonth: 2 }),
  ].map(tariff => ({ ...known, tariff })),
  {
    ...known,
    tariff: {
      ...custom,
      buy: { energy: { series: "a" }, taxed: false, until: 2029, after: { energy: { series: "c" } } },
      sell: { energy: { series: "b" } },
      grid: { buyEurPerKwh: { series: "d" } },
    },
  },
  {
    ...known,
    tariff: { ...custom, grid: { demand: [{ eurPerKwYear: 20, meanOfMonths: true }], until: 2028, after: {} } },
  },
  {
    ...known,
    tariff: {
      ...custom,
      sell: { energy: [window, rest] },
      grid: { after: { demand: [{ eurPerKwMonth: 3 }], buyEurPerKwh: { series: "c" } }, until: 2029 },
    },
  },
  { ...known, tariff: { ...flat, netting: true, nettingUntil: 2026 } },
  { ...known, goal: "renewable-minimum", renewableElectricityMinFraction: 0.3, tariff: flat },
  {
    location: known.location,
    inputMethod: "studio",
    customProfileId: "profile",
    ...panels,
    tariff: { type: "dynamic" },
  },
  { ...known, electricBattery: { ...battery, products: [product] }, tariff: flat },
  { ...known, existingBattery: { capacityKwh: 5, powerRatingKw: 2 }, tariff: flat },
  { ...known, electricBattery: { ...battery, catalogue: "organization" }, tariff: flat },
  {
    ...known,
    ...panels,
    newPv: [{ ...panels.newPv[0], modules: [{ id: "m", watts: 440, eur: 150 }] }],
    contracts: [flat],
  },
  ...[
    custom,
    { ...flat, netting: true },
    { ...custom, sell: { ...SIZED, until: 2030, after: SIZED } },
    orElseWith([window], { eurPerKwYear: 20, floorKw: 2 }),
    orElseWith({ series: "a" }, { eurPerKwMonth: 2, highestDays: 2 }),
    { ...flat, batteryCredit: { eurPerYear: 50, until: 2029 } },
    { ...custom, sell: { energy: [window, rest] }, grid: { demand: [{ eurPerKwYear: 3 }] } },
    { ...custom, grid: { until: 2029, after: { demand: [{ eurPerKwMonth: 3 }] } } },
    { ...custom, buy: later },
  ].map(contract => ({ ...known, contracts: [contract], tariff: flat })),
]

/** Labels of a scan, and fields that select other fields or the inputs of the job. */
const WITHOUT_EFFECT = ["copiedFromId", "detail", "dossierId", "inputMethod", "resolution"]

const way: Way<FilledRequest> = {
  schema: ScanRequest,
  bodies: BODIES,
  send: body => parseScanRequest(body, standardProfileKeys, countryAt),
  copies: {
    stored: filled => filled,
    adjusted: filled =>
      adjustInput(filled, { copiedFromId: ORIGINAL }, [], { knownLoadProfiles: standardProfileKeys, countryAt }),
  },
  effects: { worked: scanInputOf },
  values: { loadProfile: [...standardProfileKeys].slice(0, 3), renewableElectricityMinFraction: [0.4, 0.5] },
  renamed: { "electricBattery.powerKw": "electricBattery.powerRatingKw" },
  isExempt: (path, outcome, body) => {
    // It is stored apart from the request.
    if (path.startsWith("customerDetails.") || path === "siteId") return true
    // The service calculates it from the country pack.
    if (/^(tariff|contracts)\.usual\./.test(path)) return true
    // A studio profile defines them (document 1).
    if (body.inputMethod === "studio" && path.startsWith("yearlyKwh")) return true
    if (outcome === "adjusted" && path === "copiedFromId") return true
    return outcome === "worked" && (WITHOUT_EFFECT.includes(path) || path.startsWith("newPv.plan."))
  },
}

test("every field of a request is stored, worked with, and in what an adjustment starts from", async () => {
  expect(await lostFields(way)).toEqual([])
})

test("every field about the customer is stored with the scan", async () => {
  const draft = (body: object) =>
    draftScan(
      {
        queries: {} as never,
        tasks: { assertFeasible: async () => {} } as never,
        findCurrency: async () => undefined,
        complete: async () => {},
      },
      { organizationId: ORIGINAL, mode: "live" },
      body,
      "request-1",
    )
  const ofCustomer: Way<Awaited<ReturnType<typeof draft>>> = {
    schema: Type.Pick(ScanRequest, ["customerDetails"]),
    bodies: [known],
    send: draft,
    copies: { stored: scan => scan },
    effects: { searched: ({ customerText }) => customerText },
    values: { "customerDetails.email": ["a@example.org", "b@example.org"] },
  }
  expect(await lostFields(ofCustomer)).toEqual([])
})

const MADE_UP = "madeUpField"
const madeUp = withMadeUpFields(ScanRequest, MADE_UP, Type.Optional(Type.Number())).filter(
  ([path]) => path !== "customerDetails" && path !== "siteId" && !path.endsWith(".usual"),
)
/** Fields without a use yet, so they change no scan. */
const unused = { ...way, effects: {} }

test("the walk finds a field that is lost on the way", async () => {
  const drops = async (body: Record<string, unknown>) => {
    const { tariff, ...filled } = await way.send(body)
    const { gridCharging: _, ...limits } = tariff.limits ?? {}
    return { ...filled, tariff: { ...tariff, limits } }
  }
  expect(await lostFields({ ...unused, send: drops }, "gridCharging")).toEqual([
    "tariff.limits.gridCharging is lost: stored",
    "tariff.limits.gridCharging is lost: adjusted",
  ])
  expect(await lostFields({ ...way, effects: { worked: () => 0 }, copies: {} }, "netting")).toContain(
    "tariff.netting has no effect: worked",
  )
})

test.each(madeUp)(
  "a field that is added to the object %j of a schema that nothing else knows is found",
  async (_, schema) => {
    const found = await lostFields({ ...unused, schema }, MADE_UP)
    expect(found).toEqual([expect.stringMatching(/^[a-zA-Z.]*madeUpField cannot be set in any of the bodies$/)])
  },
)

test.each(madeUp)("a field that is added to the object %j of the service's schema is kept", async (_, schema) => {
  const { properties } = ScanRequest
  ScanRequest.properties = schema.properties as typeof properties
  try {
    expect(await lostFields({ ...unused, schema }, MADE_UP)).toEqual([])
  } finally {
    ScanRequest.properties = properties
  }
})

const earlier = { goal: "payback-time", yearly_kwh: 3500 }
const earlierBattery = { capacity_kwh: 100, power_rating_kw: 9 }

test("every field of a request of the legacy interface changes the scan that it is translated to", async () => {
  const legacy: Way<FilledRequest> = {
    schema: LegacyScanRequest,
    bodies: [
      {
        ...earlier,
        tariff: { type: "flat", flat_eur_per_kwh: 0.3 },
        new_pv: [{ name: "South", panel_power_watts: 400, max_panel_count: 9 }],
        existing_pv: [{ name: "East", panel_power_watts: 400, panel_count: 9 }],
        electricBattery: earlierBattery,
      },
    ],
    send: body => filledRequestOf(validEarlierRequest(body), standardProfileKeys),
    effects: { translated: filled => filled },
    values: { load_profile: [...standardProfileKeys].slice(0, 3) },
    // It selects the profiles in which load_profile is searched.
    isExempt: path => path === "use_custom_load_profile",
  }
  expect(await lostFields(legacy)).toEqual([])
  const [, schema] = withMadeUpFields(LegacyScanRequest, MADE_UP, Type.Optional(Type.Number()))[0]!
  expect(await lostFields({ ...legacy, schema }, MADE_UP)).toEqual(["madeUpField has no effect: translated"])
})

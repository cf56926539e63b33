import { note } from "../../domain/base/note.ts"
import { violation } from "../../domain/base/validation/violation.ts"
import { type NoteSample, SUN_NOTE_SAMPLES } from "./sunNoteSamples.ts"

/** Notes of every code. */
export const NOTE_SAMPLES: NoteSample[] = [
  ...SUN_NOTE_SAMPLES,
  [
    note("contract-lines-differ", { lines: ["fixedCosts", "demandCharges", "taxes"] }),
    "The compared contracts do not all bill fixed costs, charges for the highest power and taxes per kWh. They are ranked without these, and the table shows the difference. Enter these costs for every contract, also the current one, and 0 for a contract without them.",
    ["vaste kosten", "vermogenstarieven", "belastingen per kWh"],
  ],
  [
    note("value-of-other-unit", { path: ["yearlyKwh"], value: 3.5, meant: "mwh", insteadOf: 3500 }),
    "Check yearlyKwh: 3.5 counts as kWh, which hardly any site has. If it was given in MWh, give 3,500 and scan again.",
    ["yearlyKwh: 3,5", "3.500", "in MWh"],
  ],
  [
    note("place-exchanged", { lat: 5.48, lon: 51.44, country: null, exchangedCountry: "NL" }),
    "Check location: latitude 5.48, longitude 51.44 lies in no country, exchanged they lie in the Netherlands. If they were exchanged, give lat 51.44 and lon 5.48 and scan again.",
    ["breedtegraad 51,44 en lengtegraad 5,48", "geen land", "Nederland"],
  ],
  [
    note("payback-interrupted", { firstYear: 12, lastingYear: 18 }),
    "The savings exceed the spending for the first time in year 12; a replacement takes them below it again, and from year 18 on they stay above it.",
    ["jaar 12", "jaar 18"],
  ],
  [
    note("payback-interrupted", { firstYear: 12, lastingYear: null }),
    "The savings exceed the spending for the first time in year 12; a replacement takes them below it again, and they do not end above it.",
    ["jaar 12", "vervanging"],
  ],
  [
    note("panels-added-to-profile", { name: "Our house", powerKw: 3.44, addedKwh: 3540.2, profileKwh: 3983.4 }),
    'Existing panels of 3.44 kWp (3,540 kWh a year) are counted in addition to the panels of the profile "Our house" (3,983 kWh a year). If they are the same panels, leave them out.',
    ["3,44 kWp", "3.540 kWh", "Our house", "3.983 kWh"],
  ],
  [
    note("panels-added-to-profile", { name: "Our house", powerKw: 3.44, addedKwh: 3540.2, profileKwh: 0 }),
    'Existing panels of 3.44 kWp (3,540 kWh a year) are counted in addition to the profile "Our house", which has no panels: its hours are the use of the site, before these panels.',
    ["3,44 kWp", "3.540 kWh", "Our house", "geen panelen"],
  ],
  [
    note("quarter-hours", {}),
    "The system is operated and billed in the quarter-hours of the meter file: peaks are means of 15 minutes. Production within the hour is calculated from the sun and passing clouds, and added use is even. Charts show hours.",
    ["15 minuten"],
  ],
  [
    note("modelled-quarters", {}),
    "The system is operated and billed in modelled quarter-hours, because no meter file has them. Extra use, compared with the hours before and after, comes in blocks of 1 kW and more. Monthly peaks of ten measured homes are met within 13 %. Production within the hour is calculated from the sun and passing clouds. Charts show hours.",
    ["13 %"],
  ],
  [
    note("market-quarters", { hours: 2208, zone: "DE-LU", year: 2025 }),
    "The market has quarter-hour prices for 2,208 hours of 2025 (DE-LU). Other hours have one price: a battery earns less than with quarter-hours in all hours.",
    ["2.208 uren", "DE-LU"],
  ],
  [
    note("meter-overlap", { kwh: 244.5, hours: 3051 }),
    "In 3,051 hours the meter counted purchase and feed-in: 245 kWh of each a year. Every bill has this energy as measured. The system does not change it.",
    ["3.051 uren", "245 kWh"],
  ],
  [
    note("production-raised-to-meter", { raisedKwh: 612.4, darkKwh: 0, modelledKwh: null, producedKwh: 3021 }),
    "Feed-in is 612 kWh higher than the modelled panels allow, in hours with other weather: these hours follow the meter. The other hours are lowered, and the year keeps 3,021 kWh.",
    ["612 kWh", "3.021 kWh blijft"],
  ],
  [
    note("production-raised-to-meter", { raisedKwh: 1612, darkKwh: 12.2, modelledKwh: 1500, producedKwh: 2711 }),
    "Feed-in is 1,612 kWh higher than the modelled panels allow, in hours with other weather: these hours follow the meter. The panels then produce 2,711 kWh a year in place of 1,500 kWh. Check the number of panels. Feed-in without sun is 12 kWh, for instance from a battery.",
    ["2.711 kWh", "1.500 kWh", "Zonder zon is 12 kWh"],
  ],
  [
    note("export-nearest", { exportedKwh: 2500.4, nearestKwh: 2385, boughtKwh: 3000, producedKwh: 2409.5 }),
    "The meter counted an export of 2,500 kWh: with 3,000 kWh bought, existing panels of 2,410 kWh come no closer than 2,385 kWh, and the load that gives this is taken. If they are wrong, correct the panels or their feed-in.",
    ["2.500 kWh", "3.000 kWh", "2.410 kWh", "2.385 kWh"],
  ],
  [
    note("shade-counted", { leastShare: 0.0312, mostShare: 0.12, byPvgis: false }),
    "Horizon and obstacles take 3.1 to 12 % of the yearly production of systems in shade. The sun behind them gives no direct light, and the panels see less of the sky.",
    ["3,1 tot 12 %"],
  ],
  [
    note("shade-counted", { leastShare: 0.05, mostShare: 0.05, byPvgis: true }),
    "Horizon and obstacles take 5 % of the yearly production of systems in shade, by the built-in model. PVGIS counts them in place of its own horizon. The sun behind them gives no direct light, and the panels see less of the sky.",
    ["kosten 5 %", "PVGIS"],
  ],
  [
    note("load-of-businesses", {}),
    "The consumption has the shape of an average business (business-g25). Opening hours and machines change the peaks and the value of a battery: choose a closer profile or a meter file.",
    ["bedrijf"],
  ],
  [
    note("load-half-year-later", {}),
    "The load profile was measured north of the equator: it is moved by half a year, so that winter falls in July.",
    ["juli"],
  ],
  [
    note("battery-capacity-limited", { capacityKwh: 31.2, hours: 24, powerKw: 1.3 }),
    "The battery's capacity is limited to 31.2 kWh: 24 hours at its power of 1.3 kW.",
    ["31,2 kWh", "24 uur", "1,3 kW"],
  ],
  [
    note("battery-priced-by-goal", { eurPerKwh: 600.5 }),
    "The battery is priced at €600.50 per kWh of any size, as for every scan for self-sufficiency without a price of its own.",
    ["€\u00a0600,50 per kWh"],
  ],
  [
    note("day-ahead-of-part", { country: "NO", zone: "NO2" }),
    "The day-ahead prices belong to the zone NO2; other parts of Norway have other prices.",
    ["NO2", "delen van Noorwegen"],
  ],
  [
    note("connection-exceeded", { contractedPowerKw: 5.75, importKw: 7.2, exportKw: null }),
    "Today the site draws up to 7.2 kW, above the contracted power of 5.75 kW: with the system this does not grow.",
    ["7,2", "5,75"],
  ],
  [
    note("connection-exceeded", { contractedPowerKw: 5, importKw: 7, exportKw: 9 }),
    "Today the site draws up to 7 kW and feeds in up to 9 kW, above the contracted power of 5 kW: with the system this does not grow.",
    ["neemt tot 7 kW af", "levert tot 9 kW terug"],
  ],
  [
    note("settled-monthly", { amount: 120, currency: "EUR" }),
    "Feed-in is set off against the purchases of its month. The bills count this, and €120 a year are not paid. The choice of the plant counts every kWh as paid: a smaller plant may be worth more.",
    ["120", "per maand verrekend"],
  ],
  [
    note("lower-grid-charges", { plant: true, baseline: false }),
    "The contract has two charges of the grid, and a year is billed under the lower: the other charges with the plant, the first charges without it.",
    ["het tweede tarief met de installatie", "het eerste tarief zonder"],
  ],
  [
    note("existing-sells-at-a-loss", { kwh: 503 }),
    "Today's panels feed in 503 kWh a year while that costs money; with the plant the inverter stops at such prices.",
    ["503 kWh", "omvormer"],
  ],
  [
    note("limits-exceeded", { importHours: 12, exportHours: 34 }),
    "Today the site draws more than the limit of its contract in 12 hours of the year and feeds in more than the limit of its contract in 34 hours: with the system this does not grow in these hours, except by the standby of a battery.",
    ["in 12 uren", "in 34 uren"],
  ],
  [
    note("amounts-in-euro", { currency: "GBP", assumptions: ["panelPriceCurve", "batteryPriceCurve"] }),
    "Amounts are in GBP, but prices of panels and prices of batteries are known in EUR and count without an exchange rate. Give prices in GBP for figures that hold.",
    ["GBP", "prijzen van panelen en prijzen van batterijen"],
  ],
  [
    note("prices-of-netherlands", { country: "US" }),
    "All figures use Dutch prices or taxes, because prices or taxes of the United States are unknown: give your own tariff for valid figures.",
    ["van de Verenigde Staten", "eigen tarief"],
  ],
  [
    note("day-ahead-of-netherlands", { country: "FR" }),
    "No day-ahead prices of France: the Dutch ones are used.",
    ["Frankrijk"],
  ],
  [
    note("day-ahead-of-netherlands", { country: null }),
    "No day-ahead prices of this place: the Dutch ones are used.",
    ["deze plaats"],
  ],
  [
    note("day-ahead-of-other-year", { zone: "BE", year: 2026, usedYear: 2024 }),
    "No day-ahead prices of the zone BE in 2026: prices of 2024 are used.",
    ["BE", "2026", "2024"],
  ],
  [
    note("price-hours-filled", { hours: 24, zone: "NL", year: 2023 }),
    "24 missing hours of the prices of the zone NL of 2023 are the mean of the same hour of the day before and after.",
    ["24", "NL", "2023"],
  ],
  [
    note("components-of-netherlands", { country: "BE" }),
    "Tariff components (tax, VAT, mark-up) of Belgium are not known: the Dutch ones are used.",
    ["van België", "btw"],
  ],
  [
    note("components-least", { country: "AT" }),
    "For Austria only VAT and the least energy tax of the European Union are counted, no grid fees and national levies. Purchase prices are therefore too low.",
    ["van Oostenrijk", "btw", "te laag"],
  ],
  [
    note("supplier-terms-of-netherlands", {
      country: "DE",
      components: [
        { component: "markUp", year: 2024 },
        { component: "feedInShareOfBarePrice", year: 2027 },
        { component: "levy", year: 2026, name: "Umlage" },
      ],
    }),
    "Not known for Germany: the supplier's mark-up (2024), the least feed-in share (2027), Umlage (2026). The Dutch terms are used.",
    ["Duitsland", "opslag", "Umlage", "terugleververgoeding"],
  ],
  [
    note("components-of-other-years", {
      year: 2023,
      components: [
        { component: "energyTax", year: 2024, fromKwh: 10_000, toKwh: 50_000 },
        { component: "vat", year: 2024 },
        { component: "markUp", year: 2024 },
        { component: "feedInFee", year: 2025 },
      ],
    }),
    "Not known for 2023, taken from the nearest year: energy tax from 10,000 to 50,000 kWh (2024), VAT (2024), the supplier's mark-up (2024), the supplier's feed-in fee (2025).",
    ["2023", "10.000 tot 50.000 kWh (2024)", "btw (2024)", "(2025)"],
  ],
  [
    note("components-provisional", {
      components: [{ component: "energyTax", year: 2025, fromKwh: 10_000_000, toKwh: null }],
    }),
    "Provisional: energy tax from 10,000,000 kWh.",
    ["vanaf 10.000.000 kWh"],
  ],
  [
    note("tax-by-block", { fromKwh: 10_000, toKwh: 50_000, eurPerKwh: 0.08, isSettled: true, hasNear: true }),
    "Energy tax is billed by its blocks; the plant is sized with the rate of the block from 10,000 kWh to 50,000 kWh, €0.08/kWh, in which the import of the plant ends; the lower bound is of plants whose import ends there or in a block near it.",
    ["daar of in een schijf daarnaast eindigt"],
  ],
  [
    note("tax-by-block", { fromKwh: 10_000, toKwh: 50_000, eurPerKwh: 0.06671 * 1.21, isSettled: true }),
    "Energy tax is billed by its blocks; the plant is sized with the rate of the block from 10,000 kWh to 50,000 kWh, €0.08072/kWh, in which the import of the plant ends; the lower bound is of plants whose import ends there too.",
    ["van 10.000 kWh tot 50.000 kWh", "€\u00a00,08072/kWh", "ondergrens"],
  ],
  [
    note("tax-by-block", { fromKwh: 50_000, toKwh: null, eurPerKwh: 0.03735, isSettled: false }),
    "Energy tax is billed by its blocks; the plant is sized with the rate of the block above 50,000 kWh, €0.03735/kWh, although its import ends in another: with the rate of that one the best plant would be another still.",
    ["boven 50.000 kWh", "hoewel"],
  ],
  [
    note("feed-in-lowered", { hours: 7, hasNetting: false }),
    "In 7 hours the feed-in price lies above the purchase price and is lowered to it.",
    ["7 uren"],
  ],
  [
    note("feed-in-lowered", { hours: 7, hasNetting: true }),
    "In 7 hours the feed-in price lies above the purchase price less the refund by netting and is lowered to it.",
    ["7 uren", "salderen"],
  ],
  [
    note("feed-in-counted-to-purchase", { hours: 7, hasNetting: false }),
    "In 7 hours the feed-in price lies above the purchase price. Bills count the full price; the plant is chosen and operated as if it ended there.",
    ["7 uren", "helemaal"],
  ],
  [
    note("feed-in-counted-to-purchase", { hours: 7, hasNetting: true }),
    "In 7 hours the feed-in price lies above the purchase price less the refund by netting. Bills count the full price; the plant is chosen and operated as if it ended there.",
    ["7 uren", "salderen"],
  ],
  [
    note("netting-beyond-law", { country: "NL", lastYear: 2026, law: "Stb. 2025, 17" }),
    "Netting counts in years after 2026, but ends in the Netherlands on 1 January 2027 (Stb. 2025, 17): bills and savings of those years will be others. For figures that hold, scan again with 2026 as the last year of netting.",
    ["na 2026", "Nederland op 1 januari 2027", "Stb. 2025, 17"],
  ],
  [
    note("carbon-of-netherlands", { country: "ES" }),
    "No carbon intensity of Spain: the Dutch one is used.",
    ["Spanje"],
  ],
  [
    note("feed-in-above-purchase", { amount: 1200, currency: "EUR" }),
    "Over the years of the analysis the feed-in price of some hours rises above their purchase price, less the refund by netting. The bill counts the full price; the choice of the plant counts it up to there. The lower bound is therefore €1,200 lower: another plant may cost up to that much less.",
    ["€\u00a01.200 lager"],
  ],
  [
    note("completed-by-other-version", { version: "0.1.0" }),
    "Version 0.1.0 of the service chose the sizes and proved them. A later version computed all other figures.",
    ["versie 0.1.0"],
  ],
  [
    note("completed-with-other-data", { dataVersion: "5f0c2e91b7a4d386" }),
    "The sizes were chosen and proved with other shipped data. All other figures use newer data.",
    ["andere meegeleverde gegevens"],
  ],
  [
    note("adjusts-other-version", { engineVersion: "0.2.0", dataVersion: "5f0c2e91b7a4d386" }),
    "The original scan was calculated by version 0.2.0 of the service. Differences from it may also come from newer calculations and data.",
    ["versie 0.2.0"],
  ],
  [
    note("adjusts-other-version", { engineVersion: null, dataVersion: null }),
    "The original scan was calculated by an earlier version of the service. Differences from it may also come from newer calculations and data.",
    ["een eerdere versie"],
  ],
  [
    note("negative-prices", { hours: 15 }),
    "In 15 hours of negative purchase prices the battery covers load but does not discharge into the grid; the lower bound holds within this rule.",
    ["15 uren"],
  ],
  [
    note("not-operated-anew", { because: "netting" }),
    "With a demand charge and netting, other consumption and other years are not worked out.",
    ["salderen"],
  ],
  [
    note("not-operated-anew", { because: "self-sufficiency" }),
    "With a demand charge and the goal self-sufficiency, other consumption and other years are not worked out.",
    ["zelfvoorziening"],
  ],
  [
    note("not-varied", { because: "netting" }),
    "With a demand charge and netting, the outlook has no other consumption and no other yield.",
    ["salderen", "opbrengst"],
  ],
  [
    note("not-varied", { because: "self-sufficiency" }),
    "With a demand charge and the goal self-sufficiency, the outlook has no other consumption and no other yield.",
    ["zelfvoorziening"],
  ],
  [
    note("load-uncovered", { kwh: 12.3456 }),
    "In some hours the connection does not carry the load and the standby of the battery together: 12.3 kWh a year stay uncovered.",
    ["12,3 kWh"],
  ],
  [
    note("load-uncovered", { kwh: 12_345 }),
    "In some hours the connection does not carry the load and the standby of the battery together: 12,300 kWh a year stay uncovered.",
    ["12.300 kWh"],
  ],
  [
    note("search-cut-short", { budgetMs: 3000, gap: 0.01231 }),
    "The work on this scan was limited to 3,000 ms: a better plant may exist, within the gap of 1.24 %.",
    ["3.000 ms", "1,24 %"],
  ],
  [
    note("wide-gap", { gap: 0.0312 }),
    "The plant is chosen for its controller. The lower bound has foresight of the whole year. No allowed plant costs less than the bound, but this plant is proven only within 3.12 % of that bound.",
    ["3,12 %"],
  ],
  [
    note("wide-gap", { gap: 218999.63 }),
    "The plant is chosen for its controller. The lower bound has foresight of the whole year. No allowed plant costs less than the bound, which lies too far below to say how near the best this plant is.",
    ["zo ver eronder"],
  ],
  [
    note("parts-left-out", { budgetMs: 3000, parts: ["sensitivity", "savingsSpread"] }),
    "The work on this scan was limited to 3,000 ms: the sensitivity and the spread of the savings are left out.",
    ["3.000 ms", "gevoeligheid en", "zijn weggelaten"],
  ],
  [
    note("parts-left-out", { budgetMs: 3000, parts: ["sensitivity"] }),
    "The work on this scan was limited to 3,000 ms: the sensitivity is left out.",
    ["is weggelaten"],
  ],
  [
    note("limited-by-time", {}),
    "The limit was reached by processor time: the same request may give another plant.",
    ["rekentijd"],
  ],
  [
    note("file-hours-estimated", { count: 3 }),
    "hours that are estimated, or measured in part and scaled to the whole: 3",
    ["3"],
  ],
  [
    note("file-values-repeated", { count: 3 }),
    "values left out because a later row has the same register and moment: 3",
    ["3"],
  ],
  [
    note("file-readings-broken", { count: 3 }),
    "readings that fell or jumped, the time around them counts as not measured: 3",
    ["3"],
  ],
  [
    note("file-readings-apart", { count: 3 }),
    "readings more than two hours after the previous reading, the time between counts as not measured: 3",
    ["3"],
  ],
  [note("file-values-negative", { count: 3 }), "values of bought energy below 0 left out: 3", ["3"]],
  [note("file-rows-of-gas", { count: 3 }), "rows of gas left out: 3", ["3"]],
  [
    note("file-of-several-years", { years: [2024, 2025] }),
    "the hours come from 2024, 2025: of each hour of the year the preferred year's or else the most recent",
    ["2024, 2025"],
  ],
  [
    note("file-without-summer-time", {}),
    "the file's clock has no summer time: its times were read as standard time",
    ["zomertijd"],
  ],
  [note("file-times-are-ends", {}), "times were read as the ends of intervals, as their days show", ["einde"]],
  [
    note("file-of-balance", {}),
    "one column has both directions: positive values count as purchase, negative as feed-in",
    ["beide richtingen"],
  ],
  [note("file-times-may-be-ends", {}), 'hours from 1:00 to 0:00 were read as beginnings: title ends "End"', ["Einde"]],
  [note("file-columns-not-read", { columns: ["ev kWh"] }), "columns of energy that were not read: ev kWh", ["ev kWh"]],
  [
    note("file-last-row-left-out", { violation: violation(["file"], "file-row-number", { row: 3, text: "x" }) }),
    'the last row was left out: row 3 of the file has "x" instead of a number',
    ["3", "x"],
  ],
]

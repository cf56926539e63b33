import { countryName } from "./countries.ts"
import type { ViolationTexts } from "./sayable.ts"
import { DATES, expectedText, FORMS, KINDS, NOT_READ, spacing, tableText, URLS } from "./violationParts.en.ts"

const lastOf = (path: readonly (string | number)[]): string => String(path.at(-1))
const didYouMean = (nearest: string | undefined): string => (nearest === undefined ? "" : `did you mean ${nearest}?`)
const kwh = (energy: number): string => `${Math.round(energy)} kWh`
const inColumn = (column: string | undefined): string => (column ? ` (column "${column}")` : "")
const quoted = (text: string): string => JSON.stringify(text)

/** The sentence of every violation in English. A field is named by its path. */
export const violationsEn: ViolationTexts = {
  required: ({ path }, { field }) => `${field(path)} is required`,
  "unknown-field": ({ path, other }, { field }) =>
    `unknown field ${field(path)}${other ? `, ${didYouMean(field(other))}` : ""}`,
  "unknown-parameter": ({ path, nearest }, { field }) =>
    `unknown query parameter ${field(path)}${nearest === undefined ? "" : `, ${didYouMean(nearest)}`}`,
  "parameter-once": ({ path }, { field }) => `${field(path)} must be given once`,
  type: ({ path, expected }, words) => `${words.field(path)} must be ${expectedText(expected, words)}`,
  "whole-number": ({ path }, { field }) => `${field(path)} must be a whole number`,
  "multiple-of": ({ path, step }, { field, number }) => `${field(path)} must be a multiple of ${number(step)}`,
  "at-least": ({ path, minimum }, { field }) => `${field(path)} must be at least ${minimum}`,
  "at-most": ({ path, maximum }, { field }) => `${field(path)} must be at most ${maximum}`,
  above: ({ path, limit }, { field }) => `${field(path)} must be above ${limit}`,
  below: ({ path, limit }, { field }) => `${field(path)} must be below ${limit}`,
  "not-empty": ({ path }, { field }) => `${field(path)} must not be empty`,
  "at-least-characters": ({ path, minimum }, { field }) => `${field(path)} must have at least ${minimum} characters`,
  "at-most-characters": ({ path, maximum }, { field }) => `${field(path)} must have at most ${maximum} characters`,
  "text-form": ({ path, form }, { field }) => `${field(path)} must be ${FORMS[form]}`,
  matches: ({ path, expression }, { field }) => `${field(path)} must be a string that matches ${expression}`,
  "at-least-entries": ({ path, minimum }, { field }) =>
    `${field(path)} must have at least ${minimum} ${minimum === 1 ? "entry" : "entries"}`,
  "at-most-entries": ({ path, maximum }, { field }) => `${field(path)} must have at most ${maximum} entries`,
  "total-at-most": ({ path, maximum }, { field }) => `${field(path)} must have a total of at most ${maximum}`,
  "storable-text": ({ path }, { field }) => `${field(path)} must be Unicode text without U+0000`,
  "storable-names": ({ path }, { field }) => `${field(path)} must have field names of Unicode text without U+0000`,
  unique: ({ path, within }, { field }) => `${field(path)} must be unique${within ? ` within the ${within}` : ""}`,
  "former-controller": ({ path, value }, { field }) =>
    `${field(path)} ${value} is no longer available; use selfConsumption with exportKw 0 in the limits of the tariff`,
  date: ({ path, form }, { field }) => `${field(path)} must be ${DATES[form]}`,

  "required-when": ({ path, other, value }, { field }) => `${field(path)} is required when ${field(other)} is ${value}`,
  "left-out-when": ({ path, other, value }, { field }) =>
    `${field(path)} must be left out when ${field(other)} is ${value}`,
  "at-most-other": ({ path, other, value }, { field }) => `${field(path)} must be at most ${field(other)} (${value})`,
  "point-rises": ({ path }, { field }) =>
    `${field(path)} must be of a larger size than the point before, above 0, and no cheaper`,
  "given-together": ({ path, other }, { field }) => `${field(path)} and ${field(other)} must be given together`,
  "needs-studio": ({ path }, { field }) =>
    `${field(path)} must be left out when inputMethod is known; use inputMethod studio with a profile`,
  "profile-defines": ({ path }, { field }) =>
    `${field(path)} must be left out when inputMethod is studio: the profile defines it`,
  "unknown-load-profile": ({ path, name }, { field }) =>
    `${field(path)} ${quoted(name)} is not a standard profile; GET /v1/profiles lists them`,
  "export-needs-panels": ({ path }, { field }) => `${field(path)} needs existingPv: without panels there is no feed-in`,
  "export-of-all-used": ({ path }, { field }) =>
    `${field(path)} must be left out when yearlyKwhBasis is used: all that is used is known then`,
  "export-above-production": ({ path, exportedKwh, producedKwh }, { field }) =>
    `${field(path)} (${kwh(exportedKwh)}) must be below what existingPv produces in a year (${kwh(producedKwh)}): ` +
    "lower it, or correct existingPv",
  "export-does-not-fit": ({ path, exportedKwh, boughtKwh, producedKwh }, { field }) =>
    `${field(path)} (${kwh(exportedKwh)}) does not fit to yearlyKwh (${kwh(boughtKwh)}) and what existingPv produces ` +
    `(${kwh(producedKwh)}): correct either, or leave yearlyExportKwh out to have it estimated`,
  "feed-in-above-price": ({ path, priceEurPerKwh }, { field }) =>
    `${field(path)} must be at most the purchase price (${priceEurPerKwh})`,
  "windows-leave-out": ({ path, month, day, hour }, { field }) =>
    `${field(path)} must cover every hour: no window covers ${day} at ${hour}:00 in month ${month}; a last window without months, days and hours holds the rest`,
  "hours-differ": ({ path }, { field }) => `${field(path)} must go from one hour to another`,
  "hours-or-quarters": ({ path, found: count }, { field }) =>
    `${field(path)} must have 8760 hours or 35040 quarters of an hour, found ${count}`,
  "price-in-unit": ({ path, unit }, { field }) => `${field(path)} must be a price in ${unit}, within 10 EUR/kWh`,
  "price-series-low": ({ path, unit, minimum }, { field }) =>
    `${field(path)} in ${unit} are below ${minimum} EUR/MWh in the mean: check the unit`,
  "price-series-deleted": ({ path }, { field }) =>
    `${field(path)} is a price series that was deleted: create the scan with another one`,
  "only-in-euro": ({ path, currency }, { field }) =>
    `${field(path)} asks for market prices or taxes, which exist in EUR only: under currency ${currency} the tariff must hold all prices as paid`,
  "tariff-needed": ({ path, country, template }, { field }) =>
    `${field(path)} needs market prices, which are not known for ${country === null ? "a place at sea" : countryName(country, "en")}: ` +
    `give a flat price or your own prices; GET /v1/tariffs/templates has the usual contract ${template}`,
  "holidays-unknown": ({ path, country }, { field }) =>
    `${field(path)} names holidays, which are not known for ${country === null ? "a place at sea" : countryName(country, "en")}: leave them out`,
  "netting-without-taxes": ({ path }, { field }) =>
    `${field(path)} must be left out when taxesIncluded is false: a dynamic tariff refunds taxes by it`,
  "netting-with-fixed-feed-in": ({ path }, { field }) =>
    `${field(path)} must be left out of a dynamic tariff with a fixed feedInEurPerKwh`,
  "needs-energyhub-profile": ({ path }, { field }) =>
    `${field(path)} must be studio, with the customProfileId of an energyhub profile, when goal is energyhub`,
  "roundtrip-product": ({ path, others: factors, percent }, { field }) =>
    `${field(path)} must be ${factors.map(lastOf).join(" × ")} (${percent}), or be left out`,
  "another-name": ({ path, other }, { field }) =>
    `${field(path)} is another name of ${field(other)}: give one, or the same number`,
  "battery-too-slow": ({ path, other, hours, leastKw }, { field }) =>
    `${field(path)} must be at least ${lastOf(other)} / ${hours} (${leastKw} kW)`,
  "beside-products": ({ path }, { field }) =>
    `${field(path)} must be left out: electricBattery.products have it themselves`,
  "no-product-fits": ({ path }, { field }) => `${field(path)} has no product that fits the bounds of electricBattery`,
  "too-many-module-choices": ({ path, found: choices, maximum }, { field }) =>
    `${field(path)} has ${choices} ways to give each roof one of its modules, at most ${maximum}: name fewer modules`,
  "too-many-products-fit": ({ path, maximum }, { field }) =>
    `${field(path)} has more than ${maximum} products that fit the bounds of electricBattery: name up to ${maximum} in catalogueIds, or ask for narrower bounds`,
  "fixed-by-original": ({ path }, { field }) => `${field(path)} must stay the original scan's in an adjustment`,
  "scan-in-hours": ({ path }, { field }) =>
    `${field(path)} quarter: this scan is in hours; create it with resolution quarter, or read hours`,
  "step-not-adjustable": ({ path, step }, { field }) =>
    `${field(path)} must stay the original scan's: the organization does not let adjustments change ${step}`,
  "parent-not-completed": ({ path, status }, { field }) =>
    `${field(path)} must be a completed scan; this one is ${status === "error" ? "failed" : status}`,
  "sandbox-without-profiles": ({ path }, { field }) =>
    `the sandbox has no profiles: remove ${field(path)} and use inputMethod known`,
  "profile-of-another-kind": ({ path, kind }, { field }) =>
    `${field(path)} must be the id of an energyhub profile when goal is energyhub; it is a ${kind} profile`,
  "profile-without-hours": ({ path }, { field }) =>
    `${field(path)} is a profile without hours: give it a base, source or asset first`,
  "profile-deleted": ({ path }, { field }) =>
    `${field(path)} is a profile that was deleted: create the scan with another profile`,
  "load-profile-deleted": ({ path }, { field }) =>
    `${field(path)} is a load profile that was deleted: create the scan with another one`,
  "profile-lacks-solar": ({ name }) =>
    `the profile ${quoted(name)} comes from a meter file with feed-in, and nothing in it produces: add a solar layer with ` +
    "the panels that are there to the profile (for an energyhub a pv asset with behindSource), and scan it again",
  "panels-in-profile": ({ path, other, name, part }, { field }) =>
    `${field(path)} would count twice: the profile ${quoted(name)} of ${field(other)} has the same panels in its solar ` +
    `layer ${quoted(part)}. Leave ${field(path)} out, or take them out of the profile`,
  "panels-behind-meter": ({ path, other, name, meter }, { field }) =>
    `${field(path)} would count twice: the panels are behind the meter of ${quoted(meter)}, whose feed-in is in the ` +
    `profile ${quoted(name)} of ${field(other)}. Leave ${field(path)} out, and put the panels into the solar layer of the ` +
    "profile (for an energyhub a pv asset with behindSource)",
  "battery-behind-meter": ({ path, other, name, meter }, { field }) =>
    `${field(path)} would count twice: the battery is behind the meter of ${quoted(meter)}, whose hours are in the ` +
    `profile ${quoted(name)} of ${field(other)}. Leave ${field(path)} out`,

  "one-is-required": ({ path, others: otherFields }, { field }) =>
    `${[path, ...otherFields.slice(0, -1)].map(field).join(", ")} or ${field(otherFields.at(-1) ?? [])} is required`,
  "shape-without-data": ({ path }, { field }) => `${field(path)} or profileKey is required when there is no data`,
  "one-shape": ({ path, other }, { field }) =>
    `${field(path)} must be left out when ${field(other)} is given: a profile starts from either`,
  "unknown-profile-key": ({ path, key, isWithoutData }, { field }) =>
    `${field(path)} ${quoted(key)} is not a standard profile; GET /v1/profiles and /v1/profiles/business list them` +
    (isWithoutData ? " when there is no data" : ""),
  "template-without-data": ({ path, values }, { field }) => `${field(path)} must be one of ${values.join(", ")}`,
  "above-zero-without-data": ({ path }, { field }) => `${field(path)} must be above 0 when there is no data`,
  "not-of-preset": ({ path, preset }, { field }) =>
    `${field(path)} must be left out: a layer of preset ${preset} has none`,
  "solar-config-required": ({ path }, { field }) => `${field(path)} is required for a solar layer`,
  "solar-config-without-data": ({ path }, { field }) => `${field(path)} is required when the layer has no data`,
  "surface-required": ({ path }, { field }) => `${field(path)} is required, unless roofSurfaces is given`,
  "second-layer": ({ preset }) =>
    `the profile has ${preset === "solar" ? "a solar layer" : "an EV layer"} already, and takes only one: change that ` +
    "layer, or delete it first",
  "second-layer-of-state": ({ path, preset }, { field }) =>
    `${field(path)} is a second ${preset} layer: a profile takes only one`,
  "layer-before-base": () =>
    "the profile has no base yet: set one with POST …/base or POST …/base/upload before adding layers",
  "too-many-parts": ({ maximum }) =>
    `the profile has ${maximum} parts, the most it takes: delete one, or merge profiles`,
  "source-without-energy": ({ path }, { field }) =>
    `${field(path)} cannot scale a source without any energy: delete it and add another`,
  "direction-of-type": ({ path, direction, assetType }, { field }) =>
    `${field(path)} must be ${direction}, or be left out, for a ${assetType}`,
  "not-behind-source": ({ path }, { field }) =>
    `${field(path)} must be the id of a consuming source of this profile, of an asset that generates`,
  "heat-pump-never-runs": ({ path }, { field }) =>
    `${field(path)} needs hours in which the heat pump runs: correct schedule or hourlyKw`,
  "either-or": ({ path, other }, { field }) => `${field(path)} must be left out when ${field(other)} is given`,
  "counts-only-with": ({ path, other }, { field }) =>
    `${field(path)} must be left out without ${field(other)}: it counts only with it`,
  "year-of-hours": ({ path, hours, given: count }, { field }) =>
    `${field(path)} must have ${hours} entries, or none; it has ${count}`,
  "base-required": ({ path }, { field }) =>
    `${field(path)} is required when there are layers or results: set a base first`,
  "export-without-origin": ({ path }, { field }) =>
    `${field(path)} must be at most result + productionResult of the hour: energy must be bought or produced before it is exported`,
  "index-with-date": ({ path }, { field }) => `${field(path)} must be left out when startDate is given`,
  "index-of-year": ({ path }, { field }) => `${field(path)} must be left out when view is year`,
  "index-of-view": ({ path, maximum, view }, { field }) =>
    `${field(path)} must be at most ${maximum} when view is ${view}`,
  "not-after-other": ({ path, other }, { field }) => `${field(path)} must not be after ${field(other)}`,
  "not-later-than-now": ({ path }, { field }) => `${field(path)} must be later than now`,
  "page-of-search": ({ path, maximum, rows }, { field }) =>
    `${field(path)} must be at most ${maximum}: a list with sort or search ends at its row ${rows}; narrow it by other filters, or export it`,

  "file-too-large": ({ mebibytes }) => `the file is larger than ${mebibytes} MiB: send a shorter period`,
  "file-empty": () => "the file is empty: download the export again",
  "file-of-other-kind": ({ kind }) => `the file is ${KINDS[kind]}`,
  "file-not-text": () => "the file is not text: send the export as .csv or .xlsx",
  "file-too-slow": () => "the file takes too long to read: send a shorter period",
  "file-too-much-memory": () => "the file takes too much memory to read: send a shorter period",
  "file-rows": ({ maximum }) => `the file has more than ${maximum} rows: send a shorter period`,
  "file-line-length": ({ line, maximum }) =>
    `line ${line} of the file is longer than ${maximum} characters: send the export as it was downloaded`,
  "file-open-quote": ({ row }) => `row ${row} of the file has a quote that is not closed: download the export again`,
  "file-zip-damaged": () => "the file is a damaged zip archive: download or save it again",
  "file-zip-parts": ({ parts, maximum }) => `the file has ${parts} parts inside, at most ${maximum} are read`,
  "file-zip-size": ({ mebibytes }) => `the file unpacks to more than ${mebibytes} MiB: send a shorter period`,
  "file-zip-ratio": ({ maximum }) =>
    `the file unpacks to more than ${maximum} times its size: save it again as .xlsx or .csv`,
  "file-zip-method": () => "the file is packed in a way that is not read: save it again as .xlsx",
  "file-encrypted": () => "the file is encrypted: save it without a password",
  "file-without-workbook": () => "the file is a zip archive without a workbook: send the .xlsx or .csv inside it",
  "file-sheet-missing": ({ sheet }) => `sheet ${sheet} is missing from the file: save it again`,
  "file-workbook-damaged": () => "the workbook or XML is damaged: download or save it again",
  "file-days-from-1904": () => "the workbook counts its days from 1904: save it with the usual date system",
  "file-format-not-read": ({ format, reason }) => `the file is an export of ${format} that ${NOT_READ[reason]}`,
  "file-format-unknown": ({ name, table, columns, hasMoreColumns, rowMinutes, formats }) =>
    `${name} is an export of no known format (${tableText(table)}; columns ${columns.join(", ")}` +
    `${hasMoreColumns ? " and more" : ""}; ${spacing(rowMinutes)}): send quarter-hours or hours of ${formats.join(", ")}, ` +
    "or a table with a date and time and a column whose title names kWh, Wh or kW",
  "file-titles-missing": () =>
    'the file begins with values: put a row of titles above them that names the units, such as "Time;Import (kWh)"',
  "file-unit-missing": ({ columns }) =>
    `${columns.length === 1 ? "column" : "columns"} ${columns.map(quoted).join(", ")} of the file ${columns.length === 1 ? "names" : "name"} no unit: ` +
    `write it in the title, as in "${columns[0]} (kWh)" for energy (kWh, Wh or MWh) or "${columns[0]} (kW)" for mean power (kW or W)`,
  "file-directions-unclear": ({ columns }) =>
    `columns ${columns.map(quoted).join(", ")} of the file do not say which is import from the grid and which is export: ` +
    'title them "import (kWh)" and "export (kWh)", and leave the others out',
  "file-energy-of-others": ({ columns }) =>
    `the file has no energy of a connection: ${columns.map(quoted).join(", ")} ${columns.length === 1 ? "is" : "are"} what panels make, ` +
    "a device takes, or gas or heat; export the counts of the grid meter",
  "file-row-moment": ({ row, column }) =>
    `row ${row} of the file has no moment from 2000 to 2099${inColumn(column)}: download the export again`,
  "file-row-hour": ({ row, column, maximum }) =>
    `row ${row} of the file must have an hour from 0 to ${maximum}${inColumn(column)}`,
  "file-row-number": ({ row, column, text }) =>
    `row ${row} of the file has "${text}" instead of a number${inColumn(column)}`,
  "file-row-unit": ({ row, column, text }) =>
    `row ${row} of the file has "${text}" instead of the unit of the previous rows${inColumn(column)}: export one unit, kWh`,
  "file-row-cells-few": ({ row, cells, needed }) =>
    `row ${row} of the file has ${cells} cells, but a day needs ${needed}`,
  "file-row-cells": ({ row, cells, titles }) =>
    `row ${row} of the file has ${cells} cells below ${titles} titles: where commas part the cells write decimals with a point`,
  "file-row-time": ({ row, column, text }) =>
    `row ${row} of the file has "${text}" instead of a date and time from 2000 to 2099${inColumn(column)}`,
  "file-same-moments": () =>
    "many rows of the file have the same date and time: export one meter, with a column for each direction",
  "file-readings-fall": () =>
    "the file's meter readings rise and fall. For the energy of each interval title the columns " +
    '"Import energy (kWh)" and "Export energy (kWh)"',
  "file-readings-unclear": ({ kwh: energy, days }) =>
    `the file does not show whether its values are meter readings or the energy of each interval. As meter readings they ` +
    `add up to ${energy} kWh in ${days} days. For energy title the columns "Import energy (kWh)" and ` +
    '"Export energy (kWh)"; for meter readings send a period in which the meter counted',
  "file-looks-like-readings": () =>
    'the file\'s kWh look like the readings of a meter: export the energy used in each hour, or title their column "Meter reading (kWh)"',
  "file-date-order": () => "the file's dates may be day-month or month-day: write them as YYYY-MM-DD HH:MM",
  "file-dates-swapped": () =>
    "the file's days and months are exchanged in some rows, as a spreadsheet may do: send the export as it was downloaded",
  "file-registers": ({ maximum }) => `the file has more than ${maximum} registers: send one meter`,
  "file-interval-energy": ({ kwh: energy }) =>
    `the file has ${energy} kWh in one interval: check that its values are energy in kWh`,
  "file-few-values": () => "the file holds fewer than two values: send at least 28 days of hours",
  "file-too-coarse": ({ hours }) =>
    `the file holds ${hours === 24 ? "one value a day" : `one value in ${hours} hours`}: ` +
    "export quarter-hours or hours instead, a day's total does not tell when the energy was used",
  "file-no-whole-hour": ({ format }) => `the ${format} file holds no whole hour: export quarter-hours or hours`,
  "file-connections": ({ format, connections }) =>
    `the ${format} file holds ${connections} connections that buy energy: export one connection at a time`,
  "file-negative": ({ format, values }) =>
    `the ${format} file holds ${values} values of bought energy below 0: export bought and fed-in energy in columns of ` +
    "their own",
  "file-without-units": () =>
    "the Green Button file has no ReadingType with the unit (uom) of its readings: export it with its reading types",
  "file-gas": ({ format }) => `the ${format} file holds gas, not electricity: export the electricity meter`,
  "file-only-fed-in": ({ format }) => `the ${format} file has only exported energy: export the imported energy too`,
  "file-balance-reversed": () =>
    "more energy goes out than in at night in the column of both directions: write import above 0 and " +
    "export below 0",
  "file-no-values": ({ format }) => `the ${format} file holds no measured values: choose a period that was measured`,
  "file-too-short": ({ days, minimum }) =>
    `the file holds ${days} measured days: send at least ${minimum}, better a whole year`,

  "idempotency-key": () => "Idempotency-Key must be 1 to 255 printable ASCII characters",
  "not-a-form": () => "the body is not a whole multipart form",
  "form-parts": ({ maximum }) => `the form has more than ${maximum} parts: send the file alone`,
  "form-part-head": ({ maximum }) =>
    `a part of the form begins with headers of more than ${maximum} bytes: send the file with a short name`,
  "required-as-file": ({ path }, { field }) => `${field(path)} is required, as a file`,
  image: ({ path }, { field }) => `${field(path)} must be a PNG, JPEG or WebP image with sides of at most 4096 pixels`,
  "password-wrong": ({ path }, { field }) => `${field(path)} is wrong`,
  "password-same": ({ path, other }, { field }) => `${field(path)} must differ from ${field(other)}`,
  "password-common": ({ path }, { field }) =>
    `${field(path)} is one of the most common passwords, or one with a few digits or signs after it`,
  "password-link-over": () =>
    "this link was used already, is over, or was replaced by a newer one: ask the operator of the service for another",
  "not-a-header-name": ({ name }) => `headers: ${quoted(name)} is not a header name`,
  "header-twice": ({ path }, { field }) => `${field(path)} is given twice`,
  "header-masked": ({ path }, { field }) => `${field(path)} is the mask of a value that is not kept: give the value`,
  "header-reserved": ({ path }, { field }) => `${field(path)} is set by the service and must not be overwritten`,
  "header-value": ({ path }, { field }) => `${field(path)} must have at most 1000 characters, all printable ASCII`,
  "not-a-url": ({ path, reason }, { field }) => `${field(path)} ${URLS[reason]}`,
  "url-not-public": ({ path, host }, { field }) => `${field(path)}: ${host} leads to an address that is not public`,
  "mode-of-key": ({ path, mode }, { field }) =>
    `${field(path)} must be left out or ${mode}: an API key has a mode of its own, and this one is of ${mode}`,
  "unknown-name": ({ path, values, name, nearest }, { field }) =>
    `${field(path)} must be a comma-separated subset of ${values.join(", ")}: ${quoted(name)} is none` +
    (nearest === undefined ? "" : `, ${didYouMean(nearest)}`),
  "not-a-tier": ({ path, values, nearest }, { field }) =>
    `${field(path)} must be one of ${values.join(", ")}${nearest === undefined ? "" : `; ${didYouMean(nearest)}`}`,
  "tier-name": ({ name }) => `tiers: the name ${quoted(name)} must be small letters, digits and hyphens`,
  "price-file-layout": ({ columns }) =>
    "not a price file that is known: expected ENTSO-E's day-ahead export (columns MTU, Day-ahead Price in EUR/MWh, area " +
    "BZN|…), Ember's hourly file (Datetime (UTC), Price (EUR/MWhe)), SMARD's wholesale prices (Start date, … [€/MWh]), " +
    "Energy-Charts' day-ahead auction, or a table with a date and time and a column whose title names EUR/MWh, EUR/kWh " +
    "or ct/kWh; found the columns " +
    columns.join(", "),
  "price-file-zone": () => "the file does not say of which bidding zone its prices are: name it, as in --zone NL",
  "price-file-unit": ({ line, unit, expected }) =>
    `line ${line}: prices are in ${quoted(unit)}, expected is ${expected}`,
  "price-file-columns": ({ columns }) =>
    `the file has several columns of numbers (${columns.map(quoted).join(", ")}): keep only the prices`,
  "price-file-clock": ({ row, text, zone }) =>
    `row ${row} has "${text}", which clocks of ${zone} skip: name the clock in the title of the times, as in "Time (UTC)" or "Time (UTC+1)"`,
  "price-file-ends": () => "the file's times are the ends of hours: write the beginning of each",
  "price-hours-missing": ({ year, hours, from }) =>
    `the file lacks ${hours} hours of ${year}, the first at ${from} of standard time: send each hour or quarter of the year`,
  "time-zone": ({ path, name }, { field }) =>
    `${field(path)} ${quoted(name)} must be a time zone of the IANA database, such as Europe/Amsterdam`,
  "price-file-time": ({ line, text }) => `line ${line}: ${quoted(text)} is not a time`,
  "price-file-high": ({ line, eurPerMwh, maximum }) =>
    `line ${line}: ${eurPerMwh} EUR/MWh is beyond ${maximum}: check the unit that the column names`,
  "price-file-low": ({ zone, year, minimum }) =>
    `prices of ${zone} ${year} are below ${minimum} EUR/MWh in the mean: check the unit that the column names`,
  "price-file-price": ({ line, text }) => `line ${line}: ${quoted(text)} is not a price`,
  "custom-load-profile-required": ({ path }, { field }) =>
    `${field(path)} is required when use_custom_load_profile is true: the record_id of the profile`,
  "not-a-custom-load-profile": ({ path, recordId }, { field }) =>
    `${field(path)} ${quoted(recordId)} is not a custom load profile: GET /v1/load-profile lists them`,
  "load-profile-of-zeros": ({ path, recordId }, { field }) =>
    `${field(path)} ${quoted(recordId)} is 0 in every hour: it cannot be scaled to yearly_kwh`,
  "csv-rows": ({ expected, found: count }) => `expected ${expected} rows, found ${count}`,
  "csv-row-below-zero": ({ row, text }) => `row ${row} is below 0 (${quoted(text)}): a load profile is consumption`,
  "csv-row-above": ({ row, text, maximumKw }) => `row ${row} is above ${maximumKw} kW (${quoted(text)})`,
  "csv-row-empty": ({ row }) => `row ${row} is empty`,
  "csv-row-decimal-comma": ({ row, text }) => `row ${row} has a decimal comma (${quoted(text)}): use a decimal point`,
  "csv-row-columns": ({ row, text }) => `row ${row} has more than one column (${quoted(text)})`,
  "csv-row-not-a-number": ({ row, text }) =>
    `row ${row} is not a number (${quoted(text)})${row === 1 ? ": leave a header out" : ""}`,
  "csv-columns": ({ columns }) => `line 1 must name columns: id, capacityKwh and powerKw among ${columns.join(", ")}`,
  "csv-products": ({ maximum }) => `the file has more than ${maximum} products`,
  "csv-column-twice": ({ path }, { field }) => `${field(path)} names a column that is there twice`,
  "csv-number-ambiguous": ({ path, text }, { field }) =>
    `${field(path)} ${quoted(text)} may have thousands or decimals: leave out the sign between thousands, or write decimals in more or fewer than three digits`,
}

/** The English sentences of broken rules: the package is used without the catalogues of the service. */
import type { ArgumentRules, Range } from "./rules.ts"

const TYPES: Readonly<Record<ArgumentRules["type"]["type"], string>> = {
  Float64Array: "a Float64Array",
  Int32Array: "an Int32Array",
  Int16Array: "an Int16Array",
  numbers: "an array of numbers",
  boolean: "true or false",
}

function rangeText({ min, max, above }: Range): string {
  const parts: string[] = []
  if (above !== undefined) parts.push(`above ${above}`)
  if (min !== undefined) parts.push(`at least ${min}`)
  if (max !== undefined) parts.push(`at most ${max}`)
  return parts.length > 0 ? ` ${parts.join(" and ")}` : ""
}

/** Texts after the argument's path in a message. */
export const ARGUMENT_TEXTS: { readonly [R in keyof ArgumentRules]: (params: ArgumentRules[R]) => string } = {
  number: ({ value, ...range }) =>
    `must be ${range.infinite ? "a number" : "a finite number"}${rangeText(range)}, not ${value}`,
  "whole-number": () => "must be a whole number",
  "whole-panels": ({ value }) => `must be a whole number of panels, not ${value}`,
  type: ({ type }) => `must be ${TYPES[type]}`,
  "series-length": ({ expected, found: count }) => `must have ${expected} values, one for each step, not ${count}`,
  "steps-of-year": ({ maximum, found: count }) => `must have 1 to ${maximum} values, not ${count}`,
  "points-of-curve": ({ maximum }) => `must have 1 to ${maximum} points`,
  "entries-of-tiers": ({ maximum }) => `must have 1 to ${maximum} entries`,
  "entry-of-each-roof": ({ expected }) => `must have ${expected} entries, one for each roof of the year`,
  "value-of-each-roof": ({ expected }) => `must have ${expected} values, one for each roof`,
  "at-most-entries": ({ maximum }) => `must have at most ${maximum} entries`,
  "at-most-roofs": ({ maximum }) => `must be an array of at most ${maximum} roofs`,
  "at-most-sets": ({ maximum }) => `must be an array of at most ${maximum} sets`,
  "at-most-charged-periods": ({ maximum }) => `must have at most ${maximum} charged periods in all`,
  "sale-above-purchase": ({ sellEurPerKwh, buyEurPerKwh }) =>
    `must not be above buyEurPerKwh (${sellEurPerKwh} > ${buyEurPerKwh}): selling what was just bought has no end`,
  "index-of-prices": ({ value }) => `must be -1 or an index of eurPerKw, not ${value}`,
  "phases-of-year": ({ maximum }) => `must have 1 to ${maximum} entries, each of as many whole steps`,
  "netted-phases-first": () => "must be false after a phase that is not netted",
  "netting-above-difference": ({ step, differenceEurPerKwh, value }) =>
    `must not be above buyEurPerKwh - sellEurPerKwh (step ${step}: ${differenceEurPerKwh}), not ${value}`,
  "netting-with-share": ({ goal }) => `cannot be combined with the goal ${goal}`,
  "step-of-panels": () => "must be 0 or 1",
  "step-of-counted-roof": () => "must be 1 where a fixed cost or panelCurve counts the roof",
  "curve-of-roof": ({ roof }) => `must be given for panels[${roof}].isPricedTogether`,
  "power-of-capacity": ({ slowestHours, leastKw, value }) =>
    `must be at least minKwh/${slowestHours} (${leastKw}), not ${value}`,
  "point-above-zero": () => "must have a point above size 0",
  "one-price": () => "needs one of eurPerKwh, tiers and curve",
  "tiers-to-capacity": ({ maxKwh, reachedKwh }) => `must reach battery.maxKwh (${maxKwh}), not only ${reachedKwh}`,
  "kind-of-goal": () => "must be cost, minShare, maxShare or noUnserved",
  "cuts-of-result": () => "must be the cuts of an earlier result",
  "version-of-cuts": ({ found: version, expected }) => `have version ${version}, not ${expected}`,
  "shape-of-cuts": () => "belong to a year of another shape",
  "blocks-of-cuts": () => "have the year in other blocks",
  "whole-cuts": () => "are incomplete",
  "year-of-cuts": () => "belong to a year of other load, production or limits",
  "prices-of-cuts": () => "belong to a year of other prices",
  "unserved-price-of-cuts": () => "belong to a year with another price of unserved energy",
  "finite-cuts": () => "must be finite",
  "block-of-cut": () => "name a block that is none",
}

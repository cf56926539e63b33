import { DAY_KINDS, dayOf, shippedTable, type TableOf, VDEW_SEASONS, yearOf } from "../support/vdew.ts"

/**
 * `bun tests/compare/vdewFarms.ts`: daily use by table of the farm profiles, and yearly use (VDEW: 1,000 kWh). The
 * current tables are compared with the tables shipped until November 2026, which had L0 in place of five of L1's.
 */
const before: TableOf = (profile, season, kind) =>
  shippedTable(
    profile === "L1" && kind !== "workday" && `${season} ${kind}` !== "winter sunday" ? "L0" : profile,
    season,
    kind,
  )

console.log(`${"kWh".padEnd(22)}${["L0", "L2", "L1 before", "L1"].map(name => name.padStart(11)).join("")}`)
const print = (what: string, values: readonly number[]) =>
  console.log(`${what.padEnd(22)}${values.map(kwh => kwh.toFixed(3).padStart(11)).join("")}`)
for (const season of VDEW_SEASONS) {
  for (const kind of DAY_KINDS) {
    const of = (profile: string, tableOf: TableOf) => dayOf(tableOf(profile, season, kind))
    print(`${season} ${kind}`, [of("L0", before), of("L2", before), of("L1", before), of("L1", shippedTable)])
  }
}
print("year 2019", [yearOf("L0"), yearOf("L2"), yearOf("L1", before), yearOf("L1")])

import { expect, test } from "bun:test"
import { type Note, note } from "../../domain/note.ts"
import { noteText } from "../../domain/texts/notes.ts"

/** Notes of one hour, of large numbers and of rates: how sentences write them. */
const CASES: [one: Note, english: string, inDutch: string[]][] = [
  [
    note("limits-exceeded", { importHours: 1, exportHours: 0 }),
    "The site as it is draws more than the limit of its contract in 1 hour of the year: with the plant it does not draw or feed in more than today in these hours, but for the standby of a battery.",
    ["in 1 uur van"],
  ],
  [
    note("negative-prices", { hours: 1 }),
    "In 1 hour of negative purchase prices the battery covers load but does not discharge into the grid; the lower bound holds within this rule.",
    ["In 1 uur "],
  ],
  [
    note("feed-in-lowered", { hours: 1, hasNetting: false }),
    "In 1 hour the feed-in price lies above the purchase price and is lowered to it.",
    ["In 1 uur "],
  ],
  [
    note("price-hours-filled", { hours: 1, zone: "NL", year: 2025 }),
    "1 missing hour of the NL prices of 2025 is the mean of the same hour of the day before and after.",
    ["1 ontbrekend uur", " is het"],
  ],
  [
    note("tax-by-block", { fromKwh: 10_000, toKwh: 50_000, eurPerKwh: 0.0807191, isSettled: true, hasVat: true }),
    "Energy tax is billed by its blocks; the plant is sized with the rate of the block from 10,000 kWh to 50,000 kWh, 0.08072 EUR/kWh with VAT, in which the import of the plant ends; the lower bound is of plants whose import ends there too.",
    ["0,08072 EUR/kWh met btw, waarin"],
  ],
  [
    note("existing-sells-at-a-loss", { kwh: 1719 }),
    "Today's panels feed in 1,719 kWh a year while that costs money; with the plant the inverter stops at such prices.",
    ["1.719 kWh"],
  ],
]

test.each(CASES)("%j is written plainly in both languages", (one, english, inDutch) => {
  expect(noteText(one, "en")).toBe(english)
  for (const part of inDutch) expect(noteText(one, "nl")).toContain(part)
})

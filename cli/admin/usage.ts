import { assertTiersKnown, usageOf } from "../../api/v1/usage/meter.ts"
import { type Month, monthNamed, monthOf } from "../../domain/organization/month.ts"
import { costOfMonth } from "../../domain/organization/tiers.ts"
import { readStored } from "../../store/storedBytes.ts"
import { readMeters } from "../../store/usage.ts"
import { InvalidCommand } from "../errors.ts"
import type { Command } from "./command.ts"

export const usageCommand: Command = {
  name: "usage",
  summary: "lists what each organization used in a month (UTC; unless given this one), and its cost by its tier of now",
  options: { month: { value: "YYYY-MM" } },
  async run({ queries, tiers: store }, { month: monthName }) {
    const month = chosenMonth(monthName)
    const db = await queries()
    const tiers = store.read()
    await assertTiersKnown(db, tiers)
    const rows = await readMeters(db, month.name)
    const stored = async (id: string) => ({
      live: (await readStored(db, id, "live")).bytes,
      sandbox: (await readStored(db, id, "sandbox")).bytes,
    })
    const bytes = new Map<string, Awaited<ReturnType<typeof stored>>>()
    for (const { id } of rows) bytes.set(id, await stored(id))
    const items = rows.map(row => {
      const { tier, quota, used, overage } = usageOf(tiers, row, month)
      const costEur = Math.round(costOfMonth(tiers.tiers[tier]!, used) * 100) / 100
      return {
        id: row.id,
        displayName: row.displayName,
        tier,
        quota,
        used,
        overage,
        costEur,
        storedBytes: bytes.get(row.id),
      }
    })
    return { month: month.name, items }
  },
}

const chosenMonth = (name: string | undefined): Month => {
  const month = name === undefined ? monthOf(new Date()) : monthNamed(name)
  if (month) return month
  throw new InvalidCommand("--month must be a year and a month, such as 2026-03")
}

import { note, type StoredNote } from "../base/note.ts"
import type { SolvedPlant } from "../case/solvedPlant.ts"
import type { StoredReport } from "./schema.ts"

/** True for the driver with figures of the compared controllers. */
const ofControl = ({ name }: { name: string }): boolean => name === "foresight"

/** A report of the plant: without alternatives, other drivers than the controller, and break-even values. */
export const plantReport = (report: StoredReport): StoredReport => {
  const { outlook } = report
  const ranges = outlook && { ...outlook, drivers: outlook.drivers.filter(ofControl), breakEven: [] }
  return { ...report, ...(ranges ? { outlook: ranges } : {}), alternatives: [] }
}

/**
 * A report of the plant with the parts that it lacks. Its own parts stay, so that no figure of the plant changes.
 * @param computed full report of the same plant
 */
export const completedReport = (stored: StoredReport, computed: StoredReport): StoredReport => {
  const { alternatives: _alternatives, outlook, notes, ...own } = stored
  const { drivers: others = [], breakEven = [] } = computed.outlook ?? {}
  const drivers = [...others.filter(driver => !ofControl(driver)), ...(outlook?.drivers ?? [])]
  return {
    ...computed,
    ...own,
    ...(outlook === undefined ? {} : { outlook: outlook && { ...outlook, drivers, breakEven } }),
    notes: [...notes, ...othersOf(computed.notes, notes)],
  }
}

/** A report that this version computed at the sizes of another version; the proof of the search stays. */
export const recomputedReport = (
  { optimisation }: StoredReport,
  computed: StoredReport,
  { engineVersion }: SolvedPlant,
): StoredReport => ({
  ...computed,
  optimisation,
  notes: [note("completed-by-other-version", { version: engineVersion }), ...computed.notes],
})

const othersOf = (notes: readonly StoredNote[], before: readonly StoredNote[]): StoredNote[] => {
  const codes = new Set(before.map(codeOf))
  return notes.filter(each => !codes.has(codeOf(each)))
}

const codeOf = (stored: StoredNote): string => (typeof stored === "string" ? stored : stored.code)

import { type Note, note, type StoredNote } from "../base/note.ts"
import type { SolvedPlant } from "../case/solvedPlant.ts"
import { areOfThisCode, type StoredVersions, VERSIONS } from "../case/versions.ts"
import type { StoredReport } from "./schema.ts"

type Plant = NonNullable<StoredReport["alternatives"]>[number]

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
  const { alternatives: _alternatives, outlook, notes, ...storedFields } = stored
  const { drivers: computedDrivers = [], breakEven = [] } = computed.outlook ?? {}
  const drivers = [...computedDrivers.filter(driver => !ofControl(driver)), ...(outlook?.drivers ?? [])]
  const { alternatives = [] } = computed
  return {
    ...computed,
    ...storedFields,
    alternatives: alternatives.map(plant => withRange(plant, outlook)),
    ...(outlook === undefined ? {} : { outlook: outlook && { ...outlook, drivers, breakEven } }),
    notes: [...notes, ...othersOf(computed.notes, notes)],
  }
}

/**
 * The report's own plant with the stored range, since its other years are not operated again. Without a stored range no
 * plant has one to compare.
 */
const withRange = ({ netPresentValueRange, ...plant }: Plant, outlook: StoredReport["outlook"]): Plant => {
  const range = outlook && plant.kind === "optimum" ? outlook.npv : netPresentValueRange
  return outlook && range ? { ...plant, netPresentValueRange: range } : plant
}

/** A report that this version computed at the sizes of another version; the proof of the search stays. */
export const recomputedReport = (
  { optimisation, notes }: StoredReport,
  computed: StoredReport,
  solved: SolvedPlant,
): StoredReport => {
  const onOriginal = notes.filter(stored => codeOf(stored) === "adjusts-other-version")
  return { ...computed, optimisation, notes: [...notesOnSearch(solved), ...onOriginal, ...computed.notes] }
}

/** Notes on another version or other data of the search than of the other figures. */
const notesOnSearch = ({ engineVersion, dataVersion }: SolvedPlant): Note[] => [
  ...(engineVersion === VERSIONS.engineVersion ? [] : [note("completed-by-other-version", { version: engineVersion })]),
  ...(dataVersion === undefined || dataVersion === VERSIONS.dataVersion
    ? []
    : [note("completed-with-other-data", { dataVersion })]),
]

/**
 * A report of an adjustment, with a note if its original is of another version or of other data.
 * @param original versions of the original's report; absent: no adjustment, or the original was deleted
 */
export const adjustedReport = (report: StoredReport, original: StoredVersions | undefined): StoredReport => {
  if (!original || areOfThisCode(original)) return report
  return { ...report, notes: [note("adjusts-other-version", original), ...report.notes] }
}

const othersOf = (notes: readonly StoredNote[], before: readonly StoredNote[]): StoredNote[] => {
  const codes = new Set(before.map(codeOf))
  return notes.filter(each => !codes.has(codeOf(each)))
}

const codeOf = (stored: StoredNote): string => (typeof stored === "string" ? stored : stored.code)

import { useCallback } from "react"
import { Link, useSearch } from "../app/router.tsx"
import { useSession } from "../app/session.tsx"
import { formatOf } from "../lib/format.ts"
import { useLoad } from "../lib/load.ts"
import { type Settings, useSettings } from "../lib/settings.tsx"
import { asWritten, type Figure, figuresOf, figureTexts } from "../live/Difference.tsx"
import { type FullReport, plantWords, sum } from "../report/data.ts"
import { useAppText } from "../text/appText.ts"
import { Async } from "../ui/Async.tsx"
import { Table } from "../ui/Table.tsx"
import type { Customer } from "./CustomerCard.tsx"
import { lastList } from "./listState.ts"

const MOST = 4
/** Figures that are amounts; with several currencies no best value is marked. */
const AMOUNTS: readonly Figure[] = ["savings", "value", "investment"]
/** Figures whose lowest value is the best. */
const LOW_IS_GOOD: readonly Figure[] = ["payback", "investment"]

interface Compared {
  report: FullReport
  customer: Customer
}

const useCompared = (ids: string) => {
  const { ask } = useSession()
  return useLoad(
    useCallback(
      (signal): Promise<Compared[]> =>
        Promise.all(
          ids
            .split(",")
            .filter(Boolean)
            .slice(0, MOST)
            .map(async id => ({
              report: await ask("GET /v1/scans/{id}/result", { params: { id }, signal }),
              customer: await ask("GET /v1/scans/{id}/customer", { params: { id }, signal }),
            })),
        ),
      [ask, ids],
    ),
  )
}

const plantOf = ({ solar, battery }: FullReport, settings: Settings, nothing: string): string => {
  const panels = sum(solar.newSystems.map(({ panelCount }) => panelCount))
  return plantWords(panels, battery.specs.capacityKwh, settings) ?? nothing
}

/** Index of the best value after rounding; undefined if all are equal. */
const bestOf = (figure: Figure, values: readonly (number | null)[]): number | undefined => {
  const sign = LOW_IS_GOOD.includes(figure) ? -1 : 1
  const scores = values.map(value => (value === null ? Number.NEGATIVE_INFINITY : sign * asWritten(figure, value)))
  const highest = Math.max(...scores)
  return scores.every(score => score === highest) ? undefined : scores.indexOf(highest)
}

const SideBySide = ({ all }: { all: readonly Compared[] }) => {
  const { compare, adjust, scans } = useAppText()
  const settings = useSettings()
  const { format, language } = settings
  if (all.length < 2) return <p className="muted">{compare.none}</p>
  const shows = all.map(({ report }) => figureTexts(report, formatOf(language, report.currency), scans.never))
  const isOneCurrency = all.every(({ report }) => report.currency === all[0]!.report.currency)
  const figures = all.map(({ report }) => figuresOf(report))
  const names = Object.keys(figures[0]!) as Figure[]
  const heading = ({ report, customer }: Compared, index: number) =>
    `${index + 1}. ${customer.name ?? format.dateTime(report.createdAt)}`
  const rows = [
    {
      key: "open",
      cells: [
        scans.when,
        ...all.map(({ report }) => (
          <Link key={report.id} to={`/scans/${report.id}`}>
            {format.dateTime(report.createdAt)}
          </Link>
        )),
      ],
    },
    {
      key: "plant",
      cells: [
        compare.plant,
        ...all.map(({ report }) => (
          <span className="gives-way" key={report.id}>
            {plantOf(report, settings, compare.nothing)}
          </span>
        )),
      ],
    },
    ...names.map(name => {
      const values = figures.map(figure => figure[name])
      const best = isOneCurrency || !AMOUNTS.includes(name) ? bestOf(name, values) : undefined
      return {
        key: name,
        cells: [
          adjust.figures[name],
          ...values.map((value, index) =>
            index === best ? (
              <>
                <strong>{shows[index]![name](value)}</strong> <span className="badge good">{compare.best}</span>
              </>
            ) : (
              shows[index]![name](value)
            ),
          ),
        ],
      }
    }),
  ]
  return (
    <div className="card stack">
      <Table label={compare.title} head={[adjust.figure, ...all.map(heading)]} rows={rows} isHeadedByNames />
    </div>
  )
}

/** Two to four scans next to each other, by their key figures. */
const Compare = () => {
  const { compare, scans } = useAppText()
  const ids = new URLSearchParams(useSearch()).get("ids") ?? ""
  const compared = useCompared(ids)
  return (
    <div className="content">
      <p className="no-print">
        <Link to={lastList()}>← {scans.back}</Link>
      </p>
      <h1>{compare.title}</h1>
      <Async loaded={compared}>{all => <SideBySide all={all} />}</Async>
    </div>
  )
}

export default Compare

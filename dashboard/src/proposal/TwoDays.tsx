import { useEffect, useMemo } from "react"
import { Chart, drawerReady } from "../charts/Chart.tsx"
import { arriving } from "../lib/arriving.ts"
import { useSettings } from "../lib/settings.tsx"
import type { Series } from "../report/data.ts"
import { exploreOption, legendOf, pictureOf } from "../report/exploreOption.ts"
import { Section } from "../report/Section.tsx"
import { useProposalText } from "./proposalText.ts"

/** Days of the year, from 0: the middle of June and of January. */
const DAYS = { june: 165, january: 14 } as const
const HEIGHT = 520
const HEIGHT_WITHOUT_BATTERY = 420

const Day = ({ series, name }: { series: Series; name: keyof typeof DAYS }) => {
  const settings = useSettings()
  const { text, palette } = settings
  const { explore } = text.report
  const { days } = useProposalText()
  const picture = useMemo(
    () => pictureOf(series, { interval: "day", day: DAYS[name] }, settings),
    [series, name, settings],
  )
  const option = useMemo(() => exploreOption(picture, settings), [picture, settings])
  return (
    <div className="card stack">
      <div>
        <h3>{days[name]}</h3>
        <span className="small muted">{picture.title}</span>
      </div>
      <Chart
        label={`${days[name]}: ${explore.chart}`}
        option={option}
        height={picture.level ? HEIGHT : HEIGHT_WITHOUT_BATTERY}
        legend={legendOf(picture, palette)}
      />
    </div>
  )
}

/** Timeout after which a busy browser is called anyway [ms]. */
const LONGEST_REST_MS = 1_000

/** Calls back when the browser has nothing else to do. */
const whenResting = (then: () => void): void => {
  if ("requestIdleCallback" in window) requestIdleCallback(then, { timeout: LONGEST_REST_MS })
  else setTimeout(then, LONGEST_REST_MS)
}

/**
 * The drawing code is loaded once the report is on the screen, because a browser's print menu does not wait for the
 * page; until then the printed page says that it is incomplete.
 */
const usePaper = (): void =>
  useEffect(() => {
    const { dataset } = document.documentElement
    let isOver = false
    whenResting(async () => {
      const arrives = (part: () => Promise<unknown>) =>
        arriving(part).then(
          () => true,
          () => false,
        )
      const parts = [() => import("./Cover.tsx"), () => import("../report/roofs/RoofDrawings.tsx")].map(arrives)
      const isReady = await Promise.all([drawerReady(), ...parts])
      if (!isOver && isReady.every(Boolean)) dataset.paper = "ready"
    })
    return () => {
      isOver = true
      delete dataset.paper
    }
  }, [])

/** A day of summer and a day of winter for paper, which has no date field; nothing for a scan without hours. */
export const TwoDays = ({ series }: { series: Series | null }) => {
  const { days } = useProposalText()
  usePaper()
  if (!series) return null
  return (
    <div className="print-only">
      <Section id="days" title={days.title}>
        <div className="two">
          <Day series={series} name="june" />
          <Day series={series} name="january" />
        </div>
      </Section>
    </div>
  )
}

export default TwoDays

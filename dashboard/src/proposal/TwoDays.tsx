import { useMemo } from "react"
import { Chart } from "../charts/Chart.tsx"
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

/** Paper cannot be turned to another day: it has one of summer and one of winter. */
export const TwoDays = ({ series }: { series: Series }) => {
  const { days } = useProposalText()
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

import { useEffect, useMemo, useState } from "react"
import { flushSync } from "react-dom"
import { letters } from "../charts/axes.ts"
import { Chart } from "../charts/Chart.tsx"
import { bareTooltip, tip } from "../charts/tip.ts"
import { type Palette, rgb } from "../lib/palette.ts"
import { type Settings, useSettings } from "../lib/settings.tsx"
import { Table } from "../ui/Table.tsx"
import type { ChartData } from "./data.ts"
import { type Flow, flowsOf, NODE_COLOURS, type Node } from "./flows.ts"
import { Section } from "./Section.tsx"

const HEIGHT = 360
/** Without a table next to it. */
const PICTURE_HEIGHT = 190
const FLOW_OPACITY = 0.38
/** Width from which names are outside the drawing, beyond the flows. */
const WIDE = "(min-width: 40rem)"
/** Width of names outside the drawing [CSS pixels]. */
const MARGIN = { left: 84, right: 104 }

interface Hovered {
  dataType: "node" | "edge"
  name: string
  value: number
  data: { source?: string; target?: string }
}

const useWide = (): boolean => {
  const [isWide, setWide] = useState(() => matchMedia(WIDE).matches)
  useEffect(() => {
    const query = matchMedia(WIDE)
    const follow = () => matchMedia("print").matches || setWide(query.matches)
    const toPaper = () => flushSync(() => setWide(true))
    const toScreen = () => setWide(query.matches)
    query.addEventListener("change", follow)
    addEventListener("beforeprint", toPaper)
    addEventListener("afterprint", toScreen)
    return () => {
      query.removeEventListener("change", follow)
      removeEventListener("beforeprint", toPaper)
      removeEventListener("afterprint", toScreen)
    }
  }, [])
  return isWide
}

/** Side of a node's name: outside for sources and sinks if there is room. */
const sideOf = (isStart: boolean, isEnd: boolean, isWide: boolean): "left" | "right" =>
  (isStart && isWide) || (isEnd && !isWide) ? "left" : "right"

const nodesOf = (flows: readonly Flow[], isWide: boolean, { palette, text, format }: Settings) => {
  const used = [...new Set(flows.flatMap(({ from, to }) => [from, to]))]
  return used.map(node => {
    const through = (side: "from" | "to") => flows.reduce((kwh, flow) => kwh + (flow[side] === node ? flow.kwh : 0), 0)
    return {
      name: node,
      itemStyle: { color: palette[NODE_COLOURS[node]], borderWidth: 0 },
      label: {
        position: sideOf(through("to") === 0, through("from") === 0, isWide),
        formatter: `${text.report.energy.nodes[node]}\n${format.kwh(Math.max(through("from"), through("to")))}`,
      },
    }
  })
}

/** A flow with a gradient from its source's colour to its target's. */
const linkOf = ({ from, to, kwh }: Flow, palette: Palette) => {
  const faint = (node: Node) => `rgba(${rgb(palette[NODE_COLOURS[node]]).join(",")},${FLOW_OPACITY})`
  const colorStops = [
    { offset: 0, color: faint(from) },
    { offset: 1, color: faint(to) },
  ]
  return {
    source: from,
    target: to,
    value: kwh,
    lineStyle: { color: { type: "linear", x: 0, y: 0, x2: 1, y2: 0, colorStops } },
  }
}

const optionOf = (flows: readonly Flow[], isWide: boolean, settings: Settings) => {
  const { palette, text, format } = settings
  const { nodes } = text.report.energy
  const named = ({ dataType, name, data, value }: Hovered) => {
    const title =
      dataType === "edge" ? `${nodes[data.source as Node]} → ${nodes[data.target as Node]}` : nodes[name as Node]
    return tip(title, [{ name: "", value: format.kwh(value) }])
  }
  return {
    tooltip: { ...bareTooltip, formatter: named },
    series: {
      type: "sankey",
      ...(isWide ? MARGIN : { left: 4, right: 4 }),
      top: 12,
      bottom: 12,
      nodeWidth: 14,
      nodeGap: 34,
      draggable: false,
      emphasis: { focus: "adjacency" },
      label: {
        ...letters(palette),
        color: palette.ink,
        lineHeight: 17,
        textBorderColor: palette.surface,
        textBorderWidth: 3,
      },
      lineStyle: { opacity: 1, curveness: 0.5 },
      data: nodesOf(flows, isWide, settings),
      links: flows.map(flow => linkOf(flow, palette)),
    },
  }
}

/** Drawing of the year's energy. */
const useDrawing = (chart: ChartData) => {
  const settings = useSettings()
  const isWide = useWide()
  const flows = useMemo(() => flowsOf(chart), [chart])
  const option = useMemo(() => optionOf(flows, isWide, settings), [flows, isWide, settings])
  return { flows, option }
}

/** Sources and uses of the year's energy, as a drawing. */
export const EnergyPicture = ({ chart }: { chart: ChartData }) => {
  const { energy } = useSettings().text.report
  const { option } = useDrawing(chart)
  return (
    <div className="card stack">
      <h2>{energy.title}</h2>
      <Chart label={energy.picture} option={option} height={PICTURE_HEIGHT} />
    </div>
  )
}

/** Sources and uses of the year's energy, as a drawing and as a table. */
export const EnergyYear = ({ chart }: { chart: ChartData }) => {
  const { text, format } = useSettings()
  const { energy } = text.report
  const { flows, option } = useDrawing(chart)
  const rows = flows.map(({ from, to, kwh }) => ({
    key: `${from}-${to}`,
    cells: [`${energy.nodes[from]} → ${energy.nodes[to]}`, format.kwh(kwh)],
  }))
  return (
    <Section id="energy" title={energy.title} lead={energy.lead}>
      <div className="card beside">
        <Chart label={energy.chart} option={option} height={HEIGHT} />
        <Table label={energy.title} head={[`${energy.from} → ${energy.to}`, energy.amount]} rows={rows} />
        {flows.some(({ to }) => to === "wasted") ? <p className="small muted">{energy.curtailed}</p> : null}
      </div>
    </Section>
  )
}

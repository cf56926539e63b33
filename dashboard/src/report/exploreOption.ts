import { amountsAxis, letters, namesAxis } from "../charts/axes.ts"
import { bareTooltip, tip } from "../charts/tip.ts"
import type { ColourName, Palette } from "../lib/palette.ts"
import type { Settings } from "../lib/settings.tsx"
import type { LegendItem } from "../ui/Legend.tsx"
import type { Series } from "./data.ts"
import { type Interval, means, ranges, type Slot, slotsOf, sums } from "./hours.ts"

/** Unit of the bars: energy, or its cost and revenue at hourly prices. */
export type Unit = "energy" | "money"

interface Bars {
  name: string
  colour: ColourName
  /** kWh; negative for outgoing energy. */
  values: number[]
}

/** Drawn data of an interval: one entry per label in each list. */
export interface Picture {
  title: string
  labels: string[]
  /** Names of the days of the labels, if labels are hours of several days. */
  days?: string[]
  bars: Bars[]
  /** Line of the total of the bars, or of the load that they cover. */
  line: { name: string; values: number[] }
  unit: Unit
  /** Lowest and highest level within each label [kWh], the same for an hour; absent without a battery. */
  level?: [lowest: number, highest: number][]
  /** Mean EUR/kWh. */
  price: number[]
}

const labelsOf = (interval: Interval, slots: readonly Slot[], { format }: Settings): string[] =>
  slots.map(({ firstHour }, index) => {
    if (interval === "day") return `${String(firstHour % 24).padStart(2, "0")}:00`
    if (interval === "week") return format.dayHour(firstHour)
    return interval === "month" ? format.day(firstHour / 24) : format.month(index)
  })

const titleOf = (interval: Interval, slots: readonly Slot[], { format, text }: Settings): string => {
  const first = format.day(Math.floor(slots[0]!.firstHour / 24))
  if (interval === "day") return first
  if (interval === "year") return text.report.explore.intervals.year
  const last = slots[slots.length - 1]!
  return `${first} – ${format.day(Math.floor(last.firstHour / 24))}`
}

const below = (values: readonly number[]): number[] => values.map(value => -value)

const added = (...parts: (readonly number[])[]): number[] =>
  parts[0]!.map((_, index) => parts.reduce((total, part) => total + part[index]!, 0))

/** Cost and revenue of each slot's energy at hourly prices. */
const moneyOf = (
  series: Series,
  slots: readonly Slot[],
  { text }: Settings,
): Pick<Picture, "bars" | "line" | "unit"> => {
  const { explore } = text.report
  const amounts = (energy: readonly number[], prices: readonly number[]) =>
    sums(
      energy.map((kwh, hour) => kwh * prices[hour]!),
      slots,
    )
  const paid = amounts(added(series.gridUsedOnsite, series.gridStored), series.buyEurPerKwh)
  const earned = below(amounts(added(series.solarExported, series.batteryExported), series.sellEurPerKwh))
  return {
    bars: [
      { name: explore.paid, colour: "grid", values: paid },
      { name: explore.earned, colour: "sold", values: earned },
    ],
    line: { name: explore.balance, values: added(paid, earned) },
    unit: "money",
  }
}

const energyOf = (
  series: Series,
  slots: readonly Slot[],
  hasBattery: boolean,
  { text }: Settings,
): Pick<Picture, "bars" | "line" | "unit"> => {
  const { explore } = text.report
  const total = (...names: (keyof Series)[]) => added(...names.map(name => sums(series[name], slots)))
  const battery = <T>(part: T) => (hasBattery ? [part] : [])
  return {
    bars: [
      { name: explore.solarUsed, colour: "solar", values: total("solarUsedOnsite") },
      ...battery({ name: explore.batteryUsed, colour: "battery" as const, values: total("batteryUsedOnsite") }),
      { name: explore.gridUsed, colour: "grid", values: total("gridUsedOnsite") },
      ...battery({
        name: explore.stored,
        colour: "stored" as const,
        values: below(total("solarStored", "gridStored")),
      }),
      { name: explore.sold, colour: "sold", values: below(total("solarExported", "batteryExported")) },
    ],
    line: { name: explore.consumption, values: total("consumption") },
    unit: "energy",
  }
}

/** The numbers of an interval that begins on a day. */
export const pictureOf = (
  series: Series,
  { interval, day, unit = "energy" }: { interval: Interval; day: number; unit?: Unit },
  settings: Settings,
): Picture => {
  const slots = slotsOf(interval, day)
  const hasBattery = series.batteryLevel.some(level => level > 0)
  return {
    title: titleOf(interval, slots, settings),
    labels: labelsOf(interval, slots, settings),
    ...(interval === "week"
      ? { days: slots.map(({ firstHour }) => settings.format.day(Math.floor(firstHour / 24))) }
      : {}),
    ...(unit === "money" ? moneyOf(series, slots, settings) : energyOf(series, slots, hasBattery, settings)),
    ...(hasBattery ? { level: ranges(series.batteryLevel, slots) } : {}),
    price: means(series.buyEurPerKwh, slots),
  }
}

/** A value of the bars or of their line, in words. */
export const amountText = (value: number, { unit }: Picture, { format }: Settings): string =>
  unit === "money" ? format.eur(value, 2) : format.kwh(Math.abs(value))

/** Legend of a picture's colours. */
export const legendOf = ({ bars, line }: Picture, palette: Palette): LegendItem[] => [
  ...bars.map(({ name, colour }) => ({ name, colour: palette[colour] })),
  { name: line.name, colour: palette.load, isLine: true },
]

/** The level within a label in words: one value of an hour, lowest and highest of more. */
export const levelText = ([lowest, highest]: readonly [number, number], { format }: Settings): string =>
  lowest === highest ? format.kwh(highest) : `${format.kwh(lowest)} – ${format.kwh(highest)}`

const LEFT = 58
const RIGHT = 12

/** Places of the drawings, one above another. */
const gridsOf = (hasLevel: boolean) =>
  hasLevel
    ? [
        { left: LEFT, right: RIGHT, top: 28, height: 210 },
        { left: LEFT, right: RIGHT, top: 288, height: 80 },
        { left: LEFT, right: RIGHT, top: 412, height: 72 },
      ]
    : [
        { left: LEFT, right: RIGHT, top: 28, height: 220 },
        { left: LEFT, right: RIGHT, top: 300, height: 80 },
      ]

/** A line of hours; of days and months a band from the lowest to the highest level. */
const levelSeries = (level: NonNullable<Picture["level"]>, name: string, palette: Palette) => {
  const shared = { type: "line", xAxisIndex: 1, yAxisIndex: 1, symbol: "none", itemStyle: { color: palette.battery } }
  const line = { ...shared, name, lineStyle: { color: palette.battery, width: 2 } }
  const filled = { areaStyle: { color: palette.battery, opacity: 0.18 } }
  if (level.every(([lowest, highest]) => lowest === highest))
    return [{ ...line, ...filled, data: level.map(([, highest]) => highest) }]
  return [
    { ...line, data: level.map(([lowest]) => lowest), stack: "level" },
    { ...line, ...filled, data: level.map(([lowest, highest]) => highest - lowest), stack: "level" },
  ]
}

const seriesOf = (picture: Picture, { palette, text }: Settings) => {
  const { explore } = text.report
  const line = (index: number, name: string, data: number[], colour: string, isFilled: boolean) => ({
    type: "line",
    name,
    data,
    xAxisIndex: index,
    yAxisIndex: index,
    step: isFilled ? false : "middle",
    symbol: "none",
    lineStyle: { color: colour, width: 2 },
    itemStyle: { color: colour },
    ...(isFilled ? { areaStyle: { color: colour, opacity: 0.18 } } : {}),
  })
  return [
    ...picture.bars.map(({ name, colour, values }) => ({
      type: "bar",
      name,
      data: values,
      stack: "energy",
      barCategoryGap: "12%",
      itemStyle: { color: palette[colour] },
    })),
    { ...line(0, picture.line.name, picture.line.values, palette.load, false), z: 5 },
    ...(picture.level ? levelSeries(picture.level, explore.level, palette) : []),
    line(picture.level ? 2 : 1, explore.price, picture.price, palette.accent, false),
  ]
}

interface Point {
  dataIndex: number
}

/** The drawing: energy above, battery level and price below, one time axis for all. */
export const exploreOption = (picture: Picture, settings: Settings) => {
  const { palette, format, text } = settings
  const { explore } = text.report
  const names = [
    picture.unit === "money" ? format.sign : "kWh",
    ...(picture.level ? [`${explore.level} [kWh]`] : []),
    `${explore.price} [${format.sign}/kWh]`,
  ]
  const grids = gridsOf(picture.level !== undefined)
  const describe = ([{ dataIndex }]: [Point, ...Point[]]) =>
    tip(picture.labels[dataIndex]!, [
      ...picture.bars.map(({ name, colour, values }) => ({
        name,
        colour: palette[colour],
        value: amountText(values[dataIndex]!, picture, settings),
      })),
      {
        name: picture.line.name,
        colour: palette.load,
        value: amountText(picture.line.values[dataIndex]!, picture, settings),
      },
      ...(picture.level ? [{ name: explore.level, value: levelText(picture.level[dataIndex]!, settings) }] : []),
      { name: explore.price, value: format.eurPerKwh(picture.price[dataIndex]) },
    ])
  return {
    tooltip: { ...bareTooltip, trigger: "axis", axisPointer: { type: "shadow" }, formatter: describe },
    axisPointer: { link: [{ xAxisIndex: "all" }] },
    grid: grids,
    xAxis: grids.map((_, gridIndex) => ({
      ...namesAxis(palette, picture.labels),
      gridIndex,
      axisLabel: {
        ...letters(palette),
        show: gridIndex === grids.length - 1,
        hideOverlap: true,
        ...(picture.days
          ? { interval: 23, align: "left", formatter: (_: string, index: number) => picture.days?.[index] }
          : {}),
      },
      axisLine: { onZero: gridIndex === 0, lineStyle: { color: palette["line-strong"] } },
    })),
    yAxis: grids.map((_, gridIndex) => ({
      ...amountsAxis(palette, format.short, names[gridIndex]),
      gridIndex,
      splitNumber: gridIndex === 0 ? 5 : 2,
    })),
    series: seriesOf(picture, settings),
  }
}

import { type ClipboardEvent, useState } from "react"
import { readHorizon } from "../../../../domain/site/solar/horizonFile.ts"
import { useSettings } from "../../lib/settings.tsx"
import { useAppText } from "../../text/appText.ts"
import { Field } from "../../ui/Field.tsx"
import { FileField } from "../../ui/FileField.tsx"
import { RequestField, useErrors, useFormState } from "../FormFields.tsx"
import { HORIZON, horizonOf, horizonText, type Values } from "../paths.ts"

/** Directions that are typed one by one, from north. */
const TYPED = 12
/** Size of the picture, and the elevation at its upper edge [degrees]. */
const SIZE = { width: 360, height: 90 }
const MOST_DEG = 45
const MAX_FILE_BYTES = 1_000_000
const MAX_OBSTACLES = 10
const OBSTACLE_FIELDS = ["azimuth", "heightM", "distanceM", "widthM"] as const

/** Silhouette of the horizon: north at both ends, south in the middle. */
const Silhouette = ({ degrees }: { degrees: readonly number[] }) => {
  const { form: words } = useAppText()
  const { format } = useSettings()
  const points = [...degrees, degrees[0] ?? 0].map((height, i) => {
    const y = SIZE.height - (Math.min(MOST_DEG, height) / MOST_DEG) * SIZE.height
    return `${(i * SIZE.width) / degrees.length},${y}`
  })
  const winds = [...words.directions, words.directions[0]!]
  const highest = degrees.reduce((most, each) => Math.max(most, each), 0)
  return (
    <svg
      className="silhouette"
      viewBox={`0 0 ${SIZE.width} ${SIZE.height + 18}`}
      role="img"
      aria-label={words.shade.highest(format.typed(highest))}
    >
      <rect className="sky" width={SIZE.width} height={SIZE.height} />
      <polygon className="hills" points={`0,${SIZE.height} ${points.join(" ")} ${SIZE.width},${SIZE.height}`} />
      {winds.map((wind, i) => (
        <text
          // biome-ignore lint/suspicious/noArrayIndexKey: north is there twice
          key={i}
          x={(i * SIZE.width) / 4}
          y={SIZE.height + 14}
          textAnchor={i === 0 ? "start" : i === 4 ? "end" : "middle"}
        >
          {wind}
        </text>
      ))}
    </svg>
  )
}

/** Horizon of the place: twelve directions, a file of PVGIS, or a pasted list. */
export const HorizonFields = () => {
  const { form: words } = useAppText()
  const { format } = useSettings()
  const { values, set } = useFormState()
  const errorOf = useErrors()
  const [isUnread, setUnread] = useState(false)
  const typed = horizonText(values[HORIZON] ?? "")
  const read = (text: string): boolean => {
    const horizon = readHorizon(text)
    if (horizon) set(HORIZON, horizon.map(format.typed).join("; "))
    return horizon !== undefined
  }
  const choose = async (file: File | undefined) =>
    setUnread(file !== undefined && !(file.size <= MAX_FILE_BYTES && read(await file.text())))
  const paste = (event: ClipboardEvent) => {
    if (read(event.clipboardData.getData("text"))) event.preventDefault()
  }
  const write = (index: number, text: string) => {
    const next = Array.from({ length: TYPED }, (_, i) => (i === index ? text : (typed[i] ?? "")))
    set(HORIZON, next.every(each => each.trim() === "") ? "" : next.join("; "))
  }
  const wind = (index: number) => (index % 3 === 0 ? words.directions[index / 3]! : `${index * 30}°`)
  return (
    <div className="stack" onPaste={paste}>
      <p className="small muted">{words.shade.lead}</p>
      {typed.length > 0 ? (
        <Silhouette degrees={horizonOf(values[HORIZON] ?? "").map(each => Number(each) || 0)} />
      ) : null}
      {typed.length === 0 || typed.length === TYPED ? (
        <div className="fields twelfths">
          {Array.from({ length: TYPED }, (_, index) => (
            <Field
              key={wind(index)}
              label={wind(index)}
              inputMode="decimal"
              autoComplete="off"
              placeholder="0"
              error={errorOf(`${HORIZON}[${index}]`, wind(index))}
              value={typed[index] ?? ""}
              onChange={event => write(index, event.target.value)}
            />
          ))}
        </div>
      ) : (
        <p>{words.shade.directions(format.number(typed.length, 0))}</p>
      )}
      <FileField
        label={words.shade.file}
        hint={words.shade.fileHint}
        accept=".csv,.json,.txt"
        onChange={event => choose(event.target.files?.[0])}
      />
      <div role="status" className="small wrong">
        {isUnread ? words.shade.unread : null}
      </div>
      {typed.length > 0 ? (
        <button type="button" className="start" onClick={() => set(HORIZON, "")}>
          {words.shade.clear}
        </button>
      ) : null}
    </div>
  )
}

const countOf = (values: Values, at: string): number =>
  Object.keys(values).reduce((count, path) => {
    const [, index] = path.startsWith(`${at}.obstacles[`) ? path.slice(at.length).match(/\[(\d+)\]/)! : []
    return index === undefined ? count : Math.max(count, Number(index) + 1)
  }, 0)

/** Values without one obstacle of a roof; later ones move up. */
const withoutObstacle = (values: Values, at: string, removed: number): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([path, value]) => {
      const [, index, field] = path.startsWith(`${at}.`)
        ? (/^\.obstacles\[(\d+)\](.*)$/.exec(path.slice(at.length)) ?? [])
        : []
      const number = Number(index)
      if (index === undefined || number < removed) return [[path, value]]
      return number === removed ? [] : [[`${at}.obstacles[${number - 1}]${field}`, value]]
    }),
  )

interface ObstaclesProps {
  /** Path of the roof: `newPv[0]`. */
  at: string
  onChange(change: (before: Values) => Values): void
}

/** Obstacles of a roof, one per row. */
export const ObstacleRows = ({ at, onChange }: ObstaclesProps) => {
  const { form: words } = useAppText()
  const { values } = useFormState()
  const count = countOf(values, at)
  const add = () =>
    onChange(before => {
      const fields = OBSTACLE_FIELDS.map(field => [`${at}.obstacles[${countOf(before, at)}].${field}`, ""])
      return { ...before, ...Object.fromEntries(fields) }
    })
  return (
    <div className="stack tight">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
        <div className="fields" key={index}>
          {OBSTACLE_FIELDS.map(field => (
            <RequestField
              key={field}
              path={`${at}.obstacles[${index}].${field}`}
              label={words.shade.fields[field]}
              hint={field === "azimuth" ? "°" : "m"}
            />
          ))}
          <button
            type="button"
            className="start"
            onClick={() => onChange(before => withoutObstacle(before, at, index))}
          >
            {words.shade.remove(String(index + 1))}
          </button>
        </div>
      ))}
      {count < MAX_OBSTACLES ? (
        <button type="button" className="start" onClick={add}>
          {words.shade.add}
        </button>
      ) : null}
      {count > 0 ? <p className="small muted">{words.shade.hint}</p> : null}
    </div>
  )
}

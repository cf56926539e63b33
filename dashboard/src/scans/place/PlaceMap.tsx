import type { KeyboardEvent, PointerEvent } from "react"
import { useSettings } from "../../lib/settings.tsx"
import { useAppText } from "../../text/appText.ts"
import { OUTLINE } from "./outline.ts"

const { west, north, width, height, unitsPerDegreeLat, unitsPerDegreeLon } = OUTLINE
/** Degrees that an arrow key moves the marker by, and with Shift. */
const STEP = 0.05
const LARGE_STEP = 0.5
/** Towns to find one's way by; coordinates in degrees. */
const TOWNS: readonly (readonly [name: string, lat: number, lon: number])[] = [
  ["Amsterdam", 52.37, 4.89],
  ["Groningen", 53.22, 6.57],
  ["Eindhoven", 51.44, 5.47],
  ["Brussel", 50.85, 4.35],
  ["Köln", 50.94, 6.95],
  ["Hamburg", 53.55, 9.99],
  ["Berlin", 52.52, 13.41],
  ["Frankfurt", 50.11, 8.68],
  ["München", 48.14, 11.58],
  ["Dresden", 51.05, 13.74],
]

/** Longitude from which a town's name is on its left [degrees]. */
const EASTERN = 13
/** Directions of the arrow keys. */
const WAYS: Readonly<Record<string, { up: number; right: number }>> = {
  ArrowUp: { up: 1, right: 0 },
  ArrowDown: { up: -1, right: 0 },
  ArrowLeft: { up: 0, right: -1 },
  ArrowRight: { up: 0, right: 1 },
}

const xOf = (lon: number) => (lon - west) * unitsPerDegreeLon
const yOf = (lat: number) => (north - lat) * unitsPerDegreeLat
const toHundredths = (degrees: number) => Math.round(degrees * 100) / 100
const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

interface PlaceMapProps {
  /** Degrees; undefined if the form has no valid number. */
  lat: number | undefined
  lon: number | undefined
  onMove(lat: number, lon: number): void
}

/** Countries to point at; the marker moves with arrow keys too. */
const PlaceMap = ({ lat, lon, onMove }: PlaceMapProps) => {
  const { form: words } = useAppText()
  const { format } = useSettings()
  const isShown =
    lat !== undefined && lon !== undefined && xOf(lon) >= 0 && xOf(lon) <= width && yOf(lat) >= 0 && yOf(lat) <= height
  const point = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const x = within((event.clientX - box.left) / box.width, 0, 1) * width
    const y = within((event.clientY - box.top) / box.height, 0, 1) * height
    onMove(toHundredths(north - y / unitsPerDegreeLat), toHundredths(west + x / unitsPerDegreeLon))
  }
  const key = (event: KeyboardEvent) => {
    const way = WAYS[event.key]
    if (!way || lat === undefined || lon === undefined) return
    event.preventDefault()
    const step = event.shiftKey ? LARGE_STEP : STEP
    onMove(within(toHundredths(lat + way.up * step), -90, 90), within(toHundredths(lon + way.right * step), -180, 180))
  }
  const place = isShown ? { left: `${(xOf(lon) / width) * 100}%`, top: `${(yOf(lat) / height) * 100}%` } : undefined
  return (
    <div className="stack tight">
      <div
        className="map"
        onPointerUp={point}
        onPointerMove={event => event.pointerType === "mouse" && event.buttons === 1 && point(event)}
      >
        <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={words.map}>
          <path className="land" d={OUTLINE.neighbours} />
          <path className="land searched" d={OUTLINE.searched} />
          {TOWNS.map(([name, townLat, townLon]) => (
            <g key={name} transform={`translate(${xOf(townLon)} ${yOf(townLat)})`}>
              <circle r="4" />
              <text x={townLon > EASTERN ? -9 : 9} y="7" textAnchor={townLon > EASTERN ? "end" : "start"}>
                {name}
              </text>
            </g>
          ))}
        </svg>
        {place ? (
          <button
            type="button"
            className="pin"
            style={place}
            aria-label={words.pin(format.number(lat!, 2), format.number(lon!, 2))}
            onKeyDown={key}
          />
        ) : null}
      </div>
      {place ? null : <p className="small muted">{words.outside}</p>}
    </div>
  )
}

export default PlaceMap

import type { KeyboardEvent, PointerEvent, ReactNode } from "react"
import { useSettings } from "../../lib/settings.tsx"
import { useAppText } from "../../text/appText.ts"
import { RequestField, useFormState } from "../FormFields.tsx"
import { degreesOf } from "../place/placeValues.ts"
import { type RoofAsked, useYield } from "./useYield.ts"

const RADIANS = Math.PI / 180
/** Steps of a drag and of the arrow keys [degrees]; large steps with page keys or Shift. */
const STEP = 5
const LARGE_STEP = 15
const USUAL_TILT = 35
const USUAL_LOSSES = 14
/** Side length of the pictures, and length of their turning hand. */
const SIDE = 120
const HAND = 36
/** Start of the roof in the second picture. */
const EAVES = { x: 24, y: 96 }
const SLOPE = 72

interface DialProps {
  label: string
  value: number
  max: number
  /** True if the value wraps around at its end. */
  isRound: boolean
  /** Value in words. */
  text: string
  /** The value at a point of the picture, from its upper left corner in units of SIDE. */
  valueAt(x: number, y: number): number
  onTurn(value: number): void
  children: ReactNode
}

const KEYS: Readonly<Record<string, number>> = {
  ArrowRight: STEP,
  ArrowUp: STEP,
  ArrowLeft: -STEP,
  ArrowDown: -STEP,
  PageUp: LARGE_STEP,
  PageDown: -LARGE_STEP,
}

/** A picture whose hand is dragged, or turned by keys. */
const Dial = ({ label, value, max, isRound, text, valueAt, onTurn, children }: DialProps) => {
  const within = (next: number) => (isRound ? ((next % max) + max) % max : Math.min(max, Math.max(0, next)))
  const drag = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const at = valueAt(((event.clientX - box.left) / box.width) * SIDE, ((event.clientY - box.top) / box.height) * SIDE)
    onTurn(within(Math.round(at / STEP) * STEP))
  }
  const press = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    drag(event)
  }
  const key = (event: KeyboardEvent) => {
    const ends: Readonly<Record<string, number>> = { Home: 0, End: isRound ? max - STEP : max }
    const by = KEYS[event.key]
    const next = by === undefined ? ends[event.key] : value + (event.shiftKey ? 3 * by : by)
    if (next === undefined) return
    event.preventDefault()
    onTurn(within(next))
  }
  return (
    <div
      className="dial"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={text}
      onPointerDown={press}
      onPointerMove={event => event.currentTarget.hasPointerCapture(event.pointerId) && drag(event)}
      onKeyDown={key}
    >
      <svg viewBox={`0 0 ${SIDE} ${SIDE}`} aria-hidden="true">
        {children}
      </svg>
    </div>
  )
}

interface TurnProps {
  roof: string
  value: number
  onTurn(value: number): void
}

const middle = SIDE / 2

/** Azimuth of the roof: 0 north, 90 east, 180 south, 270 west. */
const Compass = ({ roof, value, onTurn }: TurnProps) => {
  const { form: words } = useAppText()
  const wind = words.winds[Math.round(value / 45) % 8]!
  const [x, y] = [middle + HAND * Math.sin(value * RADIANS), middle - HAND * Math.cos(value * RADIANS)]
  return (
    <Dial
      label={words.compass(roof)}
      value={value}
      max={360}
      isRound
      text={words.facing(String(value), wind)}
      valueAt={(atX, atY) => (Math.atan2(atX - middle, middle - atY) / RADIANS + 360) % 360}
      onTurn={onTurn}
    >
      <circle className="rim" cx={middle} cy={middle} r={HAND} />
      {words.directions.map((name, index) => (
        <text
          key={name}
          x={middle + (HAND + 16) * Math.sin(index * 90 * RADIANS)}
          y={middle - (HAND + 16) * Math.cos(index * 90 * RADIANS) + 4}
          textAnchor="middle"
        >
          {name}
        </text>
      ))}
      <line className="hand" x1={middle} y1={middle} x2={x} y2={y} />
      <circle className="grip" cx={x} cy={y} r="9" />
    </Dial>
  )
}

/** Tilt of the roof: 0 flat, 90 upright. */
const Tilt = ({ roof, value, onTurn }: TurnProps) => {
  const { form: words } = useAppText()
  const [x, y] = [EAVES.x + SLOPE * Math.cos(value * RADIANS), EAVES.y - SLOPE * Math.sin(value * RADIANS)]
  return (
    <Dial
      label={words.slope(roof)}
      value={value}
      max={90}
      isRound={false}
      text={words.sloped(String(value))}
      valueAt={(atX, atY) => Math.atan2(EAVES.y - atY, atX - EAVES.x) / RADIANS}
      onTurn={onTurn}
    >
      <line className="rim" x1="8" y1={EAVES.y} x2={SIDE - 8} y2={EAVES.y} />
      <path
        className="rim"
        d={`M${EAVES.x + SLOPE} ${EAVES.y}A${SLOPE} ${SLOPE} 0 0 0 ${EAVES.x} ${EAVES.y - SLOPE}`}
      />
      <line className="hand" x1={EAVES.x} y1={EAVES.y} x2={x} y2={y} />
      <circle className="grip" cx={x} cy={y} r="9" />
      <text x={SIDE - 10} y={SIDE - 6} textAnchor="end">
        {`${value}°`}
      </text>
    </Dial>
  )
}

const inBounds = (degrees: number | undefined, most: number) =>
  degrees !== undefined && Math.abs(degrees) <= most ? degrees : undefined

/** Request to the service for the fields of a roof; undefined without a place. */
const askedOf = (lat: number | undefined, lon: number | undefined, roof: Omit<RoofAsked, "lat" | "lon">) => {
  const place = { lat: inBounds(lat, 90), lon: inBounds(lon, 180) }
  return place.lat === undefined || place.lon === undefined ? undefined : { lat: place.lat, lon: place.lon, ...roof }
}

/**
 * Orientation and tilt of a roof, to drag or to type, and the yield of a kWp there.
 * @param at path of the roof: `newPv[0]`
 */
export const RoofDirection = ({ at }: { at: string }) => {
  const { newScan, form: words } = useAppText()
  const { format } = useSettings()
  const { values, set } = useFormState()
  const name = values[`${at}.name`] || newScan.roof("1")
  const lat = degreesOf(values["location.lat"])
  const usualAzimuth = lat !== undefined && lat < 0 ? 0 : 180
  const number = (field: string, most: number, usual: number) => {
    const typed = degreesOf(values[`${at}.${field}`])
    return typed === undefined ? usual : Math.min(most, Math.max(0, typed))
  }
  const azimuth = Math.round(number("orientationAngle", 360, usualAzimuth))
  const tilt = Math.round(number("tiltAngle", 90, USUAL_TILT))
  const systemLosses = number("systemLosses", 100, USUAL_LOSSES)
  const roof = { tiltAngle: tilt, orientationAngle: azimuth, systemLosses }
  const query = askedOf(lat, degreesOf(values["location.lon"]), roof)
  const { kwhPerKwp, isAway } = useYield(query)
  return (
    <div className="direction">
      <div className="dials">
        <Compass roof={name} value={azimuth} onTurn={value => set(`${at}.orientationAngle`, String(value))} />
        <Tilt roof={name} value={tilt} onTurn={value => set(`${at}.tiltAngle`, String(value))} />
      </div>
      <div className="stack tight">
        <p className="yield">
          <output>
            {query === undefined
              ? words.noYield
              : isAway
                ? words.yieldAway
                : kwhPerKwp === undefined
                  ? "…"
                  : words.yield(format.number(kwhPerKwp, 0))}
          </output>
        </p>
        <div className="fields">
          <RequestField
            path={`${at}.orientationAngle`}
            label={newScan.orientation}
            hint="°"
            placeholder={String(usualAzimuth)}
          />
          <RequestField path={`${at}.tiltAngle`} label={newScan.tilt} hint="°" placeholder={String(USUAL_TILT)} />
        </div>
      </div>
    </div>
  )
}

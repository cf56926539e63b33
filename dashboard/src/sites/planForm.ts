import { BORDER_M, PANEL, PLAN_BOUNDS } from "../../../domain/request/roofPanels.ts"
import { typedNumber } from "../lib/typedNumber.ts"
import {
  azimuthOf,
  type Corner,
  type Drawn,
  firstPlace,
  opened,
  type PhotoPlace,
  type PhotoSize,
  replaced,
  rescaled,
  settled,
  stretchOf,
} from "./photoPlace.ts"
import type { Site } from "./siteValues.ts"

export type Roof = Site["roofs"][number]
export type Plan = NonNullable<Roof["plan"]>

/** Rectangle of a roof that has no plan yet [m]. */
const USUAL = { widthM: 8, lengthM: 5 }
const USUAL_TILT = 35

/** Photo of the form, with its place in metres. */
export interface TypedPhoto {
  id: string
  place: PhotoPlace
  /** False until a length on the photo is known. */
  isMeasured: boolean
  fromAbove: boolean
  /** Tilt of the roof [degrees]. */
  tilt: number
  /** Width of the photo [m], and direction of its top [degrees], as typed. */
  widthM: string
  topAzimuth: string
}

/** Values of the form, as typed. */
export interface Typed {
  corners: { xM: string; yM: string }[]
  panelLongM: string
  panelShortM: string
  marginM: string
  orientation: string
  photo?: TypedPhoto | undefined
}

/** A number as the page's language writes it. */
type Write = (value: number) => string

const rectangle = ({ widthM = USUAL.widthM, lengthM = USUAL.lengthM }: Roof): Plan["corners"] => [
  { xM: 0, yM: 0 },
  { xM: widthM, yM: 0 },
  { xM: widthM, yM: lengthM },
  { xM: 0, yM: lengthM },
]

/** Metres in centimetres. */
const inCentimetres = (metres: number): number => Math.round(metres * 100) / 100
/** Coordinate of a corner on a photo, as typed. */
const written = (corners: readonly Corner[], write: Write): Typed["corners"] =>
  corners.map(({ xM, yM }) => ({ xM: write(inCentimetres(xM)), yM: write(inCentimetres(yM)) }))

export const tiltOf = ({ tilt = USUAL_TILT }: Roof): number => tilt

/** Photo of a roof around its outline. */
const photoOf = (roof: Roof, corners: readonly Corner[], size: PhotoSize, write: Write) => {
  const tilt = tiltOf(roof)
  const { id, metresPerPixel, turnDeg = 0, xM = 0, yM = 0, fromAbove = false, topAzimuth } = roof.photo!
  const isMeasured = metresPerPixel !== undefined
  const stretchAt = (tiltDeg: number) => ({ stretch: fromAbove && isMeasured ? stretchOf(tiltDeg) : 1 })
  const placed = { turnDeg, xM, yM, ...stretchAt(roof.photo?.tilt ?? tilt) }
  const place = isMeasured ? { metresPerPixel, ...placed } : firstPlace(corners, size)
  // A roof whose tilt has changed keeps its outline on the photo.
  const drawn = opened(replaced({ corners, place }, stretchAt(tilt)), size)
  const photo: TypedPhoto = {
    ...{ id, place: drawn.place, isMeasured, fromAbove, tilt },
    widthM: isMeasured ? write(inCentimetres(size.width * metresPerPixel)) : "",
    topAzimuth: topAzimuth === undefined ? "" : write(topAzimuth),
  }
  return { corners: written(drawn.corners, write), photo }
}

/** Values of the form for a roof. @param size of the roof's photo; absent: it has none */
export const typedOf = (roof: Roof, write: Write, size?: PhotoSize): Typed => {
  const { corners, ...sizes }: Plan = roof.plan ?? { corners: rectangle(roof) }
  return {
    corners: corners.map(({ xM, yM }) => ({ xM: write(xM), yM: write(yM) })),
    panelLongM: write(sizes.panelLongM ?? PANEL.longM),
    panelShortM: write(sizes.panelShortM ?? PANEL.shortM),
    marginM: write(sizes.marginM ?? BORDER_M),
    orientation: sizes.orientation ?? "",
    ...(roof.photo && size ? photoOf(roof, corners, size, write) : {}),
  }
}

const isWithin = (value: unknown, [least, most]: readonly [number, number]): boolean =>
  typeof value === "number" && value >= least && value <= most

/** Coordinates within the bounds of a plan. @param isMoved they are saved from 0 on */
const areCoordinates = (values: readonly unknown[], isMoved: boolean): boolean => {
  const least = isMoved ? Math.min(...values.map(Number)) : 0
  return values.every(value => typeof value === "number" && isWithin(value - least, PLAN_BOUNDS.coordinateM))
}

/** The plan of typed values; undefined while a value is no number or out of bounds. */
export const planOf = ({ corners, orientation, photo, ...sizes }: Typed): Plan | undefined => {
  const numbers = Object.entries(sizes).map(([name, text]) => [name, typedNumber(text)] as const)
  const points = corners.map(({ xM, yM }) => ({ xM: typedNumber(xM), yM: typedNumber(yM) }))
  const { panelM, marginM } = PLAN_BOUNDS
  const areSizes = numbers.every(([name, value]) => isWithin(value, name === "marginM" ? marginM : panelM))
  const arePlaces = (["xM", "yM"] as const).every(axis =>
    areCoordinates(
      points.map(point => point[axis]),
      photo !== undefined,
    ),
  )
  if (!(areSizes && arePlaces)) return undefined
  return {
    corners: points as Plan["corners"],
    ...(Object.fromEntries(numbers) as Record<keyof typeof sizes, number>),
    ...(orientation === "" ? {} : { orientation: orientation as NonNullable<Plan["orientation"]> }),
  }
}

/** Direction that the roof faces by its photo, in whole degrees; undefined without a direction of the photo's top. */
export const facing = ({ place, topAzimuth }: TypedPhoto): number | undefined => {
  const top = typedNumber(topAzimuth)
  return typeof top === "number" ? Math.round(azimuthOf(top, place)) : undefined
}

/** Values with a change of the photo that keeps each corner on its pixel. */
export const onPixels = (
  typed: Typed,
  { size, write }: { size: PhotoSize; write: Write },
  make: (drawn: Drawn) => Drawn,
  more: Partial<TypedPhoto> = {},
): Typed => {
  const [corners, { photo }] = [planOf(typed)?.corners, typed]
  if (!corners || !photo) return typed
  const next = opened(make({ corners, place: photo.place }), size)
  return { ...typed, corners: written(next.corners, write), photo: { ...photo, ...more, place: next.place } }
}

/** True for a plan that is older than the scale of its photo: it keeps its metres, and the photo moves below it. */
const keepsMetres = ({ plan, photo }: Roof): boolean => plan !== undefined && photo?.metresPerPixel === undefined

/** Values with a scale of the photo. */
export const withScale = (
  typed: Typed,
  sides: { size: PhotoSize; write: Write; roof: Roof },
  metresPerPixel: number,
): Typed => {
  const { size, write, roof } = sides
  const make = (drawn: Drawn): Drawn =>
    keepsMetres(roof) ? rescaled(drawn, metresPerPixel) : replaced(drawn, { metresPerPixel })
  const widthM = write(inCentimetres(size.width * metresPerPixel))
  return onPixels(typed, sides, make, { isMeasured: true, widthM })
}

/** Changed fields of a roof: plan, photo, and the azimuth by the photo. */
export const changesOf = (typed: Typed): Pick<Roof, "plan" | "photo" | "azimuth"> | undefined => {
  const [plan, { photo }] = [planOf(typed), typed]
  if (!plan || !photo) return plan && { plan }
  const { corners, place } = settled({ corners: plan.corners, place: photo.place })
  const azimuth = facing(photo)
  const top = typedNumber(photo.topAzimuth)
  const { id, fromAbove, tilt, isMeasured } = photo
  const { stretch: _, ...rest } = place
  return {
    plan: { ...plan, corners: corners.map(({ xM, yM }) => ({ xM: inCentimetres(xM), yM: inCentimetres(yM) })) },
    photo: {
      ...{ id, ...(isMeasured ? { ...rest, fromAbove, ...(fromAbove ? { tilt } : {}) } : {}) },
      ...(isMeasured && typeof top === "number" ? { topAzimuth: top } : {}),
    },
    ...(isMeasured && azimuth !== undefined ? { azimuth } : {}),
  }
}

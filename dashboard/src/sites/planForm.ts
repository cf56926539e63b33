import { BORDER_M, modulesOf, PANEL, PLAN_BOUNDS } from "../../../domain/request/roofPanels.ts"
import type { KeepFree } from "../../../domain/site/roofLayout.ts"
import { typedNumber } from "../lib/typedNumber.ts"
import {
  areaAround,
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
/** New keep-free area: a usual roof window [m]. */
const ROOF_WINDOW = { widthM: 0.8, heightM: 1.2 }
export const AREA_SIDES = ["xM", "yM", "widthM", "heightM"] as const

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

/** Keep-free area, as typed. */
export type TypedArea = Record<(typeof AREA_SIDES)[number], string>

/** Values of the form, as typed. */
export interface Typed {
  corners: { xM: string; yM: string }[]
  keepFree: TypedArea[]
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

type Shapes = Omit<Drawn, "place">

/** Metres in centimetres. */
const inCentimetres = (metres: number): number => Math.round(metres * 100) / 100
/** Values of a corner or an area in centimetres. */
const rounded = <T extends object>(metres: T): T =>
  Object.fromEntries(Object.entries(metres).map(([name, value]) => [name, inCentimetres(value)])) as T
/** Outline and keep-free areas in centimetres. */
const inWhole = ({ corners, keepFree = [] }: Shapes) => ({
  corners: corners.map(rounded),
  keepFree: keepFree.map(rounded),
})

/** Keep-free area, as typed. */
export const writtenArea = ({ xM, yM, widthM, heightM }: KeepFree, write: Write): TypedArea => ({
  ...{ xM: write(xM), yM: write(yM), widthM: write(widthM), heightM: write(heightM) },
})

/** Outline and keep-free areas, as typed. */
const written = ({ corners, keepFree = [] }: Shapes, write: Write): Pick<Typed, "corners" | "keepFree"> => ({
  corners: corners.map(({ xM, yM }) => ({ xM: write(xM), yM: write(yM) })),
  keepFree: keepFree.map(area => writtenArea(area, write)),
})

export const tiltOf = ({ tilt = USUAL_TILT }: Roof): number => tilt

/** Photo of a roof around its outline. */
const photoOf = (roof: Roof, { corners, keepFree = [] }: Plan, size: PhotoSize, write: Write) => {
  const tilt = tiltOf(roof)
  const { id, metresPerPixel, turnDeg = 0, xM = 0, yM = 0, fromAbove = false, topAzimuth } = roof.photo!
  const isMeasured = metresPerPixel !== undefined
  const stretchAt = (tiltDeg: number) => ({ stretch: fromAbove && isMeasured ? stretchOf(tiltDeg) : 1 })
  const placed = { turnDeg, xM, yM, ...stretchAt(roof.photo?.tilt ?? tilt) }
  const place = isMeasured ? { metresPerPixel, ...placed } : firstPlace(corners, size)
  // A roof whose tilt has changed keeps its outline on the photo.
  const drawn = opened(replaced({ corners, keepFree, place }, stretchAt(tilt)), size)
  const photo: TypedPhoto = {
    ...{ id, place: drawn.place, isMeasured, fromAbove, tilt },
    widthM: isMeasured ? write(inCentimetres(size.width * metresPerPixel)) : "",
    topAzimuth: topAzimuth === undefined ? "" : write(topAzimuth),
  }
  return { ...written(inWhole(drawn), write), photo }
}

/** Values of the form for a roof. @param size of the roof's photo; absent: it has none */
export const typedOf = (roof: Roof, write: Write, size?: PhotoSize): Typed => {
  const plan: Plan = roof.plan ?? { corners: rectangle(roof) }
  return {
    ...written(plan, write),
    panelLongM: write(plan.panelLongM ?? PANEL.longM),
    panelShortM: write(plan.panelShortM ?? PANEL.shortM),
    marginM: write(plan.marginM ?? BORDER_M),
    orientation: plan.orientation ?? "",
    ...(roof.photo && size ? photoOf(roof, plan, size, write) : {}),
  }
}

const isWithin = (value: unknown, [least, most]: readonly [number, number]): boolean =>
  typeof value === "number" && value >= least && value <= most

/** Coordinates within the bounds of a plan. @param isMoved they are saved from 0 on */
const areCoordinates = (values: readonly unknown[], isMoved: boolean): boolean => {
  const least = isMoved ? Math.min(...values.map(Number)) : 0
  return values.every(value => typeof value === "number" && isWithin(value - least, PLAN_BOUNDS.coordinateM))
}

/** Bounds of the coordinates or of the sides of a keep-free area [m]. */
export const areaBounds = (side: keyof TypedArea) =>
  side === "xM" || side === "yM" ? PLAN_BOUNDS.areaCoordinateM : PLAN_BOUNDS.areaSideM

/** True for a typed coordinate or side of a keep-free area within its bounds. */
export const isAreaSide = (side: keyof TypedArea, text: string): boolean =>
  isWithin(typedNumber(text), areaBounds(side))

/** Keep-free areas of typed values; undefined while one is no number or out of bounds. @param least point saved as 0 */
const areasOf = (typed: readonly TypedArea[], least: Corner): KeepFree[] | undefined => {
  const isAt = (text: string, zeroM: number) => {
    const metres = typedNumber(text)
    return typeof metres === "number" && isWithin(metres - zeroM, PLAN_BOUNDS.areaCoordinateM)
  }
  const areAreas = typed.every(
    ({ xM, yM, widthM, heightM }) =>
      isAt(xM, least.xM) && isAt(yM, least.yM) && isAreaSide("widthM", widthM) && isAreaSide("heightM", heightM),
  )
  if (!areAreas) return undefined
  const inMetres = (area: TypedArea) => AREA_SIDES.map(side => [side, typedNumber(area[side])])
  return typed.map(area => Object.fromEntries(inMetres(area)) as KeepFree)
}

/** The plan of typed values; undefined while a value is no number or out of bounds. */
export const planOf = ({ corners, keepFree: areas, orientation, photo, ...sizes }: Typed): Plan | undefined => {
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
  const keepFree = areasOf(areas, photo ? areaAround(points as Plan["corners"]) : { xM: 0, yM: 0 })
  if (!keepFree) return undefined
  return {
    corners: points as Plan["corners"],
    ...(keepFree.length > 0 ? { keepFree } : {}),
    ...(Object.fromEntries(numbers) as Record<keyof typeof sizes, number>),
    ...(orientation === "" ? {} : { orientation: orientation as NonNullable<Plan["orientation"]> }),
  }
}

/** Keep-free area for a roof window: on the panel next to the middle of the outline, in the middle without a panel. */
export const newArea = (plan: Plan): KeepFree => {
  const outline = areaAround(plan.corners)
  const middleOf = ({ xM, yM, widthM, heightM }: KeepFree) => ({ xM: xM + widthM / 2, yM: yM + heightM / 2 })
  const middle = middleOf(outline)
  const distanceOf = (area: KeepFree) => Math.hypot(middleOf(area).xM - middle.xM, middleOf(area).yM - middle.yM)
  const [nearest = outline] = modulesOf(plan).sort((module, other) => distanceOf(module) - distanceOf(other))
  const { xM, yM } = middleOf(nearest)
  return rounded({ xM: xM - ROOF_WINDOW.widthM / 2, yM: yM - ROOF_WINDOW.heightM / 2, ...ROOF_WINDOW })
}

/** Direction that the roof faces by its photo, in whole degrees; undefined without a direction of the photo's top. */
export const facing = ({ place, topAzimuth }: TypedPhoto): number | undefined => {
  const top = typedNumber(topAzimuth)
  return typeof top === "number" ? Math.round(azimuthOf(top, place)) : undefined
}

/** Values with a change of the photo that keeps each corner and area on its pixels. */
export const onPixels = (
  typed: Typed,
  { size, write }: { size: PhotoSize; write: Write },
  make: (drawn: Drawn) => Drawn,
  more: Partial<TypedPhoto> = {},
): Typed => {
  const [plan, { photo }] = [planOf(typed), typed]
  if (!plan || !photo) return typed
  const next = opened(make({ ...plan, place: photo.place }), size)
  return { ...typed, ...written(inWhole(next), write), photo: { ...photo, ...more, place: next.place } }
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
  const { place, ...drawn } = settled({ ...plan, place: photo.place })
  const { corners, keepFree } = inWhole(drawn)
  const azimuth = facing(photo)
  const top = typedNumber(photo.topAzimuth)
  const { id, fromAbove, tilt, isMeasured } = photo
  const { stretch: _, ...rest } = place
  return {
    plan: { ...plan, corners, ...(keepFree.length > 0 ? { keepFree } : {}) },
    photo: {
      ...{ id, ...(isMeasured ? { ...rest, fromAbove, ...(fromAbove ? { tilt } : {}) } : {}) },
      ...(isMeasured && typeof top === "number" ? { topAzimuth: top } : {}),
    },
    ...(isMeasured && azimuth !== undefined ? { azimuth } : {}),
  }
}

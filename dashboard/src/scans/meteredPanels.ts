import { type Body, ScanApiError, type ScanRequest } from "../../../client/index.ts"
import { type Ask, readProfile } from "../studio/profile.ts"
import { FieldsRefused } from "./paths.ts"

/** Existing panels behind the meter whose file is the consumption of a scan; they belong to its profile. */

type ExistingPv = NonNullable<ScanRequest["existingPv"]>[number]
type SolarConfig = NonNullable<Body<"POST /v1/studio-profiles/{id}/layers">["solarConfig"]>

/** Form field with the id of the profile whose solar layer the form made. */
export const LAYER_MADE_FOR = "question.layerMadeFor"

/** Defaults of a surface of existing panels, as in the service. */
const USUAL_TILT = 35
const [SOUTH, NORTH] = [180, 0]
/** Maximum number of panels of one surface of a solar layer. */
const MAX_PANELS = 200

interface Surface {
  /** Index of its roof in the form. */
  roof: number
  panelCount: number
}

/** Surfaces of a roof: several if it has more panels than a surface allows. */
const surfacesOf = ({ panelCount }: ExistingPv, roof: number): Surface[] => {
  const count = Number.isInteger(panelCount) && panelCount > MAX_PANELS ? Math.ceil(panelCount / MAX_PANELS) : 1
  const share = Math.ceil(panelCount / count)
  return Array.from({ length: count }, (_, index) => ({
    roof,
    panelCount: count === 1 ? panelCount : Math.min(share, panelCount - index * share),
  }))
}

const solarConfigOf = (roofs: readonly ExistingPv[], surfaces: readonly Surface[], lat: number): SolarConfig => ({
  roofSurfaces: surfaces.map(({ roof, panelCount }, index) => {
    const { panelPowerWatts, tiltAngle, orientationAngle, systemLosses } = roofs[roof]!
    return {
      id: String(index + 1),
      panelCount,
      panelPowerWatts,
      tilt: tiltAngle ?? USUAL_TILT,
      azimuth: orientationAngle ?? (lat < 0 ? NORTH : SOUTH),
      ...(systemLosses === undefined ? {} : { losses: systemLosses }),
    }
  }),
})

/** Fields of the form by field of a surface. */
const FIELDS: Readonly<Record<string, string>> = {
  tilt: "tiltAngle",
  azimuth: "orientationAngle",
  losses: "systemLosses",
}

/** Refusals of a surface at the fields of its roof; other errors pass unchanged. */
const atRoofs = (error: unknown, surfaces: readonly Surface[]): unknown => {
  if (!(error instanceof ScanApiError) || error.errors.length === 0) return error
  const fields = error.errors.map(({ path, message }) => {
    const [, , index, name = ""] = path
    const field = `existingPv[${surfaces[Number(index)]?.roof ?? 0}].${FIELDS[name] ?? name}`
    return [field, message.replace(/^\S+/, field)]
  })
  return new FieldsRefused(Object.fromEntries(fields))
}

interface Options {
  ask: Ask
  /** Id of the profile whose solar layer the form has made before. */
  madeFor: string | undefined
  /** Question for the panels behind the feed-in. */
  question: string
}

/**
 * The request with its existing panels in the profile, if the profile has a meter file with feed-in.
 * Throws FieldsRefused without panels, and for panels that the profile cannot take.
 */
export const withMeteredPanels = async (request: ScanRequest, options: Options): Promise<ScanRequest> => {
  const { ask, madeFor, question } = options
  const { customProfileId: id, existingPv = [], ...rest } = request
  if (request.inputMethod !== "studio" || id === undefined) return request
  const profile = await readProfile(ask, id)
  const isMetered =
    profile?.baseline && profile.baseline.measuredFraction !== null && profile.baseline.annualExportKwh > 0
  if (!isMetered) return request
  const layer = profile.layers.find(({ type }) => type === "solar")
  if (layer && madeFor !== id) return request
  if (existingPv.length === 0) throw new FieldsRefused({ "existingPv[0].panelCount": question })
  const surfaces = existingPv.flatMap(surfacesOf)
  const solarConfig = solarConfigOf(existingPv, surfaces, request.location.lat)
  const saving = layer
    ? ask("PATCH /v1/studio-profiles/{id}/layers/{layerId}", {
        params: { id, layerId: layer.id },
        body: { solarConfig, enabled: true },
      })
    : ask("POST /v1/studio-profiles/{id}/layers", { params: { id }, body: { presetId: "solar", solarConfig } })
  await saving.catch(error => {
    throw atRoofs(error, surfaces)
  })
  return { ...rest, customProfileId: id }
}

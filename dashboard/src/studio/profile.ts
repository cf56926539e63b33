import type { Answer, Body } from "../../../client/index.ts"

/** GET /v1/studio-profiles/{id}. */
export type Profile = Answer<"GET /v1/studio-profiles/{id}">
export type Layer = Profile["layers"][number]
export type LayerChange = Body<"PATCH /v1/studio-profiles/{id}/layers/{layerId}">
/** GET /v1/studio-profiles/presets. */
export type PresetList = Answer<"GET /v1/studio-profiles/presets">

/** Props of every part of a profile's page. */
export interface PartProps {
  profile: Profile
  presets: PresetList
  /** Reloads the profile after a change; resolves when loaded. */
  onChange(): Promise<void>
}

import type { Static } from "@sinclair/typebox"
import type { Presets, StudioDetail } from "../../../api/v1/profiles/schemas.ts"

/** GET /v1/studio-profiles/{id}. */
export type Profile = Static<typeof StudioDetail>
export type Layer = Profile["layers"][number]
/** GET /v1/studio-profiles/presets. */
export type PresetList = Static<typeof Presets>

/** What every part of a profile's page is given. */
export interface PartProps {
  profile: Profile
  presets: PresetList
  /** Something changed: the profile is read again. */
  onChange(): void
}

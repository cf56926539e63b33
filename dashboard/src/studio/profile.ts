import { type Answer, type Body, ScanApiError } from "../../../client/index.ts"
import type { useSession } from "../app/session.tsx"

export type Ask = ReturnType<typeof useSession>["ask"]

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

/** A profile by its id; undefined if it was deleted. */
export const readProfile = (ask: Ask, id: string, signal?: AbortSignal): Promise<Profile | undefined> =>
  ask("GET /v1/studio-profiles/{id}", { params: { id }, ...(signal ? { signal } : {}) }).catch(error => {
    if (error instanceof ScanApiError && error.status === 404) return undefined
    throw error
  })

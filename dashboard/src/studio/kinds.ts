/** Calls that create and delete a profile, by kind. */
export const CREATIONS = {
  studio: "POST /v1/studio-profiles",
  energyhub: "POST /v1/energyhub-profiles",
  laadplein: "POST /v1/laadplein-profiles",
} as const
export type Kind = keyof typeof CREATIONS

export const REMOVALS = {
  studio: "DELETE /v1/studio-profiles/{id}",
  energyhub: "DELETE /v1/energyhub-profiles/{id}",
  laadplein: "DELETE /v1/laadplein-profiles/{id}",
} as const

/** The page of a profile. */
export const pathOf = (kind: Kind, id: string): string =>
  kind === "studio" ? `/studio/${id}` : `/studio/${kind}/${id}`

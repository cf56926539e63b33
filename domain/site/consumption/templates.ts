import { standardProfiles } from "./profiles.ts"

/** A household that a studio profile may start from (document 3, Templates and presets); its profileKey is the id. */
export interface ProfileTemplate {
  id: string
  label: string
  description: string
  annualKwh: number
  icon: string
}

const ICONS: Readonly<Record<string, string>> = {
  alleenstaand: "user",
  stel: "users",
  "thuiswerkers-kinderen": "laptop",
  "groot-gezin": "home",
}

/** The four templates; their shapes are the standard profiles of the same key. */
export const profileTemplates: readonly ProfileTemplate[] = standardProfiles
  .filter(profile => profile.profileKey in ICONS)
  .map(({ profileKey, label, description, defaultAnnualKwh }) => ({
    id: profileKey,
    label,
    description,
    annualKwh: defaultAnnualKwh,
    icon: ICONS[profileKey]!,
  }))

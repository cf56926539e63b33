import { Type } from "@sinclair/typebox"
import { Instant, StringEnum } from "../../../domain/base/validation/schema.ts"
import {
  profileFigures,
  profileHours,
  type StandardProfile,
  scaleToAnnualKwh,
  standardProfile,
  standardProfiles,
} from "../../../domain/site/consumption/profiles.ts"
import { HOURS_PER_YEAR } from "../../../domain/site/year.ts"
import { NotFound } from "../../http/errors.ts"
import { type Handlers, operationsOf } from "../../http/operation.ts"
import { BUSINESS, HOUSEHOLD, HOUSEHOLD_DETAIL } from "./examples.ts"
import { by } from "./routeParts.ts"

/** When the shipped catalogue was put together. */
const CATALOGUE_AT = "2026-11-01T00:00:00.000Z"

const shown = {
  profileKey: Type.String({ description: "Key of the profile; loadProfile of a scan takes it" }),
  label: Type.String({ description: "Name" }),
  category: Type.String({ description: "Kind of household or business" }),
  description: Type.String({ description: "Description and source" }),
}
const referenceYear = Type.Integer({ description: "Year of the data behind it" })
const defaultAnnualKwh = Type.Number({ description: "Usual use [kWh]" })
const hours = (description: string) =>
  Type.Array(Type.Number(), { description: `${description}, ${HOURS_PER_YEAR} hours [kWh]` })

const ResidentialItem = Type.Object({
  id: Type.String({ description: "Equals profileKey" }),
  type: StringEnum(["residential", "business"], { description: "Whose use it is" }),
  ...shown,
})

const ProfileDetail = Type.Object(
  {
    ...ResidentialItem.properties,
    defaultAnnualKwh,
    sortOrder: Type.Integer({ description: "Place among the profiles" }),
    isActive: Type.Boolean({ description: "Shown in lists" }),
    referenceYear,
    profileFile: Type.Object(
      {
        load: hours("Use at defaultAnnualKwh"),
        pv: hours("Production: none, a standard profile is without panels"),
      },
      { description: "Its hours" },
    ),
    createdAt: Instant("When the catalogue was made"),
    updatedAt: Instant("When the catalogue last changed"),
  },
  { description: "Standard profile" },
)

const BusinessItem = Type.Object({
  ...shown,
  defaultAnnualKwh,
  peakKw: Type.Number({ description: "Highest hour at defaultAnnualKwh [kW]" }),
  monthlyTotals: Type.Array(Type.Number(), { minItems: 12, maxItems: 12, description: "Energy of each month [kWh]" }),
})

const BusinessDetail = Type.Object(
  { ...BusinessItem.properties, referenceYear, load: hours("Use at defaultAnnualKwh") },
  { description: "Standard profile of a business" },
)

const ofType = (type: StandardProfile["type"]) => standardProfiles.filter(profile => profile.type === type)

const itemOf = ({ profileKey, type, label, category, description }: StandardProfile) => ({
  id: profileKey,
  type,
  profileKey,
  label,
  category,
  description,
})

const loadOf = ({ profileKey, defaultAnnualKwh }: StandardProfile): number[] =>
  Array.from(scaleToAnnualKwh(profileHours(profileKey), defaultAnnualKwh))

const businessItem = ({ profileKey, label, category, description, defaultAnnualKwh }: StandardProfile) => ({
  profileKey,
  label,
  category,
  description,
  defaultAnnualKwh,
  ...profileFigures(profileKey),
})

const detailOf = (profile: StandardProfile) => ({
  ...itemOf(profile),
  defaultAnnualKwh: profile.defaultAnnualKwh,
  sortOrder: standardProfiles.indexOf(profile) + 1,
  isActive: true,
  referenceYear: profile.referenceYear,
  profileFile: { load: loadOf(profile), pv: new Array<number>(HOURS_PER_YEAR).fill(0) },
  createdAt: CATALOGUE_AT,
  updatedAt: CATALOGUE_AT,
})

const knownProfile = (key: string, type?: StandardProfile["type"]): StandardProfile => {
  const profile = standardProfile(key)
  if (!profile || (type && profile.type !== type)) throw new NotFound("not-found", { what: "standard-profile" })
  return profile
}

const operation = operationsOf("Standard profiles")
const PROFILE_KEY = {
  description: "Key of the profile, as the lists show it",
  schema: { type: "string", minLength: 1 },
  example: "small-business",
}

/** Standard profiles of document 3. */
export const standardProfileOperations = {
  listResidential: operation("GET /v1/profiles", {
    summary: "List the profiles of households",
    description: "Profiles for loadProfile of a scan and for bases and sources of profiles.",
    by,
    answers: { 200: Type.Array(ResidentialItem) },
    examples: { 200: [HOUSEHOLD] },
  }),
  listBusiness: operation("GET /v1/profiles/business", {
    summary: "List the profiles of businesses",
    description: "Profiles by branch, with their usual use, highest hour and months.",
    by,
    answers: { 200: Type.Array(BusinessItem) },
    examples: { 200: [BUSINESS] },
  }),
  readBusiness: operation("GET /v1/profiles/business/{profileKey}", {
    summary: "Read the profile of a business with its hours",
    description: "The hours are at defaultAnnualKwh; a scan scales them to its yearlyKwh.",
    by,
    params: { profileKey: PROFILE_KEY },
    answers: { 200: BusinessDetail },
    examples: { 200: { ...BUSINESS, referenceYear: 2023, load: [2.05, 2.1, 2.07] } },
  }),
  read: operation("GET /v1/profiles/{id}", {
    summary: "Read a standard profile with its hours",
    description: "Load profile of a household or a business, by its profileKey. The hours are at defaultAnnualKwh.",
    by,
    params: { id: PROFILE_KEY },
    answers: { 200: ProfileDetail },
    examples: { 200: HOUSEHOLD_DETAIL },
  }),
}

export const standardProfileHandlers: Handlers<typeof standardProfileOperations> = {
  listResidential: () => ofType("residential").map(itemOf),
  listBusiness: () => ofType("business").map(businessItem),
  readBusiness({ params }) {
    const profile = knownProfile(params.profileKey, "business")
    return { ...businessItem(profile), referenceYear: profile.referenceYear, load: loadOf(profile) }
  },
  read: ({ params }) => detailOf(knownProfile(params.id)),
}

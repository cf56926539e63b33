import { Type } from "@sinclair/typebox"
import { Elysia } from "elysia"
import {
  profileFigures,
  profileHours,
  type StandardProfile,
  scaleToAnnualKwh,
  standardProfile,
  standardProfiles,
} from "../../../domain/site/consumption/profiles.ts"
import { HOURS_PER_YEAR } from "../../../domain/site/year.ts"
import { Instant, StringEnum } from "../../../domain/validation/schema.ts"
import type { Authenticate } from "../../credentials/authenticate.ts"
import { documented } from "../../docs/operation.ts"
import { NotFound } from "../../http/errors.ts"
import { BUSINESS, HOUSEHOLD, HOUSEHOLD_DETAIL } from "./examples.ts"

/** When the shipped catalogue was put together. */
const CATALOGUE_AT = "2026-11-01T00:00:00.000Z"

const shown = {
  profileKey: Type.String({ description: "Key of the profile; loadProfile of a scan takes it" }),
  label: Type.String({ description: "Name" }),
  category: Type.String({ description: "What kind of household or business" }),
  description: Type.String({ description: "What it is, and where it comes from" }),
}
const referenceYear = Type.Integer({ description: "Year of the data behind it" })
const defaultAnnualKwh = Type.Number({ description: "Usual use [kWh]" })
const hours = (description: string) =>
  Type.Array(Type.Number(), { description: `${description}, ${HOURS_PER_YEAR} hours [kWh]` })

const ResidentialItem = Type.Object({
  id: Type.String({ description: "Equals profileKey" }),
  type: StringEnum(["residential", "business"]),
  ...shown,
})

const ProfileDetail = Type.Object(
  {
    ...ResidentialItem.properties,
    defaultAnnualKwh,
    sortOrder: Type.Integer({ description: "Place among the profiles" }),
    isActive: Type.Boolean({ description: "Shown in lists" }),
    referenceYear,
    profileFile: Type.Object({
      load: hours("Use at defaultAnnualKwh"),
      pv: hours("Production: none, a standard profile is without panels"),
    }),
    createdAt: Instant("When the catalogue was made"),
    updatedAt: Instant("When the catalogue last changed"),
  },
  { description: "Standard profile" },
)

const BusinessItem = Type.Object({
  ...shown,
  defaultAnnualKwh,
  peakKw: Type.Number({ description: "Highest hour at defaultAnnualKwh [kW]" }),
  monthlyTotals: Type.Array(Type.Number(), { minItems: 12, maxItems: 12, description: "Of each month [kWh]" }),
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

const known = (key: string, type?: StandardProfile["type"]): StandardProfile => {
  const profile = standardProfile(key)
  if (!profile || (type && profile.type !== type)) throw new NotFound("standard profile")
  return profile
}

/** Standard profiles of document 3 under /v1/profiles. */
export const standardProfileRoutes = (authenticate: Authenticate) =>
  new Elysia({ name: "standard-profiles", prefix: "/v1/profiles", tags: ["Standard profiles"], normalize: false })
    .get(
      "",
      async ({ request }) => {
        await authenticate(request)
        return ofType("residential").map(itemOf)
      },
      {
        detail: documented({
          summary: "List the profiles of households",
          answers: { 200: Type.Array(ResidentialItem) },
          answerExamples: { 200: [HOUSEHOLD] },
          errors: [401],
        }),
      },
    )
    .get(
      "/business",
      async ({ request }) => {
        await authenticate(request)
        return ofType("business").map(businessItem)
      },
      {
        detail: documented({
          summary: "List the profiles of businesses",
          answers: { 200: Type.Array(BusinessItem) },
          answerExamples: { 200: [BUSINESS] },
          errors: [401],
        }),
      },
    )
    .get(
      "/business/:profileKey",
      async ({ request, params }) => {
        await authenticate(request)
        const profile = known(params.profileKey, "business")
        return { ...businessItem(profile), referenceYear: profile.referenceYear, load: loadOf(profile) }
      },
      {
        detail: documented({
          summary: "Read the profile of a business with its hours",
          answers: { 200: BusinessDetail },
          answerExamples: { 200: { ...BUSINESS, referenceYear: 2023, load: [2.05, 2.1, 2.07] } },
          errors: [401, 404],
        }),
      },
    )
    .get(
      "/:id",
      async ({ request, params }) => {
        await authenticate(request)
        return detailOf(known(params.id))
      },
      {
        detail: documented({
          summary: "Read a standard profile with its hours",
          answers: { 200: ProfileDetail },
          answerExamples: { 200: HOUSEHOLD_DETAIL },
          errors: [401, 404],
        }),
      },
    )

import { type Static, Type } from "@sinclair/typebox"
import { Strict, StringEnum } from "../../../domain/base/validation/schema.ts"
import { AssumptionOverrides } from "../../../domain/market/assumptions.ts"
import { Company } from "../../../domain/organization/company.ts"
import { Contact } from "../../../domain/organization/contact.ts"
import { ADJUSTABLE_STEPS } from "../../../domain/request/adjustableSteps.ts"

const Name = (options: object = {}) => Type.String({ maxLength: 200, ...options })
const Color = Type.String({ pattern: "^#[0-9a-f]{6}$", textForm: "colour", description: "#rrggbb in small letters" })
const BrandingColor = Type.Union([Color, Type.Null()], {
  description: "Colour of the cover of printed reports, #rrggbb in small letters; null: the page's own",
})
const ContactOrNone = Type.Union([Contact, Type.Null()], {
  description: "Contact for readers of shared reports; null: no contact",
})
const CompanyOrNone = Type.Union([Company, Type.Null()], {
  description:
    "Company that offers name, in shared scans only with a sent offer; null: the name of the organization alone",
})
const Steps = Type.Array(StringEnum(ADJUSTABLE_STEPS), {
  maxItems: 20,
  description: "Fields of its root scan that an adjustment may change",
})

const SCAN_DAYS = {
  liveScanDays: Type.Union([Type.Integer({ minimum: 30, maximum: 3_650 }), Type.Null()], {
    description: "Days after which an ended live scan is deleted with its report and link; null: never",
  }),
  sandboxScanDays: Type.Integer({
    minimum: 1,
    maximum: 365,
    description: "Days after which an ended sandbox scan is deleted",
  }),
}

/** Body of PATCH /v1/organizations/{id}: absent fields stay unchanged. */
export const OrganizationChanges = Strict({
  displayName: Type.Optional(Name({ minLength: 1, description: "Name of the organization" })),
  brandingDisplayName: Type.Optional(Name({ description: "Empty: the display name" })),
  brandingEnabled: Type.Optional(Type.Boolean({ description: "Shared scans are to show the branding" })),
  brandingColor: Type.Optional(BrandingColor),
  contact: Type.Optional(ContactOrNone),
  company: Type.Optional(CompanyOrNone),
  adjustableSteps: Type.Optional(Steps),
  liveScanDays: Type.Optional(SCAN_DAYS.liveScanDays),
  sandboxScanDays: Type.Optional(SCAN_DAYS.sandboxScanDays),
  assumptions: Type.Optional({
    ...AssumptionOverrides,
    description: "The organization's own values, in place of all that were set before; {} brings the shipped ones back",
  }),
})
export type OrganizationChanges = Static<typeof OrganizationChanges>

export const Organization = Type.Object(
  {
    id: Type.String({ description: "UUIDv7" }),
    displayName: Type.String({ description: "Name of the organization" }),
    brandingDisplayName: Type.String({ description: "Name on shared scans; empty: the display name" }),
    brandingEnabled: Type.Boolean({ description: "Shared scans are to show the branding" }),
    brandingLogo: Type.Union([Type.String(), Type.Null()], { description: "Absolute URL; null without a logo" }),
    brandingColor: BrandingColor,
    contact: ContactOrNone,
    company: CompanyOrNone,
    adjustableSteps: Steps,
    assumptions: {
      ...AssumptionOverrides,
      description: "The organization's own values; for all others the shipped ones count",
    },
    ...SCAN_DAYS,
    createdAt: Type.String({ description: "ISO 8601" }),
  },
  {
    examples: [
      {
        id: "019a4c1e-0a52-7c11-b0f4-5d1e83a7c9f2",
        displayName: "Zon & Zo",
        brandingDisplayName: "",
        brandingEnabled: true,
        brandingLogo: null,
        brandingColor: "#1d5c4a",
        contact: { name: "Ann de Wit", email: "ann@example.org", phone: "+31 30 123 4567" },
        company: { name: "Zon & Zo B.V.", address: "Kade 1, 3511 AB Utrecht", registrationNumber: "12345678" },
        adjustableSteps: ["new-pv", "battery"],
        assumptions: { discountRate: 0.05 },
        liveScanDays: null,
        sandboxScanDays: 30,
        createdAt: "2026-03-01T10:30:00.000Z",
      },
    ],
  },
)
export type Organization = Static<typeof Organization>

/** An organization's branding, as shared scans and GET /v1/scans/{id}/branding carry it. */
export const Branding = Type.Object({
  brandingLogo: Type.Union([Type.String(), Type.Null()], {
    description: "Absolute URL, readable without a credential while branding is enabled; null without a logo",
  }),
  brandingDisplayName: Type.String({ description: "The organization's display name if no other is set" }),
  brandingEnabled: Type.Boolean({ description: "Shared scans are to show it" }),
  brandingColor: BrandingColor,
  contact: ContactOrNone,
  company: CompanyOrNone,
  adjustableSteps: { ...Steps, description: "Fields whose sliders a reader may move" },
})
export type Branding = Static<typeof Branding>

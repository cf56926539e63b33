import { Type } from "@sinclair/typebox"
import { StringEnum } from "../base/validation/schema.ts"

/** Treatment of demand charges in other years (glossary: held demand). */
export const HeldDemand = Type.Optional(
  StringEnum(["held"], {
    description:
      "Under demand charges the plant keeps the highest imports of the scan's year, so it saves somewhat less than with a plan for each year; absent if it is operated again under the charges, and without demand charges (addition)",
  }),
)

import { Type } from "@sinclair/typebox"
import { StringEnum } from "../validation/schema.ts"

/** How demand charges count in other years. */
export const HeldDemand = Type.Optional(
  StringEnum(["held"], {
    description:
      "Under demand charges the plant keeps to the highest imports that it makes in the year of the scan, so that it saves somewhat less than if each year were planned for; absent where it is operated anew under the charges, and without any (addition)",
  }),
)

import { Strict } from "../base/validation/schema.ts"
import { orNull, text } from "./schemaParts.ts"

/** Module of a new system. */
export const PanelModuleShown = Strict(
  {
    id: text("As requested"),
    brand: orNull(text("As requested"), "when the request has none"),
    model: orNull(text("As requested"), "when the request has none"),
  },
  {
    description: "The module that was chosen for the roof; absent if the request compares no contracts",
  },
)

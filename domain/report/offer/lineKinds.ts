/** Kinds of lines of an offer. */
export const LINE_KINDS = [
  "modules",
  "inverter",
  "battery",
  "mounting",
  "labour",
  "electrical",
  "subsidy",
  "discount",
  "other",
] as const

/** Kinds of lines that a price list has: batteries have their prices in the catalogue. */
export const LIST_KINDS = LINE_KINDS.filter(kind => kind !== "battery")

/** Units of a line's quantity; `flat` is a fixed price. */
export const LINE_UNITS = ["piece", "kwp", "hour", "metre", "flat"] as const

/** Units by which a price list counts a plant. */
export const LIST_UNITS = ["panel", "kwp", "roof", "battery", "offer"] as const

/** Units by which a price list counts lines of a kind: panels have a line for each roof. */
export const unitsOf = (kind: (typeof LIST_KINDS)[number]): readonly (typeof LIST_UNITS)[number][] =>
  kind === "modules" ? ["panel", "kwp", "roof"] : LIST_UNITS

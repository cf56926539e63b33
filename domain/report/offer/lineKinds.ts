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

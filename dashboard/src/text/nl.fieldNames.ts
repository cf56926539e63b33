import type { FieldNamesText } from "./en.fieldNames.ts"

export const fieldNames: FieldNamesText = {
  other: "de waarde",
  existing: number => `Bestaande panelen ${number}`,
  line: number => `Regel ${number}`,
  flags: { true: "aangevinkt", false: "niet aangevinkt" },
  goals: {
    "self-sufficiency": "zelfvoorziening",
    "cost-savings": "laagste kosten",
    "maximize-connection": "binnen de aansluiting blijven",
    energyhub: "energiehub",
    "renewable-minimum": "een minimaal aandeel duurzame stroom",
  },
}

import type { FieldNamesText } from "./en.fieldNames.ts"

export const fieldNames: FieldNamesText = {
  other: "de waarde",
  existing: number => `Bestaande panelen ${number}`,
  line: number => `Regel ${number}`,
  flags: { true: "aangevinkt", false: "niet aangevinkt" },
  goals: {
    "self-sufficiency": "zelfvoorziening",
    "cost-savings": "besparing",
    "maximize-connection": "benutting van de aansluiting",
    energyhub: "een energiehub",
    "renewable-minimum": "een aandeel duurzaam",
  },
}

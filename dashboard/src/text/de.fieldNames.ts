import type { FieldNamesText } from "./en.fieldNames.ts"

export const fieldNames: FieldNamesText = {
  other: "der Wert",
  existing: number => `Vorhandene Module ${number}`,
  line: number => `Zeile ${number}`,
  flags: { true: "angekreuzt", false: "nicht angekreuzt" },
  goals: {
    "self-sufficiency": "Autarkie",
    "cost-savings": "niedrigste Kosten",
    "maximize-connection": "Anschlussleistung einhalten",
    energyhub: "Energie-Hub",
    "renewable-minimum": "Mindestanteil erneuerbarer Energie",
  },
}

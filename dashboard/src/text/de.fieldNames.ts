import type { FieldNamesText } from "./en.fieldNames.ts"

export const fieldNames: FieldNamesText = {
  other: "der Wert",
  existing: number => `Vorhandene Module ${number}`,
  line: number => `Zeile ${number}`,
  flags: { true: "angekreuzt", false: "nicht angekreuzt" },
  goals: {
    "self-sufficiency": "Autarkie",
    "cost-savings": "Ersparnis",
    "maximize-connection": "Nutzung des Netzanschlusses",
    energyhub: "einen Energie-Hub",
    "renewable-minimum": "einen Anteil erneuerbarer Energie",
  },
}

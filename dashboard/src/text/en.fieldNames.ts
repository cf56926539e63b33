/** English names of fields in messages, for fields whose label alone is unclear. */
export const fieldNames = {
  other: "the value",
  existing: (number: string) => `Existing panels ${number}`,
  line: (number: string) => `Line ${number}`,
  flags: { true: "chosen", false: "not chosen" } as Readonly<Record<string, string>>,
  goals: {
    "self-sufficiency": "self-sufficiency",
    "cost-savings": "savings",
    "maximize-connection": "use of the connection",
    energyhub: "an energy hub",
    "renewable-minimum": "a share of renewables",
  } as Readonly<Record<string, string>>,
}
export type FieldNamesText = typeof fieldNames

/** The plant of a report next to others. */
export const alternatives = {
  nav: "Alternatives",
  title: "This plant next to others",
  lead: "Each is the best of its kind, operated as the plant of this report is.",
  chart: "Net present value by part",
  figure: "Figure",
  names: {
    optimum: "This report",
    withoutBattery: "Without a battery",
    usualBattery: (size: string) => `Battery of ${size}`,
    allRoofsFull: "All roofs full",
  },
  rows: {
    panelCount: "New panels",
    capacity: "Battery",
    power: "Power of the battery",
    investment: "Purchase",
    savings: "Saves in the first year",
    payback: "Pays for itself in",
    value: "Net present value",
    panels: "of the panels",
    battery: "of the battery",
    sufficiency: "Self-sufficiency",
    gap: "Proven within",
    meetsGoal: "Reaches the goal",
    action: "As a scan of its own",
  },
  yes: "yes",
  no: "no",
}

/** The batteries that the plant was chosen from. */
export const products = {
  nav: "Batteries",
  title: "The batteries compared",
  lead: "Each with its best panels and number, operated as this plant; ≤: at most.",
  product: "Battery",
  count: "Number",
  capacity: "Capacity",
  power: "Power",
  panels: "New panels",
  investment: "Purchase",
  payback: "Pays for itself in",
  value: "Net present value",
  gap: "Proven within",
  without: "No battery",
  missesGoal: "misses the goal",
}

/** The plant of a report next to others. */
export const alternatives = {
  nav: "Alternatives",
  title: "This plant next to others",
  lead: "Each is the best plant of its kind, operated as the plant of this report is. The plant of this report is the best for a year that is known in advance: as it is really operated, another may come out a little ahead.",
  chart: "Net present value of the panels and the battery of each plant",
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
  lead: "Each with the panels and the number that suit it best. All figures are of a year that is known in advance, for which they are proven.",
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

/** Texts of a report's sliders, in the dashboard and on a shared page. */
export const live = {
  lead: "Move a slider, and the whole report follows: worked out in this browser, nothing is sent or stored.",
  sandbox: "The example figures of the sandbox cannot be worked out again: reports of live scans have sliders here.",
  /** Button of reports of earlier versions. */
  start: "Show the sliders",
  /** Sliders other than sizes. */
  more: "Prices and period",
  of: (value: string, most: string) => `${value} of ${most}`,
  growth: "Growth of electricity prices",
  perYear: (percent: string) => `${percent} a year`,
  panels: (roof: string) => `Panels on ${roof}`,
  battery: "Battery",
  years: "Period",
  price: "Purchase price",
  /** After a slider moved, and when it rests. */
  moving: "The figures are of the plant that the sliders hold. Other futures and alternatives follow when they rest.",
  resting: (ms: string, gap: string) =>
    `Worked out in this browser in ${ms} ms: proven to be within ${gap} of the best plant of these sizes.`,
  /** Before the share of the cost that is proven: of every frame. */
  proven: "Proven within",
  preparing: "The sliders are being prepared …",
  tried: "Tried plant",
  back: "Reset",
  keep: "Keep as a scan",
  keeping: "Being kept …",
  never: "never",
  original: "Original",
  variant: "Variant",
  difference: "Difference",
  figure: "Figure",
  figures: {
    savings: "Saved in the first year",
    payback: "Pays for itself in",
    value: "Net present value",
    sufficiency: "Self-sufficiency",
    investment: "Investment",
    carbon: "CO₂ saved in the first year",
  },
  adjust: "Adjust to this",
  adjustTo: (plant: string) => `Adjust to this: ${plant}`,
  locked: "The organization does not let adjustments change this.",
}

/** English words of terms that end within the years of a report. */
export const phases = {
  title: "Terms that change",
  lead: "A year's electricity bill under the terms of each run of years, at the prices of the first year. The plant is operated by the terms of its year, and the cash flow bills each year by its own.",
  years: "Years",
  netting: "Net metering",
  netted: "yes",
  notNetted: "no",
  purchase: "Purchase, mean price",
  feedIn: "Feed-in, mean price",
  growth: "Grows a year by",
  demand: "Demand charges with the plant",
  fixed: "Fixed costs",
  before: "Baseline",
  after: "With the plant",
  savings: "Savings a year",
}

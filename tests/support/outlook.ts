import type { Outlook } from "../../domain/report/outlookSchema.ts"
import type { ReportBody } from "../../domain/report/schema.ts"

type Report = Pick<ReportBody, "outlook">

/** Outlook of a report that has one. */
export const outlookOf = ({ outlook }: Report): Outlook => {
  if (!outlook) throw new Error("the report has no outlook")
  return outlook
}

/** Ends of all drivers of a report, or of one driver: lower, then higher. */
export const driverEnds = (report: Report, only?: Outlook["drivers"][number]["name"]) =>
  outlookOf(report)
    .drivers.filter(({ name }) => only === undefined || name === only)
    .flatMap(({ name, ...driver }) => [
      { name, change: driver.low, npv: driver.npvLow, payback: driver.paybackLow, optimum: driver.optimumLow },
      { name, change: driver.high, npv: driver.npvHigh, payback: driver.paybackHigh, optimum: driver.optimumHigh },
    ])

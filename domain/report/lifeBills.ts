import { sumOnce } from "../base/memo.ts"
import { mapped, type NonEmpty } from "../base/nonEmpty.ts"
import type { Operation, ScanCase } from "../case/case.ts"
import { type Bill, billName, chargesOf, yearBill } from "../finance/bill.ts"
import { inFullName, passingTrade } from "./traded.ts"

/** Bill of an operation in a phase. Energy that the connection cannot supply counts as purchased. */
export const phaseBill = (scan: ScanCase, production: Float64Array, operation: Operation, phase: number): Bill => {
  const tariff = scan.tariffs[phase]!
  const charges = chargesOf(scan, tariff)
  const name = `${inFullName(scan, production, operation)} ${billName(tariff, charges)}`
  return sumOnce(operation.years[phase]!, name, () => {
    const { importKwh, exportKwh } = passingTrade(scan, production, operation, phase)
    return yearBill(importKwh, exportKwh, tariff, charges)
  })
}

/** Bills of an operation in all phases. */
export const operationBills = (scan: ScanCase, production: Float64Array, operation: Operation): NonEmpty<Bill> =>
  mapped(scan.tariffs, (_, phase) => phaseBill(scan, production, operation, phase))

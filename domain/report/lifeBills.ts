import type { Operation, ScanCase } from "../case/case.ts"
import { sumOnce } from "../case/knownSums.ts"
import { type Bill, billName, chargesOf, yearBill } from "../finance/bill.ts"
import { inFullName, passingTrade } from "./traded.ts"

/** The operations of the phases after the first. */
const laterOperations = ({ later = [], unservedKwh }: Operation): Operation[] =>
  later.map(schedule => ({ ...schedule, costEur: 0, unservedKwh }))

/** Adds the first bill of each later phase to the first year's bill of an operation. */
export const withLaterBills = (scan: ScanCase, production: Float64Array, operation: Operation, bill: Bill): Bill => {
  const [, ...laterTariffs] = scan.tariffs
  if (laterTariffs.length === 0) return bill
  const operations = laterOperations(operation)
  const later = laterTariffs.map((tariff, phase) => {
    const { importKwh, exportKwh } = passingTrade(scan, production, operations[phase]!)
    return yearBill(importKwh, exportKwh, tariff, chargesOf(scan, tariff))
  })
  return { ...bill, later }
}

/** Bill of an operation's first year, with the first bills of its later phases. */
export const operationBill = (scan: ScanCase, production: Float64Array, operation: Operation): Bill => {
  const billed = scan.tariffs.map(tariff => billName(tariff, chargesOf(scan, tariff))).join("; ")
  return sumOnce(operation, `${inFullName(scan, production)} ${billed}`, () => {
    const { importKwh, exportKwh } = passingTrade(scan, production, operation)
    const bill = yearBill(importKwh, exportKwh, scan.tariffs[0], chargesOf(scan, scan.tariffs[0]))
    return withLaterBills(scan, production, operation, bill)
  })
}

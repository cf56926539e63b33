/** Kinds of lines of an electricity bill that one contract may have and another may lack; energy is in all. */
export const BILL_LINES = ["fixedCosts", "demandCharges", "gridFees", "taxes"] as const
export type BillLine = (typeof BILL_LINES)[number]

/** Lines of an electricity bill, in their order: amounts paid to the customer first. */
export const BILL_LINES = ["feedIn", "netting", "energy", "tax", "gridFee", "demand", "fixed"] as const

import { type Static, Type } from "@sinclair/typebox"
import { Strict, TextLine } from "../base/validation/schema.ts"

const line = (maxLength: number, description: string) =>
  Type.Optional(TextLine({ minLength: 1, maxLength, description }))

/** Company of an organization, as its offers name it. */
export const Company = Strict(
  {
    name: line(200, "Registered name"),
    address: line(300, "Street, number, postal code, town"),
    registrationNumber: line(64, "Number in the register of companies"),
    vatNumber: line(32, "VAT identification number"),
    account: line(64, "Bank account for payments, such as an IBAN"),
  },
  { description: "Company that makes the offers" },
)
export type Company = Static<typeof Company>

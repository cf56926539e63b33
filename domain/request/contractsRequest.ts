import { type Static, Type } from "@sinclair/typebox"
import { Strict } from "../base/validation/schema.ts"
import { Tariff } from "./tariffRequest.ts"

/** Contracts that one scan compares at most. */
const MAX_CONTRACTS = 20

const { priceYear: _, ...fields } = Tariff.properties

/** One of `contracts`. */
export const ContractTariff = Strict(fields, {
  description: "A contract on offer: the fields of tariff, without priceYear, as all are compared in one year",
})
/** A contract on offer. */
export type Contract = Static<typeof ContractTariff>

/** Field `contracts` of a request. */
export const Contracts = Type.Array(ContractTariff, {
  minItems: 1,
  maxItems: MAX_CONTRACTS,
  description:
    "Contracts to choose from with the plant, for the goal cost-savings: the report ranks them, each with its best plant, against tariff, the contract of today",
})

import type { Customer } from "../market/tariff/componentKinds.ts"

/** Standard profile of a request without `loadProfile`, by its `customer`. */
export const USUAL_LOAD_PROFILES: Readonly<Record<Customer, string>> = {
  household: "standard",
  business: "business-g25",
}

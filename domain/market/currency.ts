import { StringEnum } from "../base/validation/schema.ts"
import { CURRENCIES } from "./currencyNames.ts"

/** A field that names a currency. */
export const currencySchema = (description: string) => StringEnum(CURRENCIES, { description })

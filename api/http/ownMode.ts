import { StringEnum } from "../../domain/base/validation/schema.ts"
import type { Thing } from "../../domain/organization/refusal.ts"
import type { Mode } from "../../store/tables.ts"
import { Forbidden } from "./errors.ts"

/** Field `mode` of rows that the sandbox may read but not change. */
export const RowMode = StringEnum(["live", "sandbox"], {
  description: "Mode that made it and may change it; callers in the sandbox also read live ones",
})

/** Checks that a caller changes a row of its own mode. Throws Forbidden, naming the row. */
export const assertOwnMode = (caller: { mode: Mode }, mode: Mode, row: { what: Thing; id: string }): void => {
  if (caller.mode !== mode) throw new Forbidden("live-row", row)
}

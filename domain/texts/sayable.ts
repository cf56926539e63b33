import type { Path } from "../validation/path.ts"
import type { Rule, RuleParams } from "../validation/rules.ts"
import type { Catalogue } from "./render.ts"

/** What the sentence of each rule is made of: its parameters, and the path of the field. */
export type SayableViolations = { [R in Rule]: RuleParams[R] & { path: Path } }

/** A sentence for every rule, in one language. */
export type ViolationTexts = Catalogue<SayableViolations>

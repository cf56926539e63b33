import type { Path } from "../base/validation/path.ts"
import type { Rule, RuleParams } from "../base/validation/rules.ts"
import type { Catalogue } from "./render.ts"

/** Parameters of each rule's sentence, with the path of the field. */
export type SayableViolations = { [R in Rule]: RuleParams[R] & { path: Path } }

/** A sentence for every rule, in one language. */
export type ViolationTexts = Catalogue<SayableViolations>

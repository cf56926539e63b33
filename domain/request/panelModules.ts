import { type Static, Type } from "@sinclair/typebox"
import type { Path } from "../base/validation/path.ts"
import { Strict, TextLine } from "../base/validation/schema.ts"
import { type Violation, violation } from "../base/validation/violation.ts"

const MAX_TEXT_LENGTH = 200
/** Modules that a roof chooses from at most. */
const MAX_MODULES = 8
/** Ways to give each roof one of its modules: each is sized by itself. */
const MAX_MODULE_CHOICES = 16

/** A panel product. */
export const PanelModule = Strict(
  {
    id: TextLine({
      minLength: 1,
      maxLength: 100,
      description: "Names the module in the report; unique within the roof",
    }),
    brand: Type.Optional(TextLine({ maxLength: MAX_TEXT_LENGTH, description: "Shown in the report" })),
    model: Type.Optional(TextLine({ maxLength: MAX_TEXT_LENGTH, description: "Shown in the report" })),
    watts: Type.Number({ exclusiveMinimum: 0, maximum: 2000, description: "Peak power of one panel [W]" }),
    eur: Type.Number({
      ...{ minimum: 0, maximum: 100_000 },
      description: "Installed price of one panel [EUR], in place of the assumption panelPriceCurve",
    }),
    maxPanelCount: Type.Optional(
      Type.Integer({
        ...{ minimum: 1, maximum: 1_000_000 },
        description: "Number that fits on the roof; default, and at most, the roof's number",
      }),
    ),
  },
  { description: "A panel product" },
)
export type PanelModule = Static<typeof PanelModule>

/** Modules of a roof. */
export const PanelModules = Type.Array(PanelModule, {
  ...{ minItems: 1, maxItems: MAX_MODULES },
  description:
    "Panels to choose from in place of panelPowerWatts: the roof gets the best panel; for the goal cost-savings",
})

interface ModuleRoof {
  minPanelCount?: number
  maxPanelCount: number
  panelPowerWatts: number
  costPerKwp?: number
  modules?: readonly PanelModule[]
}

/** A roof with one of its modules alone: at its power, price and number. */
export const withModule = <Roof extends ModuleRoof>({ modules: _, ...roof }: Roof, module: PanelModule) => ({
  ...roof,
  panelPowerWatts: module.watts,
  costPerKwp: (1000 * module.eur) / module.watts,
  maxPanelCount: Math.min(roof.maxPanelCount, module.maxPanelCount ?? roof.maxPanelCount),
})

/** Violations of the modules of a request whose single fields are valid. */
export const moduleViolations = (roofs: readonly ModuleRoof[], goal: string): Violation[] => {
  const violations = roofs.flatMap((roof, i) => (roof.modules ? roofViolations(roof, roof.modules, i, goal) : []))
  const choices = roofs.reduce((product, { modules }) => product * (modules?.length ?? 1), 1)
  if (choices <= MAX_MODULE_CHOICES) return violations
  return [
    ...violations,
    violation(["newPv"], "too-many-module-choices", { found: choices, maximum: MAX_MODULE_CHOICES }),
  ]
}

const roofViolations = (
  roof: ModuleRoof,
  modules: readonly PanelModule[],
  index: number,
  goal: string,
): Violation[] => {
  const place: Path = ["newPv", index, "modules"]
  if (goal !== "cost-savings") return [violation(place, "left-out-when", { other: ["goal"], value: goal })]
  const ids = modules.map(({ id }) => id)
  const { minPanelCount = 0 } = roof
  return [
    ...(roof.costPerKwp === undefined
      ? []
      : [violation(["newPv", index, "costPerKwp"], "either-or", { other: place })]),
    ...ids.flatMap((id, i) => (ids.indexOf(id) < i ? [violation([...place, i, "id"], "unique", {})] : [])),
    ...modules.flatMap(({ maxPanelCount = roof.maxPanelCount }, i) =>
      maxPanelCount < minPanelCount
        ? [
            violation(["newPv", index, "minPanelCount"], "at-most-other", {
              ...{ other: [...place, i, "maxPanelCount"], value: maxPanelCount },
            }),
          ]
        : [],
    ),
  ]
}

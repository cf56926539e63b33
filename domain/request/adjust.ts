import { OptionalKind, type TSchema, Type } from "@sinclair/typebox"
import { InvalidInput } from "../base/errors.ts"
import { isSame } from "../base/isSame.ts"
import { described, Strict } from "../base/validation/schema.ts"
import { type Violation, violation } from "../base/validation/violation.ts"
import { violations } from "../base/validation/violations.ts"
import type { AdjustableStep } from "./adjustableSteps.ts"
import { type CountryAt, filledRequest, soundRequest } from "./input.ts"
import { DEFAULTS, type FilledRequest, ScanRequest, stepOf } from "./request.ts"
import { withUsualContract } from "./usualContract.ts"

/** Fields that describe the consumption in one input method only. */
const FIELDS_OF_METHOD: Record<FilledRequest["inputMethod"], (keyof FilledRequest)[]> = {
  known: ["yearlyKwh", "yearlyKwhBasis", "yearlyExportKwh", "loadProfile"],
  studio: ["customProfileId"],
}

const adjustable = ([name, schema]: [string, TSchema]): [string, TSchema] =>
  OptionalKind in schema
    ? [name, Type.Optional(Type.Union([schema, Type.Null()], described(schema)))]
    : [name, Type.Optional(schema)]

/** Changes of an adjustment to its original scan; null takes an optional field away. */
export type Adjustment = { copiedFromId: string } & {
  [Field in keyof Omit<ScanRequest, "copiedFromId">]?: ScanRequest[Field] | null
}

const OriginalId = Type.String({ minLength: 1, maxLength: 64, description: "Scan that this one adjusts" })

const OF_ORIGINAL = Strict({ copiedFromId: OriginalId })

/** Body of POST /v1/scans with copiedFromId (contract, "adjustment body"): for the OpenAPI document. */
export const AdjustmentRequest = Type.Unsafe<Adjustment>(
  Strict(
    {
      ...Object.fromEntries(Object.entries(ScanRequest.properties).map(adjustable)),
      copiedFromId: OriginalId,
    },
    { description: "Fields of the original scan that an adjustment changes; null takes an optional field away" },
  ),
)

/** A request body that names the scan it adjusts; its other fields are not checked yet. */
export interface AdjustmentBody {
  copiedFromId: string
  [field: string]: unknown
}

/**
 * A request body as an adjustment; undefined when it names none, in a text. Throws InvalidInput if the text cannot be
 * an id.
 */
export const adjustmentBody = (body: unknown): AdjustmentBody | undefined => {
  if (!isObject(body) || typeof body.copiedFromId !== "string") return undefined
  const { copiedFromId } = body
  const broken = violations(OF_ORIGINAL, { copiedFromId })
  if (broken.length > 0) throw new InvalidInput(broken)
  return { ...body, copiedFromId }
}

/**
 * The input of an adjustment: `body` laid over the input of its root scan. A field of the body replaces the
 * root's whole field, so an object or a list is given complete; a field left out is the root's, and null makes an
 * optional field as if the root had left it out. A body that changes inputMethod takes over nothing that only the
 * root's method knows (yearlyKwh and its basis, yearlyExportKwh and loadProfile, or customProfileId). The root's own
 * load profile may be named in addition to the known ones. A tariff that equals the stored one keeps its stored prices.
 * Throws InvalidInput as a request does, and for each field that differs outside of `steps`; location and
 * resolution never differ.
 */
export const adjustInput = (
  root: FilledRequest,
  body: AdjustmentBody,
  steps: readonly AdjustableStep[],
  { knownLoadProfiles, countryAt }: { knownLoadProfiles: ReadonlySet<string>; countryAt: CountryAt },
): FilledRequest => {
  const { copiedFromId: _, ...kept } = keptOfRoot(root, body)
  const loadProfiles = new Set(knownLoadProfiles).add(root.loadProfile ?? DEFAULTS.loadProfile)
  const request = soundRequest(withoutNulls({ ...kept, ...body }), loadProfiles)
  const filled = filledRequest(withUsualContract(request, countryAt(request.location), root))
  const input = request.inverterControl === undefined ? withoutControl(filled, root) : filled
  const refused = refusals(root, input, steps)
  if (refused.length > 0) throw new InvalidInput(refused)
  return input
}

/** A root from before `inverterControl` has none: its adjustments keep the former meaning. */
const withoutControl = (input: FilledRequest, root: Partial<FilledRequest>): FilledRequest => {
  if (root.inverterControl !== undefined) return input
  const { inverterControl: _, ...former } = input
  return former as FilledRequest
}

const keptOfRoot = (root: FilledRequest, body: AdjustmentBody): Partial<FilledRequest> => {
  if (body.inputMethod === undefined || body.inputMethod === root.inputMethod) return root
  const dropped: string[] = FIELDS_OF_METHOD[root.inputMethod]
  return Object.fromEntries(Object.entries(root).filter(([name]) => !dropped.includes(name)))
}

/** Nulls of optional fields taken away; others stay, to be refused by their names. */
const withoutNulls = (request: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(request).filter(([name, value]) => value !== null || !isOptional(name)))

const isOptional = (name: string): boolean =>
  Object.entries(ScanRequest.properties).some(([field, schema]) => field === name && OptionalKind in schema)

const refusals = (root: FilledRequest, input: FilledRequest, steps: readonly AdjustableStep[]): Violation[] =>
  (Object.keys(ScanRequest.properties) as (keyof FilledRequest)[]).flatMap(name => {
    const step = stepOf(name)
    if (step === undefined || step === "free" || isSame(root[name], input[name])) return []
    if (name === "resolution" && (root[name] ?? AUTO) === (input[name] ?? AUTO)) return []
    if (step === "fixed") return [violation([name], "fixed-by-original")]
    return steps.includes(step) ? [] : [violation([name], "step-not-adjustable", { step })]
  })

const AUTO: FilledRequest["resolution"] = "auto"

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

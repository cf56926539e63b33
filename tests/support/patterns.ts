import type { AST } from "@eslint-community/regexpp"
import { CharSet, JS } from "refa"

/**
 * Finds regular expressions that can take more than linear time to fail: one text can be read in two ways that both
 * continue a repetition. A pattern is seen as Glushkov's automaton, with one state per character of the pattern. It is
 * ambiguous if some text leads from state p to p, from p to q and from q to q (Weber and Seidl 1991, "IDA").
 * Exponential ambiguity has such a pair too. A search without `^` has one more state in front that reads any character.
 */

/** A counted repetition with more copies counts as repetition without end. */
const MAX_COPIES = 32

interface Part {
  first: Set<number>
  last: Set<number>
  nullable: boolean
}

interface Automaton {
  /** The characters that one element of the pattern reads. */
  charsOf: (element: AST.Element) => CharSet
  any: CharSet
  /** Characters that each state reads. */
  reads: CharSet[]
  follow: Set<number>[]
  /** Reasons that make a pattern unfit at any states. */
  faults: string[]
}

/** Reason why a pattern is not linear; undefined if it is. */
export const ambiguityOf = (source: string, flags: string): string | undefined => {
  const parser = JS.Parser.fromLiteral({ source, flags })
  for (const alternative of parser.ast.pattern.alternatives) {
    const found = ambiguityOfAlternative(alternative, parser)
    if (found) return found
  }
  return undefined
}

const ambiguityOfAlternative = (alternative: AST.Alternative, parser: JS.Parser): string | undefined => {
  const charsOf = (element: AST.Element): CharSet => {
    const [read] = parser.parseElement(element).expression.alternatives.flatMap(one => one.elements)
    return read?.type === "CharacterClass" ? read.characters : CharSet.empty(parser.maxCharacter)
  }
  const automaton: Automaton = { charsOf, any: CharSet.all(parser.maxCharacter), reads: [], follow: [], faults: [] }
  const { prefix, rest } = startOf(alternative, parser.ast.flags)
  const begin = partOfPrefix(prefix, automaton)
  const body = partOfAll(rest, automaton)
  const whole = joined(begin, body, automaton)
  if (automaton.faults.length > 0) return automaton.faults[0]
  const canFail = (state: number): boolean => !whole.last.has(state) || rest.some(hasAssertion)
  return ambiguousPair(automaton, canFail)
}

type Prefix = { kind: "anchored" } | { kind: "search"; notAfter?: AST.Element }

/** Possible starts of a match: only at the start, anywhere, or anywhere except after some character (`(?<!x)`). */
const startOf = ({ elements }: AST.Alternative, flags: AST.Flags): { prefix: Prefix; rest: AST.Element[] } => {
  const [head, ...rest] = elements
  if (flags.sticky) return { prefix: { kind: "anchored" }, rest: elements }
  if (head?.type === "Assertion" && head.kind === "start" && !flags.multiline)
    return { prefix: { kind: "anchored" }, rest }
  if (head?.type === "Assertion" && head.kind === "lookbehind" && head.negate) {
    const inside = head.alternatives.flatMap(one => one.elements)
    const [only] = inside
    if (inside.length === 1 && only && isCharacter(only)) return { prefix: { kind: "search", notAfter: only }, rest }
  }
  return { prefix: { kind: "search" }, rest: elements }
}

const partOfPrefix = (prefix: Prefix, automaton: Automaton): Part => {
  if (prefix.kind === "anchored") return emptyPart()
  const { any } = automaton
  const anything = repeated(stateFor(any, automaton), automaton)
  anything.nullable = true
  if (!prefix.notAfter) return anything
  const before = joined(anything, stateFor(any.without(automaton.charsOf(prefix.notAfter)), automaton), automaton)
  before.nullable = true
  return before
}

const isCharacter = ({ type }: AST.Element): boolean =>
  type === "Character" || type === "CharacterSet" || type === "CharacterClass"

const emptyPart = (): Part => ({ first: new Set(), last: new Set(), nullable: true })

const stateFor = (chars: CharSet, { reads, follow }: Automaton): Part => {
  const state = reads.push(chars) - 1
  follow.push(new Set())
  return { first: new Set([state]), last: new Set([state]), nullable: false }
}

const connect = (from: Set<number>, to: Set<number>, { follow, faults }: Automaton): void => {
  for (const state of from)
    for (const next of to) {
      if (follow[state]!.has(next)) faults.push("a repetition repeats a repetition")
      follow[state]!.add(next)
    }
}

const joined = (before: Part, after: Part, automaton: Automaton): Part => {
  connect(before.last, after.first, automaton)
  return {
    first: before.nullable ? before.first.union(after.first) : before.first,
    last: after.nullable ? after.last.union(before.last) : after.last,
    nullable: before.nullable && after.nullable,
  }
}

const repeated = (part: Part, automaton: Automaton): Part => {
  connect(part.last, part.first, automaton)
  return part
}

const partOfAll = (elements: readonly AST.Element[], automaton: Automaton): Part =>
  elements.reduce((part, element) => joined(part, partOf(element, automaton), automaton), emptyPart())

const partOfAlternatives = (alternatives: AST.Alternative[], automaton: Automaton): Part => {
  const parts = alternatives.map(one => partOfAll(one.elements, automaton))
  return {
    first: new Set(parts.flatMap(part => [...part.first])),
    last: new Set(parts.flatMap(part => [...part.last])),
    nullable: parts.some(part => part.nullable),
  }
}

const partOf = (element: AST.Element, automaton: Automaton): Part => {
  switch (element.type) {
    case "Group":
    case "CapturingGroup":
      return partOfAlternatives(element.alternatives, automaton)
    case "Quantifier":
      return partOfQuantifier(element, automaton)
    case "Assertion":
      if ("alternatives" in element && element.alternatives.some(one => one.elements.some(hasLoop)))
        automaton.faults.push("a lookaround repeats")
      return emptyPart()
    case "Backreference":
      automaton.faults.push("a back reference takes any time")
      return emptyPart()
    default:
      if (isCharacter(element)) return stateFor(automaton.charsOf(element), automaton)
      automaton.faults.push(`${element.type} is not understood`)
      return emptyPart()
  }
}

const partOfQuantifier = ({ min, max, element }: AST.Quantifier, automaton: Automaton): Part => {
  const isEndless = max > MAX_COPIES
  const least = Math.min(min, MAX_COPIES)
  const most = isEndless ? Math.max(least, 1) : max
  let whole = emptyPart()
  for (let copy = 1; copy <= most; copy++) {
    const part = partOf(element, automaton)
    if (isEndless && copy === most) repeated(part, automaton)
    whole = joined(whole, copy > least ? { ...part, nullable: true } : part, automaton)
  }
  return whole
}

const hasLoop = (element: AST.Element): boolean =>
  (element.type === "Quantifier" && element.max > MAX_COPIES) || insideOf(element).some(hasLoop)

const hasAssertion = (element: AST.Element): boolean =>
  element.type === "Assertion" || insideOf(element).some(hasAssertion)

const insideOf = (element: AST.Element): AST.Element[] =>
  element.type === "Quantifier"
    ? [element.element]
    : "alternatives" in element
      ? element.alternatives.flatMap(one => one.elements)
      : []

/** The first pair of repetitions that one text can lead into from the same state. */
const ambiguousPair = ({ reads, follow }: Automaton, canFail: (state: number) => boolean): string | undefined => {
  const looping = reads.map((_, state) => state).filter(state => reaches(follow, state, state))
  for (const p of looping)
    for (const q of looping)
      if (p !== q && canFail(q) && reaches(follow, p, q) && sharesText(reads, follow, p, q))
        return "two repetitions can read the same text"
  return undefined
}

const reaches = (follow: Set<number>[], from: number, to: number): boolean => {
  const seen = new Set<number>()
  const ahead = [...follow[from]!]
  for (let state = ahead.pop(); state !== undefined; state = ahead.pop()) {
    if (state === to) return true
    if (seen.has(state)) continue
    seen.add(state)
    ahead.push(...follow[state]!)
  }
  return false
}

/** True if one text leads from p to p, from p to q and from q to q: a walk through the product of three automata. */
const sharesText = (reads: CharSet[], follow: Set<number>[], p: number, q: number): boolean => {
  const size = reads.length
  const seen = new Set<number>()
  const ahead: [number, number, number][] = [[p, p, q]]
  for (let at = ahead.pop(); at; at = ahead.pop()) {
    for (const a of follow[at[0]]!)
      for (const b of follow[at[1]]!) {
        const both = reads[a]!.intersect(reads[b]!)
        if (both.isEmpty) continue
        for (const c of follow[at[2]]!) {
          if (both.isDisjointWith(reads[c]!)) continue
          if (a === p && b === q && c === q) return true
          const key = (a * size + b) * size + c
          if (seen.has(key)) continue
          seen.add(key)
          ahead.push([a, b, c])
        }
      }
  }
  return false
}

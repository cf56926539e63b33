import type { Pattern } from "acorn"
import { forEachNode, scriptOf, treeOf } from "./nodes.ts"

/**
 * Declarations whose name is a bare participle or pronoun, which says nothing about the thing.
 *
 * A name is found in two ways. The syntax tree of the script has variables, destructured names, functions and
 * parameters. It has neither types nor lines, so each word is first replaced by itself with the number of its line.
 * Parameters of signatures and labels of tuples are types: the text has them, as a word before a colon whose nearest
 * open bracket is not a brace.
 */

const WORDS = "found|given|own|held|known|asked|made|one|others"
const WORD = new RegExp(`\\b(?:${WORDS})\\b`, "g")
const NUMBERED = new RegExp(`^(${WORDS})\\$(\\d+)$`)
const TYPED = new RegExp(`[([,]\\s*(?:\\.\\.\\.)?(${WORDS})\\??:`, "g")
/** Decorators of functions, which only AssemblyScript has. */
const DECORATOR = /^\s*@\w+$/gm
const TEXT_OR_COMMENT = /"(?:[^"\\\n]|\\.)*"|\/\*[\s\S]*?\*\/|\/\/.*/g

const blank = (text: string): string => text.replace(/[^\n]/g, " ")

/** Names that a pattern binds. */
const boundBy = (pattern: Pattern | null): string[] => {
  switch (pattern?.type) {
    case "Identifier":
      return [pattern.name]
    case "ObjectPattern":
      return pattern.properties.flatMap(each => boundBy(each.type === "Property" ? each.value : each.argument))
    case "ArrayPattern":
      return pattern.elements.flatMap(boundBy)
    case "AssignmentPattern":
      return boundBy(pattern.left)
    case "RestElement":
      return boundBy(pattern.argument)
    default:
      return []
  }
}

const declaredIn = (script: string): string[] => {
  const names: string[] = []
  forEachNode(treeOf(script), node => {
    if (node.type === "VariableDeclarator") names.push(...boundBy(node.id))
    if (node.type === "CatchClause") names.push(...boundBy(node.param ?? null))
    if ("params" in node) names.push(...node.params.flatMap(boundBy))
    if (node.type === "FunctionDeclaration" || node.type === "ClassDeclaration") names.push(...boundBy(node.id))
  })
  return names
}

/** The nearest open bracket before a position. */
const bracketBefore = (text: string, position: number): string | undefined => {
  let closed = 0
  for (let i = position; i >= 0; i--) {
    const sign = text[i]!
    if (")]}".includes(sign)) closed++
    if ("([{".includes(sign) && closed-- === 0) return sign
  }
  return undefined
}

/** Bare names among variables, destructured names, functions and parameters. */
const declaredNames = (text: string, file: string): { word: string; line: number }[] => {
  const lines = text.replace(DECORATOR, blank).split("\n")
  const numbered = lines.map((line, i) => line.replace(WORD, word => `${word}$${i + 1}`))
  return declaredIn(scriptOf(numbered.join("\n"), file)).flatMap(name => {
    const [, word, line] = NUMBERED.exec(name) ?? []
    return word ? [{ word, line: Number(line) }] : []
  })
}

/** Bare names among parameters of signatures and labels of tuples. */
const typedNames = (text: string): { word: string; line: number }[] => {
  const code = text.replace(TEXT_OR_COMMENT, blank)
  return [...code.matchAll(TYPED)].flatMap(({ 0: all, 1: word, index }) => {
    const bracket = bracketBefore(code, index)
    return bracket === "(" || bracket === "["
      ? [{ word: word!, line: code.slice(0, index + all.length).split("\n").length }]
      : []
  })
}

/** Bare names that a text declares, as `line: name`, in order. */
export const bareNames = (text: string, file: string): string[] => {
  if (text.search(WORD) < 0) return []
  const all = [...declaredNames(text, file), ...typedNames(text)].sort((a, b) => a.line - b.line)
  return [...new Set(all.map(({ word, line }) => `${line}: ${word}`))]
}

/** Style of the core: its state in structs, short functions, no import circles. */
import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { fileURLToPath } from "node:url"

const ROOT = fileURLToPath(new URL("../../../wasm/assembly/", import.meta.url))
const FUNCTION_LINES_MAX = 70

const files = [...new Bun.Glob("**/*.ts").scanSync({ cwd: ROOT })].sort()
const linesOf = (file: string): string[] => readFileSync(join(ROOT, file), "utf8").split("\n")

/** Functions and methods with their number of lines that are not blank: from the opening line to the closing brace. */
const functionsOf = (file: string): { name: string; lines: number }[] => {
  const lines = linesOf(file)
  return lines.flatMap((line, begin) => {
    const opened = /^(\s*)(?:export )?(?:function )?(\w+)\(.*$/.exec(line)
    if (!opened || /^\s*(?:if|for|while|switch|return|assert)\b/.test(line)) return []
    const head = lines.findIndex((each, i) => i >= begin && /[{}]\s*$|^\s*$/.test(each))
    if (head < 0 || !lines[head]?.endsWith("{")) return []
    const end = lines.findIndex((each, i) => i > head && each === `${opened[1]}}`)
    return [{ name: `${file} ${opened[2]}`, lines: lines.slice(begin, end + 1).filter(each => each.trim()).length }]
  })
}

test("no file of the core keeps state in variables of its own", () => {
  const variables = files.flatMap(file =>
    linesOf(file)
      .filter(line => /^(?:export )?(?:let|var) /.test(line))
      .map(line => `${file}: ${line}`),
  )
  expect(variables).toEqual([])
})

test(`no function of the core has more than ${FUNCTION_LINES_MAX} lines`, () => {
  const functions = files.flatMap(functionsOf)
  expect(functions.length).toBeGreaterThan(150)
  expect(functions.filter(({ lines }) => lines > FUNCTION_LINES_MAX)).toEqual([])
})

test("the files of the core import each other without circles, the memory nothing, dispatch and master not the sizing", () => {
  const imports = new Map(
    files.map(file => [
      file,
      [...readFileSync(join(ROOT, file), "utf8").matchAll(/from "(\.[^"]+)"/g)].map(match =>
        normalize(join(dirname(file), `${match[1]}.ts`)),
      ),
    ]),
  )
  const reaches = (from: string, seen = new Set<string>()): Set<string> => {
    for (const target of imports.get(from) ?? []) {
      if (seen.has(target)) continue
      seen.add(target)
      reaches(target, seen)
    }
    return seen
  }
  expect(files.filter(file => reaches(file).has(file))).toEqual([])
  const mayNotReach: Record<string, RegExp> = {
    memory: /^(?:dispatch|master|sizing)\//,
    dispatch: /^(?:master|sizing)\//,
    master: /^(?:dispatch|sizing)\//,
  }
  const wrong = Object.entries(mayNotReach).flatMap(([folder, forbidden]) =>
    files
      .filter(file => file.startsWith(`${folder}/`))
      .flatMap(file =>
        [...reaches(file)].filter(target => forbidden.test(target)).map(target => `${file} → ${target}`),
      ),
  )
  expect(wrong).toEqual([])
})

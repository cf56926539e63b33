/**
 * Checks the words of the repository (`npm run words`):
 *   words               fails if a file has more marked sentences than ratchet.json allows; a new file may have none
 *   words FILE...       lists the marked sentences of files
 *   words --update      lowers the ratchet to the current counts; it never raises a count
 *   words --subjects    checks the subjects of commits since a fixed commit, if the history reaches that far
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { marksOf, proseOf, subjectMarksOf } from "./rules.ts"

const ROOT = fileURLToPath(new URL("../..", import.meta.url))
const RATCHET = join(import.meta.dir, "ratchet.json")
const SUBJECTS_SINCE = "6ee53a1ce2"
const LEFT_OUT =
  /(^|\/)(node_modules|dist(\.[^/]*)?|build|data|\.git|\.build\.[^/]*|bench-results)\/|^(tests\/)?fixtures\//
const MAX_LISTED = 60

interface Marked {
  place: string
  marks: string[]
  text: string
}

const markedOf = (file: string): Marked[] =>
  proseOf(file, readFileSync(join(ROOT, file), "utf8"))
    .map(({ line, text }) => ({ place: `${file}:${line}`, marks: marksOf(text), text }))
    .filter(({ marks }) => marks.length > 0)

const allFiles = (): string[] =>
  [...new Bun.Glob("**/*.{ts,tsx,md}").scanSync({ cwd: ROOT, dot: true })].filter(file => !LEFT_OUT.test(file)).sort()

const list = (marked: readonly Marked[]) => {
  for (const { place, marks, text } of marked.slice(0, MAX_LISTED))
    console.error(`${place}: [${marks.join(", ")}] ${text.slice(0, 220)}`)
  if (marked.length > MAX_LISTED) console.error(`and ${marked.length - MAX_LISTED} more`)
}

const countsNow = (): Map<string, number> =>
  new Map(
    allFiles()
      .map(file => [file, markedOf(file).length] as const)
      .filter(([, count]) => count > 0),
  )

const ratchet = (): Record<string, number> => JSON.parse(readFileSync(RATCHET, "utf8"))

const checkFiles = (): number => {
  const allowed = ratchet()
  const counts = countsNow()
  const worse = [...counts].filter(([file, count]) => count > (allowed[file] ?? 0))
  for (const [file, count] of worse) {
    console.error(`${file}: ${count} marked sentences, ${allowed[file] ?? 0} allowed`)
    list(markedOf(file))
  }
  if (worse.length > 0) console.error("CONTRIBUTING.md, Words, has the rules")
  const better = Object.entries(allowed).filter(([file, count]) => (counts.get(file) ?? 0) < count)
  if (better.length > 0) console.log(`${better.length} files have fewer marks than allowed: npm run words -- --update`)
  return worse.length > 0 ? 1 : 0
}

const update = (): number => {
  const allowed = ratchet()
  const lowered = [...countsNow()].flatMap(([file, count]) =>
    allowed[file] ? [[file, Math.min(count, allowed[file])]] : [],
  )
  writeFileSync(RATCHET, `${JSON.stringify(Object.fromEntries(lowered), null, 2)}\n`)
  return 0
}

const git = (...args: string[]) => Bun.spawnSync(["git", ...args], { cwd: ROOT, stderr: "ignore" })

const checkSubjects = (): number => {
  if (git("merge-base", "--is-ancestor", SUBJECTS_SINCE, "HEAD").exitCode !== 0) {
    console.log(`subjects of commits not checked: the history does not reach ${SUBJECTS_SINCE}`)
    return 0
  }
  const subjects = git("log", "--no-merges", "--format=%h %s", `${SUBJECTS_SINCE}..HEAD`).stdout.toString().trim()
  const wrong = subjects
    .split("\n")
    .filter(Boolean)
    .map(line => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)] as const)
    .map(([place, text]) => ({ place, marks: subjectMarksOf(text), text }))
    .filter(({ marks }) => marks.length > 0)
  list(wrong)
  return wrong.length > 0 ? 1 : 0
}

const listFiles = (files: readonly string[]): number => {
  const marked = files.flatMap(markedOf)
  list(marked)
  return marked.length > 0 ? 1 : 0
}

const args = process.argv.slice(2)
if (args[0] === "--update") process.exit(update())
if (args[0] === "--subjects") process.exit(checkSubjects())
process.exit(args.length > 0 ? listFiles(args) : checkFiles())

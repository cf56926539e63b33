/** Documents of the repository: links, files and headings that they name exist. */
import { expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const ROOT = fileURLToPath(new URL("../..", import.meta.url))
const filesLike = (pattern: string): string[] =>
  [...new Bun.Glob(pattern).scanSync({ cwd: ROOT, dot: true })].filter(
    file => !/(^|\/)(node_modules|dist|data|\.git)\//.test(file),
  )

const PAGES = filesLike("**/*.md")
const FILES = filesLike("**/*.{ts,tsx,md,json,py,sh,yaml,csv}")
const textOf = (page: string): string => readFileSync(join(ROOT, page), "utf8")

/** The anchor of a heading, by GitHub's rules. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-")

const anchorsOf = (page: string): string[] =>
  [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!))

test("every link leads to a file, and to a heading of it", () => {
  const broken = PAGES.flatMap(page =>
    [...textOf(page).matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?\)/g)]
      .filter(([, path, anchor]) => {
        const target = path ? join(dirname(page), path) : page
        return (
          !existsSync(join(ROOT, target)) || (anchor && target.endsWith(".md") && !anchorsOf(target).includes(anchor))
        )
      })
      .map(([link]) => `${page}: ${link}`),
  )
  expect(broken).toEqual([])
})

/** Files that pages name but this repository does not have: of other projects, or answered by the service. */
const ELSEWHERE = /^(docs\/efficiency-curves\.md|\/docs\/postman\.json|data\/.*\.csv)$/i

/** True if a page describes the state at its time, which may name files that are gone. */
const isHistory = (page: string): boolean => page === "CHANGELOG.md" || page.startsWith("docs/decisions/")

test("every file that is named with its folder is there", () => {
  const missing = PAGES.filter(page => !isHistory(page)).flatMap(page =>
    [...textOf(page).matchAll(/`([\w./-]+\/[\w.-]+\.(?:tsx?|md|json|py|sh|yaml|csv))`/g)]
      .map(([, path]) => path!)
      .filter(path => !ELSEWHERE.test(path))
      .filter(path => !FILES.some(file => file === join(dirname(page), path) || `/${file}`.endsWith(`/${path}`)))
      .map(path => `${page}: ${path}`),
  )
  expect(missing).toEqual([])
})

test("every folder of data says where it comes from, or a folder above it does", () => {
  const data = ["fixtures", "tests/fixtures"].flatMap(folder => filesLike(`${folder}/**/*.{json,csv,gz,zst,bin}`))
  const folders = new Set(data.map(file => dirname(file)))
  const isSaid = (folder: string): boolean =>
    existsSync(join(ROOT, folder, "SOURCES.md")) || (folder.includes("/") && isSaid(dirname(folder)))
  expect(folders.size).toBeGreaterThan(5)
  expect([...folders].filter(folder => !isSaid(folder))).toEqual([])
})

test("a decision has a number of its own in its name and its title, and one that is named exists", () => {
  const decisions = PAGES.filter(page => /^docs\/decisions\/\d/.test(page))
  const numbers = decisions.map(page => basename(page).slice(0, 3))
  expect(new Set(numbers).size).toBe(decisions.length)
  for (const page of decisions) expect(textOf(page)).toStartWith(`# ${basename(page).slice(0, 3)}`)
  const named = [...PAGES, ...FILES.filter(file => /\.tsx?$/.test(file))].flatMap(file =>
    [...textOf(file).matchAll(/\bdecisions? (\d{3})\b/g)].map(([, number]) => number!),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(number => !numbers.includes(number))).toEqual([])
})

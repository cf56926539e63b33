import { readFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT } from "./child.ts"

/** Part of all tests: `npm test` is the first, `npm run test:all -- --rest` the rest. */
export type Part = "first" | "rest" | "all"

export interface Group {
  title: string
  files: readonly string[]
  env: Record<string, string>
}

/** A program of the checkout that counts as one test. */
export interface Program {
  title: string
  command: readonly string[]
}

/** Programs that `npm run test:all` runs after the tests. */
export const PROGRAMS: readonly Program[] = [
  { title: "The interface document read by tools of integrators", command: ["tests/interface/check.ts"] },
  {
    title: "10,000 simulated hours, or as many as five minutes allow",
    command: ["tests/simulation/simulate.ts", "--hours=10000", "--minutes=5", "--seed=1"],
  },
]

/**
 * HTTP tests of parts that differ by engine: queues, turns, messages, transactions, stored databases. `npm test` runs
 * these on both engines, all others on the embedded engine.
 */
const ABOUT_THE_ENGINE = ["crash", "events", "fairness", "idempotency", "sandbox", "upgrade", "webhooks"].map(
  name => `tests/http/${name}.test.ts`,
)

/** Tests in a browser that `npm test` has: login, a new scan, its report, the shared page, sliders, axe. */
const FIRST_IN_BROWSER = ["accessible", "dashboard", "live", "report"].map(name => `tests/browser/${name}.test.ts`)

/**
 * Tests of an operator's work: start, data folder, credentials, export, prices, tiers, shares, logs. Each starts
 * several services, so `npm test` leaves these files out.
 */
const ABOUT_OPERATION = [
  ...[
    "admin",
    "backup",
    "dataFolder",
    "eraseOrganization",
    "firstCredentials",
    "firstStart",
    "logs",
    "npm",
    "passwordLinks",
    "prices",
    "shares",
    "startup",
    "tracing",
    "usage",
  ].map(name => `tests/http/${name}.test.ts`),
  ...["backup", "eraseOrganization", "startup"].map(name => `tests/cluster/${name}.test.ts`),
]

/** Tests that write, kill and repeat for half a minute: `npm test` has shorter ones of the same properties. */
const SOAKS = ["http/webhooksCrash", "process/writeAhead", "simulation/simulation"].map(name => `tests/${name}.test.ts`)

const isFirst = (file: string): boolean =>
  file.startsWith("tests/browser/") ? FIRST_IN_BROWSER.includes(file) : ![...ABOUT_OPERATION, ...SOAKS].includes(file)

/** Files that `npm test` runs with a part of their cases, or with stored optima of HiGHS. */
const TAKES_SOME = /\b(casesOf|TRIES_ALL|slowBrowserTest)\b|from "\.\/highs\.ts"/
const takesSome = (file: string): boolean => TAKES_SOME.test(readFileSync(join(ROOT, file), "utf8"))

const FIRST = { TEST_CASES: "some", TEST_OPTIMA: "known" }
const ALL = { TEST_OPTIMA: "checked" }

/** Groups of files, the longest first. @param env settings of every group */
export const groupsOf = (files: readonly string[], part: Part, env: Record<string, string>): Group[] => {
  const first = files.filter(isFirst)
  const rest = files.filter(file => !isFirst(file) || takesSome(file))
  const onCluster = files.filter(file => file.startsWith("tests/http/"))
  const isAbout = (file: string) => ABOUT_THE_ENGINE.includes(file)
  const groups = {
    first: [clusterGroup(onCluster.filter(isAbout), { ...env, ...FIRST }), ...inKinds(first, { ...env, ...FIRST })],
    rest: [
      ...inKinds(rest, { ...env, ...ALL }),
      clusterGroup(
        onCluster.filter(file => !isAbout(file) || takesSome(file)),
        { ...env, ...ALL },
      ),
    ],
    all: [...inKinds(files, { ...env, ...ALL }), clusterGroup(onCluster, { ...env, ...ALL })],
  }
  return groups[part].filter(group => group.files.length > 0)
}

const clusterGroup = (files: readonly string[], env: Record<string, string>): Group => ({
  title: "The HTTP tests on the cluster engine",
  files,
  env: { ...env, TEST_ENGINE: "cluster" },
})

const inKinds = (files: readonly string[], env: Record<string, string>): Group[] => {
  const inFolders = (pattern: RegExp) => files.filter(file => pattern.test(file))
  const separate = /^tests\/(browser|http|unit|oracle)\//
  return [
    { title: "The tests of processes", files: files.filter(file => !separate.test(file)), env },
    { title: "The tests in a browser", files: inFolders(/^tests\/browser\//), env },
    { title: "The tests that start no process", files: inFolders(/^tests\/(unit|oracle)\//), env },
    { title: "The HTTP tests on the embedded engine", files: inFolders(/^tests\/http\//), env },
  ]
}

/**
 * Part of all tests: `npm test` is the first; `change` is for a change before it is merged (`.ci/run`). It has every
 * file, with some cases of slow properties, and files on both engines whose work differs by engine. `npm run
 * test:all` has all.
 */
export type Part = "first" | "change" | "all"

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

/** Programs that run with all files. */
export const programsOf = (part: Part): Program[] =>
  part === "first"
    ? []
    : [
        { title: "The interface document read by tools of integrators", command: ["tests/interface/check.ts"] },
        simulation(part === "all" ? "5" : "1"),
      ]

const simulation = (minutes: string): Program => ({
  title: `10,000 simulated hours, or as many as ${minutes} minutes allow`,
  command: ["tests/simulation/simulate.ts", "--hours=10000", `--minutes=${minutes}`, "--seed=1"],
})

/**
 * HTTP tests of parts that differ by engine: queues, turns, messages, transactions, quotas, stored databases. `npm
 * test` runs these on both engines, all others on the embedded engine.
 */
const ABOUT_THE_ENGINE = ["crash", "events", "fairness", "idempotency", "sandbox", "upgrade", "webhooks"].map(
  name => `tests/http/${name}.test.ts`,
)

/** HTTP tests of stored rows, sums and deletions by queries that differ by engine or by its answers. */
const ABOUT_STORED_DATA = [
  ...["accessLog", "batch", "batchResults", "cancel", "costShares", "customers", "detail", "erasure", "export"],
  ...["keptInputs", "keptReports", "leases", "members", "modes", "offers", "progress", "queries", "retention"],
  ...["scans", "sites", "storage", "stop", "tenancy", "webhookRetries", "websocket"],
].map(name => `tests/http/${name}.test.ts`)

/** Tests in a browser that `npm test` has: login, a new scan, its report, the shared page, sliders, axe. */
const FIRST_IN_BROWSER = ["accessible", "dashboard", "live", "report"].map(name => `tests/browser/${name}.test.ts`)

/**
 * Tests of an operator's work: start, data folder, credentials, export, prices, tiers, shares, logs, packages of a
 * release. Each takes long, so `npm test` leaves these files out.
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
    "runtime",
    "shares",
    "startup",
    "tracing",
    "usage",
  ].map(name => `tests/http/${name}.test.ts`),
  ...["backup", "eraseOrganization", "startup"].map(name => `tests/cluster/${name}.test.ts`),
  "tests/process/release.test.ts",
]

/** Files about operation with statements of their own; the others start, log or read files, which no engine changes. */
const OPERATION_BY_ENGINE = ["backup", "eraseOrganization", "shares", "startup", "usage"].map(
  name => `tests/http/${name}.test.ts`,
)

/** Tests that write, kill and repeat for half a minute: `npm test` has shorter ones of the same properties. */
const SOAKS = ["http/webhooksCrash", "process/writeAhead", "simulation/simulation"].map(name => `tests/${name}.test.ts`)

const isFirst = (file: string): boolean =>
  file.startsWith("tests/browser/") ? FIRST_IN_BROWSER.includes(file) : ![...ABOUT_OPERATION, ...SOAKS].includes(file)

const STARTS_NO_PROCESS = /^tests\/(unit|oracle)\//
const FIRST = { TEST_CASES: "some", TEST_OPTIMA: "known" }
const ALL = { TEST_OPTIMA: "checked" }

/** Settings of the runtime in tests: freed memory stays with the process, because new pages take processor time. */
const KEPT_MEMORY = { MIMALLOC_PURGE_DELAY: "1000" }
/**
 * Settings of groups that start services. A service of a few tests ends before the last tier of the compilers repays
 * its time: with both, the HTTP tests take 25 % less processor time.
 */
const SHORT_LIVED = { ...KEPT_MEMORY, BUN_JSC_useFTLJIT: "0", BUN_JSC_useOMGJIT: "0" }

/** Groups of files, the longest first. @param env settings of every group */
export const groupsOf = (files: readonly string[], part: Part, env: Record<string, string>): Group[] => {
  const onCluster = files.filter(file => file.startsWith("tests/http/"))
  const first = { ...env, ...FIRST }
  const all = { ...env, ...ALL }
  const groups = {
    first: () => [
      clusterGroup(
        onCluster.filter(file => ABOUT_THE_ENGINE.includes(file)),
        first,
      ),
      ...inKinds(files.filter(isFirst), first),
    ],
    change: () => [
      ...inKinds(files, first),
      clusterGroup(
        onCluster.filter(file => [...ABOUT_THE_ENGINE, ...OPERATION_BY_ENGINE, ...ABOUT_STORED_DATA].includes(file)),
        first,
      ),
    ],
    all: () => [...inKinds(files, all), clusterGroup(onCluster, all)],
  }
  return groups[part]().filter(group => group.files.length > 0)
}

const clusterGroup = (files: readonly string[], env: Record<string, string>): Group => ({
  title: "The HTTP tests on the cluster engine",
  files,
  env: { ...env, ...SHORT_LIVED, TEST_ENGINE: "cluster" },
})

const inKinds = (files: readonly string[], env: Record<string, string>): Group[] => {
  const inFolders = (pattern: RegExp) => files.filter(file => pattern.test(file))
  const separate = /^tests\/(browser|http|unit|oracle)\//
  return [
    { title: "The tests of processes", files: files.filter(file => !separate.test(file)), env },
    { title: "The tests in a browser", files: inFolders(/^tests\/browser\//), env: { ...env, ...SHORT_LIVED } },
    { title: "The tests that start no process", files: inFolders(STARTS_NO_PROCESS), env: { ...env, ...KEPT_MEMORY } },
    {
      title: "The HTTP tests on the embedded engine",
      files: inFolders(/^tests\/http\//),
      env: { ...env, ...SHORT_LIVED },
    },
  ]
}

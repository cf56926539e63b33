import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { fileURLToPath } from "node:url"

const ROOT = fileURLToPath(new URL("../..", import.meta.url))

/** Folders that the files of each room may import; CONTRIBUTING.md has the table. */
const MAY_IMPORT: Record<string, string[]> = {
  api: ["domain", "store", "infra"],
  cli: ["api", "client", "domain", "store", "infra", "examples", "fixtures", "service.ts", "tests"],
  client: ["api"],
  dashboard: ["client", "domain", "search", "wasm", "api"],
  worker: ["search", "domain", "wasm", "infra", "fixtures"],
  search: ["domain", "wasm"],
  dispatcher: ["domain", "store", "infra"],
  wasm: [],
  domain: ["fixtures"],
  store: ["domain", "infra"],
  infra: [],
  fixtures: [],
}
/** Layers of a room's folders: each folder imports earlier folders only, and files of the room's root import all. */
const LAYERS: Record<string, string[]> = {
  domain: ["base", "site", "market", "control", "request", "finance", "organization", "case", "report", "texts"],
  search: ["model", "operate", "size", "choose", "compare"],
}
/** Files and built files that any room may read as data. */
const READ_AS_DATA = ["package.json", "dashboard/dist/"]
const FORBIDDEN_FOLDERS: Record<string, string> = { worker: "infra/database/" }
/** Clock, random numbers, environment and network, which the domain and the search must not use. */
const IMPURE = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(|\bprocess\.env\b|\bfetch\(/

const sources = (room: string): string[] =>
  [...new Bun.Glob(`${room}/**/*.{ts,tsx}`).scanSync({ cwd: ROOT })].filter(
    file => !file.startsWith("wasm/assembly/") && !file.includes("/dist/"),
  )

const importsOf = (file: string): string[] => {
  const text = readFileSync(join(ROOT, file), "utf8")
  const specifiers = [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|\bimport\s+)["'](\.[^"']+)["']/g)].map(
    match => match[1]!,
  )
  const urls = [...text.matchAll(/new URL\(\s*["'](\.[^"']+)["']/g)].map(match => match[1]!)
  return [...specifiers, ...urls].map(specifier => normalize(join(dirname(file), specifier)))
}

for (const [room, allowed] of Object.entries(MAY_IMPORT))
  test(`${room}/ imports only ${allowed.join(", ") || "itself"}`, () => {
    const files = sources(room)
    const wrong = files.flatMap(file =>
      importsOf(file)
        .filter(target => {
          const targetRoom = target.split("/")[0]!
          const isOther = targetRoom !== room && !READ_AS_DATA.includes(target)
          const forbidden = FORBIDDEN_FOLDERS[room]
          return (isOther && !allowed.includes(targetRoom)) || (forbidden !== undefined && target.startsWith(forbidden))
        })
        .map(target => `${file} imports ${target}`),
    )
    expect(wrong).toEqual([])
  })

for (const [room, layers] of Object.entries(LAYERS))
  test(`folders of ${room}/ are layers: ${layers.join(", ")}`, () => {
    const layerOf = (file: string): number => layers.indexOf(file.split("/")[1]!)
    const files = sources(room).filter(file => file.split("/").length > 2)
    const upwards = files.flatMap(file =>
      importsOf(file)
        .filter(target => target.startsWith(`${room}/`) && !(layerOf(target) >= 0 && layerOf(target) <= layerOf(file)))
        .map(target => `${file} imports ${target}`),
    )
    expect(files.length).toBeGreaterThan(layers.length)
    expect(upwards).toEqual([])
  })

test("of the dashboard only its build imports the API: the form of the list of built files", () => {
  const importers = sources("dashboard").flatMap(file =>
    importsOf(file).flatMap(target => (target.startsWith("api/") ? [`${file} ${target}`] : [])),
  )
  expect(importers).toEqual(["dashboard/build.ts api/pages/built.ts"])
})

test("pages solve in their worker alone: nothing else of the dashboard imports the solver or the core", () => {
  const importers = sources("dashboard").filter(file => importsOf(file).some(target => /^(search|wasm)\//.test(target)))
  expect(importers.sort()).toEqual([
    "dashboard/buildLive.ts",
    "dashboard/src/live/live.worker.ts",
    "dashboard/src/live/liveSolver.ts",
  ])
})

test("what runs in the worker of the pages reaches nothing outside of a browser but the data that its build leaves out", () => {
  const transpiler = new Bun.Transpiler({ loader: "ts" })
  const reached = new Map<string, string[]>()
  const visit = (file: string) => {
    if (reached.has(file) || !file.endsWith(".ts")) return
    const paths = transpiler.scanImports(readFileSync(join(ROOT, file), "utf8")).map(({ path }) => path)
    reached.set(file, paths)
    for (const path of paths) if (path.startsWith(".")) visit(normalize(join(dirname(file), path)))
  }
  visit("dashboard/src/live/live.worker.ts")
  expect(reached.has("search/solve.ts")).toBe(true)
  const files = [...reached].filter(([file]) => !file.startsWith("fixtures/"))
  expect(files.filter(([file]) => /^(worker|infra|store|api|dispatcher|client)\//.test(file))).toEqual([])
  const fromPlatform = files.filter(([, paths]) => paths.some(path => /^(node|bun):/.test(path))).map(([file]) => file)
  // The core compiles itself from a file if no module is given; a worker passes one.
  expect(fromPlatform).toEqual(["wasm/index.ts"])
})

test("the client imports types only", () => {
  const values = sources("client").filter(file =>
    /^import (?!type )[^\n]*["']\.\.\//m.test(readFileSync(join(ROOT, file), "utf8")),
  )
  expect(values).toEqual([])
})

test("the legacy interface is a leaf: only api/index.ts imports it", () => {
  const importers = sources("api").filter(
    file => !file.startsWith("api/legacy/") && importsOf(file).some(target => target.startsWith("api/legacy/")),
  )
  expect(importers).toEqual(["api/index.ts"])
})

test("only store/ knows SQL", () => {
  const rooms = Object.keys(MAY_IMPORT).filter(room => room !== "store")
  const knows = rooms
    .flatMap(sources)
    .filter(file => /(?:from|import\()\s*["']drizzle-orm/.test(readFileSync(join(ROOT, file), "utf8")))
  expect(knows).toEqual([])
})

test("a page of a list begins by its key: only store/page.ts skips rows, in an index, and store/marks.ts those of a block", () => {
  const skipping = sources("store").filter(file =>
    /\.offset\(|\boffset \$/i.test(readFileSync(join(ROOT, file), "utf8")),
  )
  expect(skipping.sort()).toEqual(["store/marks.ts", "store/page.ts"])
})

test("the domain is pure: no clock, no chance, no environment, no network", () => {
  const impure = sources("domain").filter(file => IMPURE.test(readFileSync(join(ROOT, file), "utf8")))
  expect(impure).toEqual([])
})

test("the search is pure: its clock is a parameter, and it imports nothing of the platform", () => {
  const platform = /(?:from|import)\s*\(?\s*["'](?:node|bun):/
  const impure = sources("search").filter(file => {
    const text = readFileSync(join(ROOT, file), "utf8")
    return IMPURE.test(text) || platform.test(text)
  })
  expect(impure).toEqual([])
})

test("the rest of the domain holds data, not sentences: it does not import domain/texts", () => {
  const others = sources("domain").filter(file => !file.startsWith("domain/texts/"))
  expect(others.filter(file => importsOf(file).some(target => target.startsWith("domain/texts/")))).toEqual([])
})

test("only service.ts knows api, worker and dispatcher", () => {
  const knows = [...new Bun.Glob("*.ts").scanSync({ cwd: ROOT })].filter(file => {
    const rooms = new Set(importsOf(file).map(target => target.split("/")[0]))
    return ["api", "worker", "dispatcher"].filter(room => rooms.has(room)).length > 1
  })
  expect(knows).toEqual(["service.ts"])
})

const ROOMS = [...Object.keys(MAY_IMPORT), "tests"]
/** All written files, with the optimiser's core and without built files. */
const written = (): string[] =>
  [
    ...ROOMS.flatMap(room => [...new Bun.Glob(`${room}/**/*.{ts,tsx}`).scanSync({ cwd: ROOT })]),
    "start.ts",
    "service.ts",
  ].filter(file => !file.includes("/dist/"))

test("no file is longer than 400 lines", () => {
  const long = written()
    .map(file => ({ file, lines: readFileSync(join(ROOT, file), "utf8").split("\n").length - 1 }))
    .filter(({ lines }) => lines > 400)
  expect(long).toEqual([])
})

test("no comment is wider than 120 columns: the formatter wraps code only", () => {
  const wide = written().flatMap(file =>
    readFileSync(join(ROOT, file), "utf8")
      .split("\n")
      .flatMap((line, i) => (line.length > 120 && /^\s*(\/\/|\/?\*)/.test(line) ? [`${file}:${i + 1}`] : [])),
  )
  expect(wide).toEqual([])
})

test("no files import each other in a circle", () => {
  const files = new Set(written())
  const targetsOf = new Map([...files].map(file => [file, importsOf(file).filter(target => files.has(target))]))
  expect(circlesOf(targetsOf)).toEqual([])
})

/** Groups of files that reach each other: Tarjan's strongly connected components. */
const circlesOf = (targetsOf: ReadonlyMap<string, readonly string[]>): string[][] => {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  const visit = (file: string): number => {
    order.set(file, order.size)
    lowest.set(file, order.size - 1)
    open.push(file)
    for (const target of targetsOf.get(file) ?? []) {
      const reached = order.has(target) ? (open.includes(target) ? order.get(target) : undefined) : visit(target)
      lowest.set(file, Math.min(lowest.get(file) ?? 0, reached ?? Number.POSITIVE_INFINITY))
    }
    if (lowest.get(file) === order.get(file)) {
      const circle = open.splice(open.indexOf(file))
      if (circle.length > 1) circles.push(circle.sort())
    }
    return lowest.get(file) ?? 0
  }
  for (const file of targetsOf.keys()) if (!order.has(file)) visit(file)
  return circles
}

test("an exported function or constant is used by another file, and an exported type by any", () => {
  const texts = new Map(
    [...written(), ...new Bun.Glob("*.ts").scanSync({ cwd: ROOT })].map(file => [
      file,
      readFileSync(join(ROOT, file), "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ""),
    ]),
  )
  const words = new Map([...texts].map(([file, text]) => [file, text.match(/[A-Za-z_$][\w$]*/g) ?? []]))
  const filesWith = new Map<string, number>()
  for (const list of words.values())
    for (const word of new Set(list)) filesWith.set(word, (filesWith.get(word) ?? 0) + 1)
  const exports = [...texts].flatMap(([file, text]) =>
    [...text.matchAll(/^export (?:async )?(const|function\*?|interface|type) ([\w$]+)/gm)].map(
      ([, kind, name]) => [file, kind, name] as const,
    ),
  )
  const unused = exports.filter(([file, kind, name]) => {
    if (file.startsWith("wasm/assembly/") || filesWith.get(name!)! > 1) return false
    return !/interface|type/.test(kind!) || words.get(file)!.filter(word => word === name).length === 1
  })
  expect(exports.length).toBeGreaterThan(1000)
  expect(unused.map(([file, , name]) => `${file}: ${name}`)).toEqual([])
})

/** Files in which a type needs a cast, with the reason. */
const CASTS: Record<string, string> = {
  "store/database.ts": "the pool has the part of a postgres.js client that drizzle-orm's driver uses",
  "store/page.ts": "drizzle-orm takes SQL as a limit, which its type leaves out",
  "domain/base/validation/schema.ts": "TypeBox has no type for a kind of our own",
  "wasm/core.ts": "what a WebAssembly module exports has no type",
  "wasm/bench/measure.ts": "what a WebAssembly module exports has no type",
}

test("types are not got round outside of named places", () => {
  const casts = written().filter(
    file =>
      !file.startsWith("wasm/assembly/") &&
      file !== "tests/unit/architecture.test.ts" &&
      /\bas unknown as\b|\bas any\b|@ts-(?:ignore|expect-error|nocheck)/.test(readFileSync(join(ROOT, file), "utf8")),
  )
  expect(casts.filter(file => !(file in CASTS))).toEqual([])
  expect(Object.keys(CASTS).filter(file => !casts.includes(file))).toEqual([])
})

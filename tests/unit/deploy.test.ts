import { expect, test } from "bun:test"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { createMetrics } from "../../infra/metrics.ts"
import pkg from "../../package.json"

const ROOT = fileURLToPath(new URL("../..", import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), "utf8")
// biome-ignore lint/suspicious/noExplicitAny: parsed files have no type
const yaml = (path: string): any => Bun.YAML.parse(read(path))

const VARIABLES = new Set([...read("infra/config.ts").matchAll(/"([A-Z][A-Z_]{3,})"/g)].map(([, name]) => name))
const COMMANDS = ["api/main.ts", "worker/main.ts", "dispatcher/main.ts"]

test("the image runs each service by a file that is there, not as root", () => {
  const dockerfile = read("Dockerfile")
  for (const command of [...COMMANDS, "start.ts"]) {
    expect(existsSync(join(ROOT, command))).toBe(true)
    expect(dockerfile).toContain(command)
  }
  expect(dockerfile).toMatch(/^USER \d+$/m)
  expect(dockerfile.indexOf("USER")).toBeLessThan(dockerfile.indexOf("ENTRYPOINT"))
})

/** The settings that infra/memory.sh exports to a shell with these variables. */
const memorySettings = (env: Record<string, string>): Record<string, string> => {
  const { stdout } = Bun.spawnSync(["sh", "-c", ". ./infra/memory.sh && env"], { cwd: ROOT, env })
  const lines = stdout.toString().split("\n")
  return Object.fromEntries(lines.filter(line => /^(BUN_JSC|MIMALLOC)_/.test(line)).map(line => line.split("=", 2)))
}

test("npm and the image start the service with the same bounds of garbage, unless others are set", () => {
  const own = memorySettings({})
  expect(Object.keys(own).sort()).toEqual([
    "BUN_JSC_gcMaxHeapSize",
    "BUN_JSC_heapGrowthMaxIncrease",
    "MIMALLOC_PURGE_DELAY",
  ])
  const inImage = read("Dockerfile").matchAll(/\b((?:BUN_JSC|MIMALLOC)_\w+)=(\S+)/g)
  expect(Object.fromEntries([...inImage].map(([, name, value]) => [name, value]))).toEqual(own)
  for (const name of ["start", "demo", "api", "worker", "dispatcher"] as const)
    expect(pkg.scripts[name]).toMatch(/(^| && )\. \.\/infra\/memory\.sh && exec bun \S+$/)
  expect(memorySettings({ MEMORY_PROFILE: "throughput" })).toEqual({})
  expect(memorySettings({ BUN_JSC_gcMaxHeapSize: "1000000" })).toEqual({ ...own, BUN_JSC_gcMaxHeapSize: "1000000" })
})

/** Images that a file names in its lines `FROM` and `image:`. */
const imagesOf = (path: string): string[] =>
  [...read(path).matchAll(/^(?:FROM|\s*image:) (\S+(?: [^#\n]*\})?)/gm)].map(([, image]) => image!)

test("images are pinned: those of others by a digest that must be given, our own by its version", () => {
  const own = `solar-scan-service:${pkg.version}`
  for (const path of ["Dockerfile", "compose.yaml"]) {
    const images = imagesOf(path)
    expect(images.length).toBeGreaterThan(1)
    for (const image of images)
      if (image !== own) expect([path, image]).toEqual([path, expect.stringMatching(/^[\w:.-]+@\$\{[A-Z]+_DIGEST\b/)])
  }
  const asked = new Set([...read("deploy/digests.sh").matchAll(/^digest ([A-Z]+_DIGEST) /gm)].map(([, name]) => name))
  const needed = ["Dockerfile", "compose.yaml"].flatMap(path => [...read(path).matchAll(/\$\{([A-Z]+_DIGEST)/g)])
  for (const [, name] of needed) expect(asked).toContain(name)
  expect(yaml("deploy/kubernetes/kustomization.yaml").images[0].newTag).toBe(pkg.version)
  for (const path of ["Dockerfile", "compose.yaml", "deploy/kubernetes/kustomization.yaml"])
    expect(read(path)).not.toContain("latest")
})

test("the image has a health check of its own", async () => {
  expect(read("Dockerfile")).toMatch(/^ENV .*\bPORT=3000\b/m)
  const file = /^HEALTHCHECK .*"([\w/]+\.ts)"\]$/m.exec(read("Dockerfile"))?.[1] ?? ""
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: request => new Response(null, { status: request.url.endsWith("/healthz") ? 200 : 503 }),
  })
  const ask = (port: number, ...path: string[]) =>
    Bun.spawn([process.execPath, file, ...path], { cwd: ROOT, env: { ...process.env, PORT: String(port) } }).exited
  expect(await ask(server.port ?? 0)).toBe(0)
  expect(await ask(server.port ?? 0, "/readyz")).toBe(1)
  await server.stop(true)
  expect(await ask(server.port ?? 0)).toBe(1)
})

test("compose gives each process a read-only image, no capabilities, a limit of memory, and only its own secrets", () => {
  const { api, worker, dispatcher, nats, postgres } = yaml("compose.yaml").services
  for (const service of [api, worker, dispatcher, nats, postgres])
    expect(service).toMatchObject({
      ...{ read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] },
      mem_limit: expect.stringMatching(/^\dg$/),
    })
  for (const { tmpfs } of [api, worker, dispatcher]) expect(tmpfs).toEqual(["/tmp"])
  const secretsOf = ({ environment }: { environment: object }) =>
    ["DATABASE_URL", "JWT_SECRET", "NATS_URL"].filter(name => name in environment)
  expect(secretsOf(api)).toEqual(["DATABASE_URL", "JWT_SECRET", "NATS_URL"])
  expect(secretsOf(dispatcher)).toEqual(["DATABASE_URL", "NATS_URL"])
  expect(secretsOf(worker)).toEqual(["NATS_URL"])
  const password = /--pass (\$\{NATS_PASSWORD[^}]*\})$/.exec(nats.command.join(" "))?.[1]
  for (const { environment } of [api, dispatcher, worker])
    expect(environment.NATS_URL).toBe(`nats://solar:${password}@nats:4222`)
})

test("compose starts PostgreSQL, NATS, an API, two workers and a dispatcher, by variables that the service reads", () => {
  const { services } = yaml("compose.yaml")
  expect(Object.keys(services).sort()).toEqual(["api", "dispatcher", "nats", "postgres", "worker"])
  expect(services.worker.deploy.replicas).toBe(2)
  for (const name of ["api", "worker", "dispatcher"]) {
    expect(services[name].command).toEqual([`${name}/main.ts`])
    for (const variable of Object.keys(services[name].environment)) expect(VARIABLES).toContain(variable)
    expect(Object.keys(services[name].depends_on)).toEqual(["postgres", "nats"])
  }
  expect(Object.keys(services.worker.environment)).not.toContain("DATABASE_URL")
  expect(services.nats.command).toContain("--jetstream")
})

test("the manifests of Kubernetes hold together", () => {
  const folder = "deploy/kubernetes"
  const { resources } = yaml(`${folder}/kustomization.yaml`)
  const files = readdirSync(join(ROOT, folder)).filter(file => file !== "kustomization.yaml")
  expect([...resources].sort()).toEqual(files.sort())
  const objects = resources.flatMap((file: string) => yaml(`${folder}/${file}`))
  const named = (kind: string, name: string) =>
    objects.find((object: { kind: string; metadata: { name: string } }) => {
      return object.kind === kind && object.metadata.name === name
    })
  for (const name of ["api", "worker", "dispatcher"]) {
    const { spec } = named("Deployment", name)
    const [container] = spec.template.spec.containers
    expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels)
    expect(container.args).toEqual([`${name}/main.ts`])
    for (const { name: variable } of container.env) expect(VARIABLES).toContain(variable)
    expect(container.readinessProbe.httpGet.path).toBe("/readyz")
    expect(container.livenessProbe.httpGet.path).toBe("/healthz")
    // The start probe does not end a start that waits for PostgreSQL or migrates a large schema.
    expect(container.startupProbe.httpGet.path).toBe("/healthz")
    expect(container.startupProbe.failureThreshold * container.startupProbe.periodSeconds).toBeGreaterThanOrEqual(600)
    expect(spec.template.spec.securityContext.runAsNonRoot).toBe(true)
  }
  const policies = objects.filter(({ kind }: { kind: string }) => kind === "NetworkPolicy")
  expect(named("NetworkPolicy", "nothing-else").spec).toEqual({
    podSelector: { matchLabels: { app: "solar-scan" } },
    policyTypes: ["Ingress", "Egress"],
  })
  const ports = named("Deployment", "api").spec.template.spec.containers[0].ports.map(
    (port: { name: string }) => port.name,
  )
  // No process reaches every address on any port.
  for (const { spec } of policies) for (const rule of spec.egress ?? []) expect(rule.to.length).toBeGreaterThan(0)
  for (const { spec } of policies)
    for (const rule of spec.ingress ?? []) for (const { port } of rule.ports) expect(ports).toContain(port)
  expect(named("Service", "api").spec.selector).toEqual(named("Deployment", "api").spec.selector.matchLabels)
  const scaled = named("ScaledObject", "worker").spec
  expect(named("Deployment", scaled.scaleTargetRef.name)).toBeDefined()
  expect(named("TriggerAuthentication", scaled.triggers[0].authenticationRef.name)).toBeDefined()
})

/** Names of metrics in an expression of Prometheus; buckets, sums and counts belong to their histogram. */
const metricsIn = (expression: string): string[] =>
  [...expression.replace(/\{[^}]*\}|\bby \([^)]*\)/g, "").matchAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g)]
    .map(([name]) => name.replace(/_bucket$/, ""))
    .filter(name => name !== "histogram_quantile")

test("every measurement of the service has a row in docs/monitoring.md, by a name of Prometheus' form", async () => {
  const { registry } = createMetrics()
  const own = (await registry.getMetricsAsJSON()).filter(({ name }) => !/^(process|nodejs)_/.test(name))
  const page = read("docs/monitoring.md")
  expect(own.length).toBeGreaterThan(10)
  expect(own.filter(({ name }) => !page.includes(`\`${name}\``))).toEqual([])
  const isCounter = ({ type }: { type: unknown }) => String(type) === "counter"
  expect(own.filter(metric => isCounter(metric) !== metric.name.endsWith("_total"))).toEqual([])
})

test("dashboard and alerts ask for metrics that the service has", () => {
  const known = createMetrics()
    .registry.getMetricsAsArray()
    .map(({ name }) => name)
  const dashboard = JSON.parse(read("deploy/monitoring/grafana-dashboard.json"))
  const panels: { title: string; targets: { expr: string }[] }[] = dashboard.panels
  const { groups } = yaml("deploy/monitoring/alerts.yaml")
  const expressions = [
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...groups.flatMap(({ rules }: { rules: { expr: string }[] }) => rules.map(({ expr }) => expr)),
  ]
  expect(expressions.length).toBeGreaterThan(20)
  const unknown = expressions.flatMap(metricsIn).filter(name => !known.includes(name))
  expect(unknown).toEqual([])
  for (const rule of groups[0].rules) expect(Object.keys(rule.annotations)).toEqual(["summary", "action"])
})

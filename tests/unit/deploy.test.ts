import { expect, test } from "bun:test"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { createMetrics } from "../../infra/metrics.ts"

const ROOT = fileURLToPath(new URL("../..", import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), "utf8")
// biome-ignore lint/suspicious/noExplicitAny: what the files hold is what the tests look at
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
    expect(spec.template.spec.securityContext.runAsNonRoot).toBe(true)
  }
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

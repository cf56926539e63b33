import { expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Ajv } from "ajv"
import pkg from "../../package.json"
import { renderTemplate } from "../support/chartTemplate.ts"

const ROOT = fileURLToPath(new URL("../..", import.meta.url))
const CHART = "deploy/helm/solar-scan-service"
const MANIFESTS = "deploy/kubernetes"
const read = (path: string) => readFileSync(join(ROOT, path), "utf8")

// biome-ignore lint/suspicious/noExplicitAny: parsed files have no type
type Loose = any
const documents = (text: string): Loose[] => [Bun.YAML.parse(text)].flat().filter(Boolean)
const values = (): Loose => documents(read(`${CHART}/values.yaml`))[0]
const chart: Loose = documents(read(`${CHART}/Chart.yaml`))[0]
const schema: Loose = JSON.parse(read(`${CHART}/values.schema.json`))
const isAllowed = new Ajv({ strict: true, allErrors: true, strictRequired: false }).compile(schema)

const render = (file: string, given: Loose) =>
  renderTemplate(read(`${CHART}/templates/${file}`), {
    Values: given,
    Chart: { AppVersion: chart.appVersion },
    Release: { Namespace: "solar-scan" },
  })

/** Objects of the chart, after the schema has allowed their values, as Helm does it. */
const rendered = (given: Loose = values()): Loose[] => {
  isAllowed(given)
  expect(isAllowed.errors).toBeNull()
  const files = readdirSync(join(ROOT, CHART, "templates")).filter(file => file.endsWith(".yaml"))
  return files.flatMap(file => documents(render(file, given)))
}

/** Objects that Kustomize renders, except the namespace, which Helm creates by --create-namespace. */
const manifests = (): Loose[] => {
  const { resources, images } = documents(read(`${MANIFESTS}/kustomization.yaml`))[0]
  const objects = resources.flatMap((file: string) => documents(read(`${MANIFESTS}/${file}`)))
  const [{ name, newName, newTag }] = images
  for (const { kind, spec } of objects)
    if (kind === "Deployment")
      for (const container of spec.template.spec.containers)
        if (container.image === name) container.image = `${newName}:${newTag}`
  return objects.filter(({ kind }: Loose) => kind !== "Namespace")
}

/** Objects by kind and name, with their variables by name, because their order has no meaning. */
const byName = (objects: Loose[]): Record<string, Loose> => {
  const named: Record<string, Loose> = {}
  for (const object of objects) {
    const name = `${object.kind} ${object.metadata.name}`
    expect(Object.keys(named)).not.toContain(name)
    named[name] = object
    for (const container of object.spec?.template?.spec.containers ?? [])
      container.env.sort((a: Loose, b: Loose) => (a.name < b.name ? -1 : 1))
  }
  return named
}

test("the chart says what the manifests say, but for the number of workers, which the scaler sets", () => {
  const expected = byName(manifests())
  expect(Object.keys(expected).length).toBeGreaterThan(12)
  delete expected["Deployment worker"].spec.replicas
  expect(byName(rendered())).toEqual(expected)
})

test("without the scaler, policies and a digest's absence the chart says so", () => {
  const given = values()
  given.scaling.enabled = false
  given.networkPolicy.enabled = false
  given.image = { repository: "registry.example.org/solar", digest: `sha256:${"a1".repeat(32)}`, pullSecrets: ["pull"] }
  const objects = byName(rendered(given))
  const kinds = new Set(Object.keys(objects).map(name => name.split(" ")[0]))
  expect([...kinds].sort()).toEqual(["Deployment", "PodDisruptionBudget", "Service", "ServiceAccount"])
  for (const name of ["api", "worker", "dispatcher"]) {
    const { spec } = objects[`Deployment ${name}`]
    expect(spec.replicas).toBe(2)
    expect(spec.template.spec.containers[0].image).toBe(`registry.example.org/solar@${given.image.digest}`)
    expect(spec.template.spec.imagePullSecrets).toEqual([{ name: "pull" }])
  }
})

test("values reach their objects, as text where it holds signs of YAML or of templates", () => {
  const given = values()
  given.secret = "other"
  given.services.worker.env.LOG_LEVEL = 'a: "b" # {{ c }}\n- d'
  given.services.api.resources = { limits: { cpu: "4" } }
  given.scaling = { enabled: true, minReplicas: 3, maxReplicas: 40, scansPerWorker: 50 }
  given.networkPolicy.callersNamespace = "ingress"
  given.networkPolicy.databasePort = 6432
  given.networkPolicy.databaseInCluster = false
  given.networkPolicy.databaseAddresses = ["10.1.2.3/32"]
  const objects = byName(rendered(given))
  const container = (name: string) => objects[`Deployment ${name}`].spec.template.spec.containers[0]
  expect(container("worker").env).toContainEqual({ name: "LOG_LEVEL", value: given.services.worker.env.LOG_LEVEL })
  expect(container("api").resources).toEqual({ limits: { cpu: "4" } })
  for (const name of ["api", "worker", "dispatcher"])
    for (const { valueFrom } of container(name).env) if (valueFrom) expect(valueFrom.secretKeyRef.name).toBe("other")
  const scaled = objects["ScaledObject worker"].spec
  expect([scaled.minReplicaCount, scaled.maxReplicaCount]).toEqual([3, 40])
  expect(scaled.triggers[0].metadata.targetQueryValue).toBe("50")
  expect(objects["TriggerAuthentication solar-scan-database"].spec.secretTargetRef[0].name).toBe("other")
  expect(objects["NetworkPolicy callers"].spec.ingress[0].from[0].namespaceSelector.matchLabels).toEqual({
    "kubernetes.io/metadata.name": "ingress",
  })
  expect(objects["NetworkPolicy database"].spec.egress).toEqual([
    { to: [{ ipBlock: { cidr: "10.1.2.3/32" } }], ports: [{ port: 6432 }] },
  ])
})

test("an ingress leads to the port of the API's service, with TLS where a secret is named", () => {
  const given = values()
  Object.assign(given.ingress, { enabled: true, host: "scans.example.org" })
  const { metadata, spec } = byName(rendered(given))["Ingress api"]
  const backend = { service: { name: "api", port: { name: "http" } } }
  expect(metadata.annotations).toBeUndefined()
  expect(spec).toEqual({
    rules: [{ host: "scans.example.org", http: { paths: [{ path: "/", pathType: "Prefix", backend }] } }],
  })
  expect(byName(rendered(given))["Service api"].spec.ports[0].name).toBe("http")
  Object.assign(given.ingress, { tlsSecret: "cert", className: "nginx", annotations: { "a.b/c": "0" } })
  const withTls = byName(rendered(given))["Ingress api"]
  expect(withTls.metadata.annotations).toEqual({ "a.b/c": "0" })
  expect(withTls.spec.ingressClassName).toBe("nginx")
  expect(withTls.spec.tls).toEqual([{ hosts: ["scans.example.org"], secretName: "cert" }])
})

test("values that are misspelt, of the wrong type or unsafe are refused", () => {
  const refused: [string, (given: Loose) => void][] = [
    ["a name that is not known", given => Object.assign(given, { replicas: 2 })],
    [
      "a variable that the service does not read",
      given => Object.assign(given.services.api.env, { TRUST_PROXIES: "1" }),
    ],
    ["a port that the probes do not ask", given => Object.assign(given.services.api.env, { PORT: "80" })],
    ["a number in place of text", given => Object.assign(given.services.api.env, { TRUST_PROXY: 1 })],
    ["a tag in place of a digest", given => Object.assign(given.image, { digest: "latest" })],
    ["an ingress without a host", given => Object.assign(given.ingress, { enabled: true })],
    ["a service that is not there", given => Object.assign(given.services, { cron: given.services.api })],
    ["no replicas", given => Object.assign(given.services.api, { replicas: 0 })],
    ["a part that is missing", given => delete given.networkPolicy.brokerPort],
    ["a name that would end its line", given => Object.assign(given, { secret: "a\nb" })],
  ]
  for (const [what, change] of refused) {
    const given = values()
    change(given)
    expect([what, isAllowed(given)]).toEqual([what, false])
  }
})

/** Variables of the runtime that docs/configuration.md lists. */
const OF_RUNTIME = [...read("infra/memory.sh").matchAll(/^export (\w+)=/gm)].map(([, name]) => name)
OF_RUNTIME.push("NODE_EXTRA_CA_CERTS")

test("the schema allows the variables that are read, but for the two ports, which the templates set", () => {
  const ofTraces = new Set([...read("infra/tracing/settings.ts").matchAll(/"(OTEL_[A-Z_]+)"/g)].map(([, name]) => name))
  const ofConfig = [...read("infra/config.ts").matchAll(/read\.\w+\(\s*"([A-Z_]+)"/g)].map(([, name]) => name)
  const names = [...ofConfig, ...ofTraces, ...OF_RUNTIME]
  for (const name of OF_RUNTIME) expect(read("docs/configuration.md")).toContain(name!)
  const own = ["PORT", "METRICS_PORT"]
  expect(names).toEqual(expect.arrayContaining(own))
  expect(schema.definitions.variable.enum.toSorted()).toEqual(names.filter(name => !own.includes(name!)).sort())
})

test("the chart has the version of the service, and its notes name the way in", () => {
  expect([chart.version, chart.appVersion]).toEqual([pkg.version, pkg.version])
  const given = values()
  expect(render("NOTES.txt", given)).toContain("port-forward service/api")
  expect(render("NOTES.txt", given)).toContain("Set image.digest")
  Object.assign(given.ingress, { enabled: true, host: "scans.example.org" })
  given.image.digest = `sha256:${"0".repeat(64)}`
  expect(render("NOTES.txt", given)).toContain("at the host scans.example.org")
  expect(render("NOTES.txt", given)).not.toContain("image.digest")
})

test("the renderer of these tests refuses what it does not know, and paths that lead nowhere", () => {
  const data = { Values: { a: "x", b: { c: 1 }, none: {} } }
  expect(renderTemplate("1 {{- if not .Values.none }}\n{{ .Values.a }}{{ else }}no{{ end }}", data)).toBe("1\nx")
  for (const template of [
    "{{ .Values.missing }}",
    "{{ .Values.b }}",
    "{{ toYaml .Values.b }}",
    "{{ .Values.a | quote }}",
    "{{ if .Values.a }}",
    "{{ end }}",
    "{{ with .Values.b }}{{ end }}",
    '{{ printf "%q" .Values.b.c }}',
  ])
    expect(() => renderTemplate(template, data)).toThrow()
})

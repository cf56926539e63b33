import { afterAll, beforeAll, expect } from "bun:test"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openNatsBus } from "../../infra/bus/nats.ts"
import { createLog } from "../../infra/log.ts"
import { makeServerCertificate, type ServerCertificate } from "../support/authority.ts"
import { startChild } from "../support/child.ts"
import { clusterTest, whyNoServers } from "../support/cluster.ts"
import { makeOperator } from "../support/natsOperator.ts"
import { startNats, startPostgres, type TestServer } from "../support/programs.ts"
import { smallestRequest } from "../support/requests.ts"
import { createClient, TEST_ENVIRONMENT } from "../support/service.ts"

const LIMIT_MS = 60_000
const log = createLog("test", "silent")

let tls: ServerCertificate
let database: TestServer
beforeAll(async () => {
  if (whyNoServers()) return
  tls = makeServerCertificate()
  database = await startPostgres(tls)
})
afterAll(() => database?.close())

const newFile = (text: string): string => {
  const path = join(mkdtempSync(join(tmpdir(), "solar-scan-credentials-")), "file")
  writeFileSync(path, text)
  return path
}
const tlsOnly = () => `tls { cert_file: "${tls.certificate}", key_file: "${tls.key}" }`

clusterTest("the broker lets in who has the user and password of the URL, and nobody else", async () => {
  const guarded = await startNats('authorization { users: [{ user: "scans", password: "a secret" }] }')
  const at = (credentials: string) => `nats://${credentials}127.0.0.1:${guarded.port}`
  const bus = await openNatsBus({ url: at("scans:a%20secret@") }, log)
  expect(await bus.isHealthy()).toBe(true)
  await bus.close()
  for (const credentials of ["", "scans:wrong@"])
    await expect(openNatsBus({ url: at(credentials) }, log)).rejects.toThrow(
      `NATS_URL 127.0.0.1:${guarded.port}: the broker refuses the credentials`,
    )
  await guarded.close()
})

clusterTest("the broker lets in who has the token of the URL, and nobody else", async () => {
  const guarded = await startNats('authorization { token: "a+token" }')
  const bus = await openNatsBus({ url: `nats://a%2Btoken@127.0.0.1:${guarded.port}` }, log)
  expect(await bus.isHealthy()).toBe(true)
  await bus.close()
  for (const url of [guarded.url, `nats://another@127.0.0.1:${guarded.port}`])
    await expect(openNatsBus({ url }, log)).rejects.toThrow("the broker refuses the credentials")
  await guarded.close()
})

clusterTest("a broker in operator mode lets in who has a credentials file of its operator", async () => {
  const [ours, others] = [makeOperator(), makeOperator()]
  const guarded = await startNats(ours.config)
  const bus = await openNatsBus({ url: guarded.url, creds: newFile(ours.credentials) }, log)
  expect(await bus.isHealthy()).toBe(true)
  await bus.close()
  for (const creds of [undefined, newFile(others.credentials)])
    await expect(openNatsBus({ url: guarded.url, ...(creds ? { creds } : {}) }, log)).rejects.toThrow(
      "the broker refuses the credentials in the URL or in NATS_CREDS",
    )
  await guarded.close()
})

clusterTest("a broker over TLS is trusted when its authority is known, and refused when not", async () => {
  const guarded = await startNats(tlsOnly())
  const url = `tls://127.0.0.1:${guarded.port}`
  const bus = await openNatsBus({ url, tlsCa: tls.authority }, log)
  expect(await bus.isHealthy()).toBe(true)
  await bus.close()
  await expect(openNatsBus({ url }, log)).rejects.toThrow("NATS_TLS_CA takes the authority that signed")
  await guarded.close()
})

clusterTest("a broker without JetStream is refused with the way out", async () => {
  const bare = await startNats("", { jetStream: false })
  await expect(openNatsBus({ url: bare.url }, log)).rejects.toThrow("start it with --jetstream")
  await bare.close()
})

clusterTest(
  "the whole service runs over TLS, with a credentials file, by authorities that only its environment names",
  async () => {
    const operator = makeOperator()
    const nats = await startNats(`${operator.config}\n${tlsOnly()}`)
    const environment = {
      ...TEST_ENVIRONMENT,
      PORT: "0",
      JWT_SECRET: "a secret of all processes of a test cluster",
      DATABASE_URL: `${database.url}?sslmode=verify-full`,
      NODE_EXTRA_CA_CERTS: tls.authority,
      NATS_URL: `tls://127.0.0.1:${nats.port}`,
      NATS_TLS_CA: tls.authority,
      NATS_CREDS: newFile(operator.credentials),
    }
    const service = await startChild("start.ts", environment, /listens on (\S+)/)
    const answer = await createClient(service.said).post("/v1/scans", smallestRequest(), { prefer: "wait=30" })
    expect(answer.body.status).toBe("completed")
    expect(await service.end("SIGTERM")).toBe(0)
    const unknown = startChild("start.ts", { ...environment, NODE_EXTRA_CA_CERTS: "" }, /listens on (\S+)/)
    await expect(unknown).rejects.toThrow("PostgreSQL cannot be used (unable to verify the first certificate)")
    await nats.close()
  },
  LIMIT_MS,
)

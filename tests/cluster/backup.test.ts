import { expect } from "bun:test"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { openEmbeddedDatabase, openPostgres } from "../../store/database.ts"
import { admin, allRows } from "../support/backup.ts"
import { startChild } from "../support/child.ts"
import { administer, clusterTest, databaseUrlOf, sharedServers } from "../support/cluster.ts"
import { completedScan } from "../support/scans.ts"
import { createClient, TEST_ENVIRONMENT } from "../support/service.ts"

const LIMIT_MS = 120_000

const done = async (env: Record<string, string>, ...args: string[]) => {
  const { code, error } = await admin(env, ...args)
  expect([code, error]).toEqual([0, ""])
}

clusterTest(
  "from the embedded engine to PostgreSQL and back, no row is lost or changed",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "solar-scan-backup-"))
    const first = { DATA_DIR: join(folder, "first") }
    const service = await startChild("start.ts", { PORT: "0", ...TEST_ENVIRONMENT, ...first }, /listens on (\S+)/)
    await completedScan(createClient(service.said))
    await service.end()
    await done(first, "export", join(folder, "first.gz"))

    const { databaseUrl } = await sharedServers()
    const name = basename(folder)
    await administer(databaseUrl, `create database "${name}"`)
    const cluster = {
      DATABASE_URL: databaseUrlOf(databaseUrl, name),
      JWT_SECRET: "a secret of a cluster that tests make",
    }
    await done(cluster, "import", join(folder, "first.gz"))
    expect((await admin(cluster, "import", join(folder, "first.gz"))).error).toStartWith(
      "admin: the database is not empty",
    )
    await done(cluster, "export", join(folder, "second.gz"))
    const last = { DATA_DIR: join(folder, "last") }
    await done(last, "import", join(folder, "second.gz"))

    const before = await openEmbeddedDatabase(join(first.DATA_DIR, "database"))
    const rows = await allRows(before)
    expect(rows.scans).toHaveLength(1)
    const between = await openPostgres(cluster.DATABASE_URL)
    const after = await openEmbeddedDatabase(join(last.DATA_DIR, "database"))
    expect(await allRows(between)).toEqual(rows)
    expect(await allRows(after)).toEqual(rows)
    await Promise.all([before.close(), between.close(), after.close()])
  },
  LIMIT_MS,
)

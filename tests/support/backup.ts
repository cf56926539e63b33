import { sql } from "drizzle-orm"
import type { Database } from "../../store/database.ts"
import { ROOT } from "./child.ts"

/** Runs a command of `npm run admin`, as an operator does. Returns its exit code, its output and its error output. */
export const admin = async (env: Record<string, string>, ...args: string[]) => {
  const child = Bun.spawn([process.execPath, "cli/admin.ts", ...args], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: "", LOG_LEVEL: "warn", ...env },
    stdout: "pipe",
    stderr: "pipe",
  })
  const [out, error, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { code, out, error: error.trim() }
}

/** Every row of every table as PostgreSQL prints its fields, sorted, by the table's name. */
export const allRows = async ({ queries }: Database): Promise<Record<string, string[]>> => {
  const tables = await queries.execute<{ name: string }>(
    sql`select tablename::text as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const all: Record<string, string[]> = {}
  for (const { name } of tables) {
    const rows = await queries.execute<{ line: string }>(
      sql`select whole::text as line from ${sql.identifier(name)} whole`,
    )
    all[name] = [...rows].map(({ line }) => line).sort()
  }
  return all
}

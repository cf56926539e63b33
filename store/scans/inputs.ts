import { createHash } from "node:crypto"
import { and, eq, inArray } from "drizzle-orm"
import { inputParts, joinedInputs } from "../../domain/case/inputParts.ts"
import type { JobInputs } from "../../domain/case/jobInputs.ts"
import type { Queries } from "../database.ts"
import { insertRows } from "../insertRows.ts"
import { scans } from "../tables.ts"
import { transaction } from "../transaction.ts"
import { inputsOfScans, scanInputs } from "./inputsTable.ts"
import type { Attempt } from "./move.ts"

/** Inputs that a scan was solved with; undefined if no rows are stored, because the shipped data sufficed. */
export const findInputs = async (queries: Queries, scanId: string): Promise<JobInputs | undefined> => {
  const parts = await queries
    .select({ content: scanInputs.content })
    .from(inputsOfScans)
    .innerJoin(scanInputs, eq(scanInputs.hash, inputsOfScans.hash))
    .where(eq(inputsOfScans.scanId, scanId))
    .orderBy(inputsOfScans.place)
  return parts.length > 0 ? joinedInputs(parts.map(({ content }) => content)) : undefined
}

/**
 * Stores the inputs of a scan, unless it has stored inputs, is gone or is at another attempt. Equal inputs are stored
 * once.
 */
export const keepInputs = async (queries: Queries, { id, attempt }: Attempt, inputs: JobInputs): Promise<void> => {
  const parts = inputParts(inputs).map(content => ({ hash: hashOf(content), content }))
  if (parts.length === 0) return
  await transaction(queries, async tx => {
    const current = await tx
      .select({ id: scans.id })
      .from(scans)
      .where(and(eq(scans.id, id), eq(scans.attempt, attempt)))
      .for("no key update")
    if (current.length === 0 || (await hasInputs(tx, id))) return
    await storeMissing(tx, parts)
    await insertRows(
      tx,
      inputsOfScans,
      parts.map(({ hash }, place) => ({ scanId: id, place, hash })),
    )
  })
}

const hasInputs = async (tx: Queries, scanId: string): Promise<boolean> => {
  const rows = await tx
    .select({ place: inputsOfScans.place })
    .from(inputsOfScans)
    .where(eq(inputsOfScans.scanId, scanId))
    .limit(1)
  return rows.length > 0
}

interface Part {
  hash: string
  content: Uint8Array
}

/** Stores parts that are missing, and locks the others until the references are written. */
const storeMissing = async (tx: Queries, parts: readonly Part[]): Promise<void> => {
  const stored = await tx
    .select({ hash: scanInputs.hash })
    .from(scanInputs)
    .where(
      inArray(
        scanInputs.hash,
        parts.map(({ hash }) => hash),
      ),
    )
    .orderBy(scanInputs.hash)
    .for("key share")
  const locked = new Set(stored.map(({ hash }) => hash))
  const missing = parts.filter(({ hash }) => !locked.has(hash)).toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
  // The update locks a part that another transaction stores at the same time.
  for (const part of missing)
    await tx
      .insert(scanInputs)
      .values(part)
      .onConflictDoUpdate({ target: scanInputs.hash, set: { hash: part.hash } })
}

const hashOf = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex")

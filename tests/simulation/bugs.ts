/** A mistake that a developer could make: texts of the product's sources, and their planted replacements. */
export interface Bug {
  name: string
  /** Path from the root, and each text, which occurs once, with its replacement. */
  file: string
  edits: readonly (readonly [text: string, planted: string])[]
  /** Invariants that the simulation then reports as violated. */
  violates: readonly string[]
  /** Seed of a run that found it; changes in the product change the random draws. */
  seed: number
}

export const BUGS: readonly Bug[] = [
  {
    name: "a result of an attempt that was given up counts",
    file: "store/scans/move.ts",
    edits: [['eq(scans.attempt, sql.placeholder("attempt")),', ""]],
    violates: ["results are fenced by attempt", "a scan fails for a cause of its own"],
    seed: 11,
  },
  {
    name: "scans are stored, charged and announced outside of a transaction",
    file: "api/v1/scans/insert.ts",
    edits: [["transaction(queries, tx => insertKept(tx, quotas, items))", "insertKept(queries, quotas, items)"]],
    violates: ["a transition has its event at once", "each scan is counted, and nothing else"],
    seed: 1,
  },
  {
    name: "what the bus lost is found and not given back",
    file: "dispatcher/reconcile.ts",
    edits: [["await giveBackScans(database.queries, lost)", ""]],
    violates: ["every accepted scan ends"],
    seed: 24,
  },
  {
    name: "the delivery of a sender that died is sent again",
    file: "store/webhooks/claims.ts",
    edits: [['.set({ state: "ended", error })', '.set({ state: "waiting" })']],
    violates: ["a delivery is claimed once"],
    seed: 7,
  },
  {
    name: "two senders claim one delivery",
    file: "store/webhooks/claims.ts",
    edits: [
      [
        'and(isAmong(webhookDeliveries.id, ids), eq(webhookDeliveries.state, "waiting"))',
        "isAmong(webhookDeliveries.id, ids)",
      ],
    ],
    violates: ["a webhook leaves at most once per event and endpoint"],
    seed: 1,
  },
  {
    name: "a webhook does not wait for the earlier ones of its scan",
    file: "store/webhooks/claims.ts",
    edits: [["earlier.step < delivery.step", "false"]],
    violates: ["webhooks of a scan leave in the order of its states"],
    seed: 1,
  },
  {
    name: "events are marked as relayed before their deliveries are stored, in two transactions",
    file: "store/webhooks/events.ts",
    edits: [
      ["transaction(queries, async tx => {", "withoutTransaction(queries, async tx => {"],
      ["    await tx.update(scanEvents).set({ relayedAt: new Date() }).where(isAmong(scanEvents.id, ids))\n", ""],
      ["    const ids = events.map(({ id }) => id)\n", ""],
      [
        "    const rows = await deliveriesOf(tx, events)\n",
        `    await tx.update(scanEvents).set({ relayedAt: new Date() }).where(isAmong(scanEvents.id, events.map(({ id }) => id)))
    const rows = await deliveriesOf(tx, events)\n`,
      ],
      [
        "/** An event with its content. */",
        "const withoutTransaction = <T>(queries: Queries, work: (tx: Queries) => Promise<T>) => work(queries)\n",
      ],
    ],
    violates: ["every event gets a delivery for each receiver"],
    seed: 1,
  },
  {
    name: "events get their places without regard to the states of their scan",
    file: "store/events/place.ts",
    edits: [["order by first, step", "order by first, step desc"]],
    violates: ["events of a scan have their places in the order of its states"],
    seed: 1,
  },
  {
    name: "what the quota refuses stays counted",
    file: "api/v1/usage/meter.ts",
    edits: [["await addToMeter(tx, organizationId, month.name, costsEur.length - count)", ""]],
    violates: ["no more scans are accepted than the quota grants"],
    seed: 3,
  },
  {
    name: "of writes that share a transaction each is told the outcome of the first",
    file: "store/groupCommit.ts",
    edits: [["done(results.slice(start, start + items.length))", "done(results.slice(0, items.length))"]],
    violates: ["an answer is of its own request"],
    seed: 1,
  },
  {
    name: "the time limit of a scan goes by the clock of the process",
    file: "store/scans/recover.ts",
    edits: [
      [
        // biome-ignore lint/suspicious/noTemplateCurlyInString: text of a source
        "lt(scans.processingAt, sql`now() - make_interval(mins => ${limitMinutes})`)",
        "lt(scans.processingAt, new Date(Date.now() - limitMinutes * 60_000))",
      ],
    ],
    violates: ["a scan is given up after its time limit, not before"],
    seed: 1,
  },
  {
    name: "a key that was answered is claimed anew",
    file: "store/idempotencyKeys.ts",
    edits: [["      setWhere: or(isOver, isAbandoned)!,\n", ""]],
    violates: ["one idempotency key makes one scan"],
    seed: 1,
  },
  {
    name: "the answer of a key is kept after the scan is stored, not with it",
    file: "api/v1/scans/insert.ts",
    edits: [["await keep?.(tx, ofRequest)", "void [keep, ofRequest]"]],
    violates: ["one idempotency key makes one scan"],
    seed: 18,
  },
  {
    name: "the key of a request that failed is forgotten with its answer",
    file: "store/idempotencyKeys.ts",
    edits: [
      [
        "delete(idempotencyKeys).where(and(claimOf(name, claimedAt), isNull(idempotencyKeys.answer)))",
        "delete(idempotencyKeys).where(claimOf(name, claimedAt))",
      ],
    ],
    violates: ["one idempotency key makes one scan"],
    seed: 18,
  },
  {
    name: "sandbox scans are moved and their events written in two transactions",
    file: "store/scans/sandbox.ts",
    edits: [
      ["  transaction(queries, async tx => {", "  (async (tx: Queries) => {"],
      ["    return moved\n  })\n", "    return moved\n  })(queries)\n"],
    ],
    violates: ["a transition has its event at once"],
    seed: 1,
  },
]

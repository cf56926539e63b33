/** How many webhooks leave a second, and how long after a change of state they arrive. */

import { type Receiver, startReceiver } from "../support/receiver.ts"
import { until } from "../support/service.ts"
import { openHarness, openThrowAway, type WebhookHarness } from "../support/webhookSender.ts"
import { type Row, report, type Section } from "./table.ts"
import { startVerifyingReceiver } from "./verifyingReceiver.ts"

const SCANS = 500
const GOAL_PER_SECOND = 2_000
const ENDPOINTS = 5
/** Scans a second in the measurement of delays. */
const RATE_PER_SECOND = 20
const PACED_SCANS = 200
const DEAD_ENDPOINTS = 20

const STATES = ["processing", "completed"] as const

/** Verified deliveries per second, and time per delivery in the sender's process [µs]. */
interface Rate {
  perSecond: number
  cpuUs: number
}

const quantile = (values: number[], share: number) => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
}

const arrived = (at: Receiver, count: number) =>
  until(
    () => (at.arrivals.length >= count ? true : undefined),
    120_000,
    () => `${at.arrivals.length} of ${count}`,
  )

/** A backlog of finished scans, sent as quickly as it goes to receivers in a process of their own. */
const measureRate = async (harness: WebhookHarness): Promise<Rate> => {
  const manager = await harness.newOrganization()
  const at = await startVerifyingReceiver()
  for (let i = 0; i < ENDPOINTS; i++) {
    const { secret } = await harness.register(manager, { url: `${at.url}/${i}` })
    await at.keepSecret(`/${i}`, secret)
  }
  for (let i = 0; i < SCANS; i++) {
    const id = await harness.acceptScan(manager)
    for (const state of STATES) await harness.move(id, state)
  }
  const total = SCANS * ENDPOINTS * (STATES.length + 1)
  const began = performance.now()
  const cpuBefore = process.cpuUsage()
  const sender = await harness.startSender()
  await until(async () => ((await at.verified()) >= total ? true : undefined), 120_000)
  const perSecond = (total / (performance.now() - began)) * 1000
  const { user, system } = process.cpuUsage(cpuBefore)
  await sender.stop()
  at.end()
  return { perSecond, cpuUs: (user + system) / total }
}

/** Delays from the commit of a state to the arrival of its event, with additional receivers that never answer. */
const measureDelays = async (harness: WebhookHarness, deadEndpoints: number): Promise<number[]> => {
  const manager = await harness.newOrganization()
  const at = await startReceiver()
  const dead = await startReceiver(() => {})
  await harness.register(manager, { url: at.url })
  for (let i = 0; i < deadEndpoints; i++) await harness.register(manager, { url: `${dead.url}/${i}` })
  const sender = await harness.startSender()
  const changedMs = new Map<string, number>()
  const run = async () => {
    const id = await harness.acceptScan(manager)
    changedMs.set(`${id} scan.pending`, performance.now())
    for (const state of STATES) {
      await Bun.sleep(20)
      await harness.move(id, state)
      changedMs.set(`${id} scan.${state}`, performance.now())
    }
  }
  const runs: Promise<void>[] = []
  for (let i = 0; i < PACED_SCANS; i++) {
    runs.push(run())
    await Bun.sleep(1000 / RATE_PER_SECOND)
  }
  await Promise.all(runs)
  await arrived(at, changedMs.size)
  const delays = at.arrivals.map(({ scanId, event, atMs }) => atMs - (changedMs.get(`${scanId} ${event}`) ?? atMs))
  await dead.close()
  await sender.stop()
  await at.close()
  return delays
}

const delayRows = (what: string, delays: number[]): Row[] =>
  [0.5, 0.95, 0.99].map(share => ({
    what: `${what}, p${share * 100}`,
    measured: `${quantile(delays, share).toFixed(1)} ms`,
    bar: "",
  }))

/**
 * `npm run bench -- webhooks`: on the embedded database, receivers in a process of their own; delays within one
 * process.
 */
export const bench = async (): Promise<void> => {
  const harness = await openHarness(await openThrowAway())
  await measureRate(harness)
  const { perSecond, cpuUs } = await measureRate(harness)
  const alone = await measureDelays(harness, 0)
  const besideDead = await measureDelays(harness, DEAD_ENDPOINTS)
  await harness.close()
  const section: Section = {
    title: "Webhooks on the embedded database",
    rows: [
      {
        what: `verified deliveries of a backlog, ${ENDPOINTS} endpoints`,
        measured: `${perSecond.toFixed(0)} /s`,
        bar: `${GOAL_PER_SECOND} /s`,
        holds: perSecond >= GOAL_PER_SECOND,
      },
      { what: "processor time of the sender, each", measured: `${cpuUs.toFixed(0)} µs`, bar: "" },
      ...delayRows(`change of state to arrival, ${RATE_PER_SECOND} scans/s`, alone),
      ...delayRows(`the same beside ${DEAD_ENDPOINTS} receivers that never answer`, besideDead),
    ],

    data: { perSecond, cpuUs, delaysMs: { alone, besideDead } },
  }
  report("webhooks", [section])
}

import { fileURLToPath } from "node:url"
import v8 from "node:v8"
import { type Api, createApi } from "../../api/index.ts"
import type { Tasks } from "../../api/tasks/index.ts"
import { startDispatcher } from "../../dispatcher/index.ts"
import type { Bus } from "../../infra/bus/bus.ts"
import { countDeliveries } from "../../infra/bus/counted.ts"
import { createMemoryBus } from "../../infra/bus/memory.ts"
import { readConfig } from "../../infra/config.ts"
import { createLog } from "../../infra/log.ts"
import { createMetrics } from "../../infra/metrics.ts"
import type { Outbound } from "../../infra/outbound/client.ts"
import { startWorker } from "../../worker/index.ts"
import type { Broker } from "./broker.ts"
import type { Reachable } from "./clients.ts"
import type { Clock, Process } from "./clock.ts"
import type { Server } from "./database.ts"
import type { Random } from "./random.ts"
import { createSolver } from "./solver.ts"

/** Kind of a process in the cluster. */
export type Role = "api" | "worker" | "dispatcher" | "all"

/** A place of the cluster in which a process runs, dies and is restarted. */
interface Place {
  role: Role
  process: Process | undefined
  api: Api | undefined
  stop: (() => Promise<void>) | undefined
}

interface Parts {
  random: Random
  server: Server
  broker: Broker
  outboundOf: (process: Process) => Outbound
  /** Errors that the service did not catch. */
  fail: (error: unknown) => void
}

/**
 * No heap statistics: the metrics of each simulated process would read this program's heap at its start, for some 30
 * ms.
 */
v8.getHeapSpaceStatistics = () => []

const THREADS = 2
const CONFIG = readConfig({
  JWT_SECRET: "a secret of the simulation, of 32 characters and more",
  PUBLIC_URL: "http://localhost",
  CALLS_PER_MINUTE: "1000000",
  SANDBOX_SCANS_PER_DAY: "1000000",
  TIERS_FILE: fileURLToPath(new URL("./tiers.json", import.meta.url)),
})
/** No child processes: simulated requests need no check of a whole year. */
const TASKS: Tasks = {
  readMeter: () => Promise.reject(new Error("not simulated")),
  readLoadProfile: () => Promise.reject(new Error("not simulated")),
  assertFeasible: async () => {},
  liveCase: () => Promise.reject(new Error("not simulated")),
  close() {},
}

/** The processes of a cluster, or of an embedded service: the product's own code on doubles of its surroundings. */
export const createCluster = (clock: Clock, roles: readonly Role[], parts: Parts) => {
  const { random, server, broker, outboundOf, fail } = parts
  const places: Place[] = roles.map(role => ({ role, process: undefined, api: undefined, stop: undefined }))

  const startIn = async (place: Place, process: Process): Promise<void> => {
    const log = createLog(process.name, "silent", { write() {} })
    const metrics = createMetrics()
    const isAlone = place.role === "all"
    const bus: Bus = countDeliveries(isAlone ? createMemoryBus() : broker.busOf(process), metrics)
    const database = server.open(process, isAlone ? "embedded" : "postgres")
    const has = (role: Role) => isAlone || place.role === role
    const stops: (() => Promise<void>)[] = []
    if (has("worker")) {
      const worker = await startWorker({ bus, pool: createSolver(clock, process), threads: THREADS, log, metrics })
      stops.push(worker.stop)
    }
    if (has("api")) {
      const readiness = async () => ({ isReady: true, checks: {} })
      const api = await createApi(
        { config: CONFIG, database, bus, log, metrics, readiness, tasks: TASKS },
        () => "127.0.0.1",
      )
      place.api = api
      stops.push(async () => {
        place.api = undefined
        api.close()
      })
    }
    if (has("dispatcher")) {
      const dispatcher = await startDispatcher({ database, bus, outbound: outboundOf(process), log, metrics })
      stops.push(dispatcher.stop)
    }
    place.stop = async () => {
      for (const stop of stops) await stop()
    }
  }
  let births = 0
  /** Starts a process. If a dependency is unavailable the process ends and is restarted after a while. */
  const start = (place: Place) => {
    const process = clock.boot(`${place.role}-${births++}`)
    place.process = process
    clock.as(process, () =>
      startIn(place, process).catch(() => {
        kill(place)
        clock.as(undefined, () => clock.at(random.between(500, 5_000), () => start(place)))
      }),
    )
  }
  const kill = (place: Place) => {
    if (place.process) clock.kill(place.process)
    Object.assign(place, { process: undefined, api: undefined, stop: undefined })
  }
  for (const place of places) start(place)

  return {
    places,
    broker,
    processes: (): Process[] => places.flatMap(({ process }) => process ?? []),
    apis: (): Reachable[] => places.flatMap(({ process, api }) => (process?.isAlive && api ? [{ process, api }] : [])),
    isWhole: () => places.every(({ stop }) => stop !== undefined),
    /** Kills a process, and starts another in its place after a time. */
    crash(place: Place, restMs: number) {
      if (!place.process) return
      kill(place)
      clock.as(undefined, () => clock.at(restMs, () => start(place)))
    },
    /** Frees the place of a process that died. */
    crashOf(process: Process, restMs: number) {
      const place = places.find(each => each.process === process)
      if (place) this.crash(place, restMs)
    },
    /** Stops a process as an operator does, and starts another in its place. */
    restart(place: Place) {
      const { process, stop } = place
      if (!process || !stop) return
      place.stop = undefined
      clock.as(process, () =>
        stop()
          .catch(fail)
          .finally(() => {
            if (place.process !== process) return
            kill(place)
            clock.as(undefined, () => clock.at(random.between(100, 2_000), () => start(place)))
          }),
      )
    },
  }
}
export type Cluster = ReturnType<typeof createCluster>

import { AsyncLocalStorage } from "node:async_hooks"
import type { Random } from "./random.ts"

/** A process of the simulated cluster; its death ends all work that it started. */
export interface Process {
  name: string
  isAlive: boolean
  /** Error of its wall clock. */
  skewMs: number
  bootedAtMs: number
  /** Called once at its death. */
  onDeath: (() => void)[]
}

interface Alarm {
  atMs: number
  order: number
  process: Process | undefined
  ring: () => void
  isCleared: boolean
}

/** Time that passes by steps only, for all code in this program. */
export interface Clock {
  nowMs(): number
  /** Runs work as a process, with its timers and its clock. */
  as<T>(process: Process | undefined, work: () => T): T
  /** Resolves after `ms`, if the process is alive then; never otherwise. */
  pass(ms: number, process?: Process): Promise<void>
  at(ms: number, ring: () => void, process?: Process): void
  /** Rings the next alarm and waits for its effects; false if there is no alarm until `untilMs`. */
  step(untilMs: number): Promise<boolean>
  /** Moves the time ahead at once, like a machine that slept: due alarms ring late. */
  leap(toMs: number): void
  steps(): number
  boot(name: string): Process
  kill(process: Process): void
  /** Restores this program's own clock; waits on the simulated time never end. */
  remove(): void
}

/** The moment at which simulated time begins. */
export const START_MS = Date.UTC(2026, 2, 1)

/** This program's own functions. */
const REAL = {
  Date,
  setTimeout,
  setInterval,
  setImmediate,
  clearTimeout,
  clearInterval,
  clearImmediate,
  now: performance.now,
  random: Math.random,
  sleep: Bun.sleep,
  randomUUIDv7: Bun.randomUUIDv7,
}

const installReal = (): void => {
  const { now, random, sleep, randomUUIDv7, ...globals } = REAL
  Object.assign(globalThis, globals)
  performance.now = now
  Math.random = random
  Bun.sleep = sleep
  Bun.randomUUIDv7 = randomUUIDv7
}

/** Replaces this program's clock: Date, performance, timers, Bun.sleep, ids and random numbers. */
export const installClock = (random: Random): Clock => {
  const processes = new AsyncLocalStorage<Process | undefined>()
  const heap = createHeap()
  let nowMs = 0
  let order = 0
  let steps = 0

  const add = (ms: number, ring: () => void, process = processes.getStore()): Alarm => {
    const alarm = { atMs: nowMs + Math.max(0, ms), order: order++, process, ring, isCleared: false }
    heap.push(alarm)
    return alarm
  }
  const clock: Clock = {
    nowMs: () => nowMs,
    as: (process, work) => processes.run(process, work),
    pass: (ms, process) => new Promise(done => add(ms, done, process)),
    at: (ms, ring, process) => void add(ms, ring, process),
    async step(untilMs) {
      for (;;) {
        if (!heap.first()) await settle()
        const alarm = heap.first()
        if (!alarm || alarm.atMs > untilMs) return false
        heap.pop()
        if (alarm.isCleared || alarm.process?.isAlive === false) continue
        nowMs = Math.max(nowMs, alarm.atMs)
        steps++
        processes.run(alarm.process, alarm.ring)
        await settle()
        return true
      }
    },
    leap(toMs) {
      nowMs = Math.max(nowMs, toMs)
    },
    steps: () => steps,
    boot: name => ({ name, isAlive: true, skewMs: 0, bootedAtMs: nowMs, onDeath: [] }),
    kill(process) {
      if (!process.isAlive) return
      process.isAlive = false
      for (const end of process.onDeath) end()
    },
    remove: installReal,
  }
  const wallMs = () => START_MS + Math.floor(nowMs) + (processes.getStore()?.skewMs ?? 0)
  installDate(wallMs)
  performance.now = () => nowMs - (processes.getStore()?.bootedAtMs ?? 0)
  installTimers(add)
  Math.random = random.fork("Math.random").next
  Bun.randomUUIDv7 = createIds(wallMs, random.fork("ids")) as typeof Bun.randomUUIDv7
  return clock
}

/** Resolves when all events that need no time have happened. */
const settle = () => new Promise<void>(done => void REAL.setImmediate(done))

const installDate = (wallMs: () => number): void => {
  globalThis.Date = new Proxy(REAL.Date, {
    construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [wallMs()] : given, made),
    apply: () => new Date().toString(),
    get: (target, key) => (key === "now" ? wallMs : Reflect.get(target, key)),
  })
}

/** Return value of setTimeout, with the members that the product uses. */
const handleOf = (clear: () => void) => {
  const handle = {
    clear,
    ref: () => handle,
    unref: () => handle,
    hasRef: () => true,
    refresh: () => handle,
    [Symbol.toPrimitive]: () => 0,
    [Symbol.dispose]: clear,
  }
  return handle
}

type Run = (...given: unknown[]) => void

const installTimers = (add: (ms: number, ring: () => void) => Alarm): void => {
  const once = (run: Run, ms = 0, ...given: unknown[]) => {
    const alarm = add(ms, () => run(...given))
    return handleOf(() => {
      alarm.isCleared = true
    })
  }
  const repeated = (run: Run, ms = 0, ...given: unknown[]) => {
    let isCleared = false
    const ring = () => {
      if (isCleared) return
      add(Math.max(1, ms), ring)
      run(...given)
    }
    add(Math.max(1, ms), ring)
    return handleOf(() => {
      isCleared = true
    })
  }
  const clear = (handle?: { clear?: () => void }) => handle?.clear?.()
  Object.assign(globalThis, {
    setTimeout: once,
    setInterval: repeated,
    setImmediate: (run: Run, ...given: unknown[]) => once(run, 0, ...given),
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
  })
  Bun.sleep = (ms: number | Date) => new Promise(done => void add(Number(ms), () => done(undefined)))
}

/** UUIDv7 of the simulated time: ids of one millisecond count up. */
const createIds = (wallMs: () => number, random: Random) => {
  let lastMs = 0
  let count = 0
  return (): string => {
    const ms = wallMs()
    count = ms === lastMs ? count + 1 : 0
    lastMs = ms
    const time = ms.toString(16).padStart(12, "0")
    const rest = Array.from({ length: 15 }, () => random.whole(0, 15).toString(16)).join("")
    const counted = (count & 0xfff).toString(16).padStart(3, "0")
    return `${time.slice(0, 8)}-${time.slice(8)}-7${counted}-8${rest.slice(0, 3)}-${rest.slice(3)}`
  }
}

const isBefore = (a: Alarm, b: Alarm) => a.atMs < b.atMs || (a.atMs === b.atMs && a.order < b.order)

/** Alarms by their time; alarms of the same time stay in the order in which they were set. */
const createHeap = () => {
  const alarms: Alarm[] = []
  const swap = (i: number, j: number) => {
    const held = alarms[i]!
    alarms[i] = alarms[j]!
    alarms[j] = held
  }
  return {
    first: (): Alarm | undefined => alarms[0],
    push(alarm: Alarm) {
      alarms.push(alarm)
      for (let i = alarms.length - 1; i > 0; ) {
        const parent = (i - 1) >> 1
        if (!isBefore(alarms[i]!, alarms[parent]!)) return
        swap(i, parent)
        i = parent
      }
    },
    pop() {
      const last = alarms.pop()
      if (!last || alarms.length === 0) return
      alarms[0] = last
      for (let i = 0; ; ) {
        const [left, right] = [2 * i + 1, 2 * i + 2]
        let least = i
        if (left < alarms.length && isBefore(alarms[left]!, alarms[least]!)) least = left
        if (right < alarms.length && isBefore(alarms[right]!, alarms[least]!)) least = right
        if (least === i) return
        swap(i, least)
        i = least
      }
    },
  }
}

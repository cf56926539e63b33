import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type Bus, Unprocessable } from "../../infra/bus/bus.ts"
import { createMemoryBus } from "../../infra/bus/memory.ts"
import { openNatsBus } from "../../infra/bus/nats.ts"
import { createLog } from "../../infra/log.ts"
import { clusterTest, whyNoServers } from "../support/cluster.ts"
import { startNats, type TestServer } from "../support/programs.ts"
import { until } from "../support/service.ts"

const log = createLog("test", "silent")
const bytes = (text: string) => new TextEncoder().encode(text)
const text = (body: Uint8Array) => new TextDecoder().decode(body)

let server: TestServer | undefined
beforeAll(async () => {
  if (!whyNoServers()) server = await startNats()
})
afterAll(() => server?.close())

let installations = 0
const openNats = () => openNatsBus({ url: `${server?.url}/bus-${installations++}` }, log)

type Test = (name: string, body: () => Promise<void>) => void

for (const [name, engineTest, open] of [
  ["the bus in memory", test, async () => createMemoryBus()],
  ["the bus on NATS", clusterTest, openNats],
] as [string, Test, () => Promise<Bus>][])
  describe(name, () => {
    describeDeliveries(engineTest, open)
    describeBodies(engineTest, open)
  })

clusterTest("messages are delivered after the broker lost its last messages and kept its consumers", async () => {
  const broker = await startNats()
  const bus = await openNatsBus({ url: `${broker.url}/bus` }, log)
  const handled: string[] = []
  const consumer = await bus.consume("jobs", { slots: 2, maxDeliveries: 3 }, async ({ id }) => {
    handled.push(id)
  })
  const publish = async (ids: string[]) => {
    for (const id of ids) await bus.publish("jobs", id, bytes(id))
  }
  const untilHandled = (count: number) => until(async () => (handled.length === count ? true : undefined))
  await publish(["a.1", "b.1", "c.1"])
  await untilHandled(3)
  await broker.loseMessages()
  await broker.start()
  await until(async () => ((await bus.isHealthy()) ? true : undefined))
  await publish(["d.1", "e.1"])
  await untilHandled(5)
  expect(handled.slice(3).sort()).toEqual(["d.1", "e.1"])
  await consumer.stop()
  await bus.close()
  await broker.close()
})

function describeDeliveries(test: Test, open: () => Promise<Bus>): void {
  test("a message is handled once, and the same id again while it waits is the same message", async () => {
    const bus = await open()
    await bus.publish("jobs", "a.1", bytes("one"))
    await bus.publish("jobs", "a.1", bytes("one"))
    await bus.publish("jobs", "b.1", bytes("two"))
    expect(await bus.held("jobs")).toEqual(new Set(["a.1", "b.1"]))
    expect((await bus.state("jobs")).waiting).toBe(2)
    const handled: string[] = []
    const consumer = await bus.consume("jobs", { slots: 2, maxDeliveries: 3 }, async ({ id, body, attempt }) => {
      handled.push(`${id} ${text(body)} ${attempt}`)
    })
    await until(async () => ((await bus.held("jobs")).size === 0 ? true : undefined))
    expect(handled.sort()).toEqual(["a.1 one 1", "b.1 two 1"])
    expect(await bus.state("jobs")).toEqual({ waiting: 0, slots: 2 })
    await consumer.stop()
    await bus.close()
  })

  test("a handler that throws gets the message again, until it is given up with its body", async () => {
    const bus = await open()
    const attempts: number[] = []
    const exhausted: string[] = []
    const consumer = await bus.consume(
      "jobs",
      {
        slots: 1,
        maxDeliveries: 3,
        onExhausted: async (id, body) => {
          exhausted.push(`${id} ${text(body)}`)
        },
      },
      async ({ attempt }) => {
        attempts.push(attempt)
        throw new Error("not today")
      },
    )
    await bus.publish("jobs", "a.1", bytes("poison"))
    await until(async () => ((await bus.held("jobs")).size === 0 ? true : undefined))
    expect(attempts).toEqual([1, 2, 3])
    expect(exhausted).toEqual(["a.1 poison"])
    await consumer.stop()
    await bus.close()
  })

  test("a message that nobody will understand is delivered once", async () => {
    const bus = await open()
    let deliveries = 0
    const consumer = await bus.consume("results", { slots: 1, maxDeliveries: 20 }, async () => {
      deliveries++
      throw new Unprocessable("not a message of ours")
    })
    await bus.publish("results", "a.1", bytes("?"))
    await until(async () => (deliveries > 0 && (await bus.held("results")).size === 0 ? true : undefined))
    expect(deliveries).toBe(1)
    await consumer.stop()
    await bus.close()
  })
}

function describeBodies(test: Test, open: () => Promise<Bus>): void {
  test("a body of 3 MB arrives as it was sent", async () => {
    const bus = await open()
    const sent = Uint8Array.from({ length: 3_000_000 }, (_, i) => (i * 31) % 251)
    let received: Uint8Array | undefined
    const consumer = await bus.consume("results", { slots: 1, maxDeliveries: 2 }, async ({ body }) => {
      received = body
    })
    await bus.publish("results", "a.1.ended", sent)
    await until(() => received)
    expect(Bun.hash(received!)).toBe(Bun.hash(sent))
    await consumer.stop()
    await bus.close()
  })

  test("stopping waits for what is in hand and takes nothing more", async () => {
    const bus = await open()
    const started: string[] = []
    const ended: string[] = []
    const gate = Promise.withResolvers<void>()
    const consumer = await bus.consume("jobs", { slots: 1, maxDeliveries: 3 }, async ({ id }) => {
      started.push(id)
      await gate.promise
      ended.push(id)
    })
    await bus.publish("jobs", "a.1", bytes(""))
    await bus.publish("jobs", "b.1", bytes(""))
    await until(() => started[0])
    const stopped = consumer.stop()
    gate.resolve()
    await stopped
    expect({ started, ended }).toEqual({ started: ["a.1"], ended: ["a.1"] })
    await until(async () => ((await bus.held("jobs")).has("a.1") ? undefined : true))
    expect(await bus.held("jobs")).toEqual(new Set(["b.1"]))
    await bus.close()
  })

  test("a broadcast reaches every listener, and none that has ended", async () => {
    const bus = await open()
    const received: string[] = []
    const end = bus.subscribe("news", body => received.push(`first ${text(body)}`))
    bus.subscribe("news", body => received.push(`second ${text(body)}`))
    bus.broadcast("news", bytes("one"))
    await until(() => (received.length === 2 ? true : undefined))
    end()
    bus.broadcast("news", bytes("two"))
    await until(() => (received.length === 3 ? true : undefined))
    expect(received).toEqual(["first one", "second one", "second two"])
    await bus.close()
  })
}

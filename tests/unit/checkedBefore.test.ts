import { expect, test } from "bun:test"
import { Type } from "@sinclair/typebox"
import { createAdmission } from "../../api/http/admission.ts"
import { routesOf } from "../../api/http/mount.ts"
import { checkedBefore, operationsOf } from "../../api/http/operation.ts"
import { createShares } from "../../api/http/shares.ts"
import { NO_TRACING } from "../../infra/tracing/tracing.ts"

const operation = operationsOf("Things")
const operations = {
  change: operation("PATCH /v1/things/{id}", {
    summary: "Change a thing",
    description: "A thing",
    by: ["key"],
    isConditional: true,
    answers: { 200: Type.Object({ id: Type.String() }) },
  }),
}

test("what may take long is checked before a change has its turn, and one that fails takes none", async () => {
  const steps: string[] = []
  const [route] = routesOf(operations, {
    change: checkedBefore(
      async ({ params: { id } }) => {
        steps.push(`check ${id}`)
        if (id === "wrong") throw new Error("wrong")
      },
      ({ params: { id } }) => {
        steps.push(`change ${id}`)
        return { id }
      },
    ),
  })
  const change = (id: string) => {
    const request = new Request(`http://127.0.0.1/v1/things/${id}`, { method: "PATCH" })
    const context = {
      exchange: { request, headers: {}, requestId: "r", startedAtMs: 0 },
      params: { id },
      set: { headers: {} },
    }
    const caller = {
      kind: "key",
      keyId: "k",
      language: "en",
      organizationId: "o",
      mode: "live",
      scopes: ["write"],
    } as const
    return route!.answer(context, caller, {
      credentials: {
        authenticate: () => Promise.reject(new Error()),
        count: async () => {},
        leases: {
          hold: () => {
            throw new Error()
          },
          close() {},
        },
      },
      accessLog: { add() {} },
      storage: { assertRoom: async () => {} },
      once: (_, make) => make(),
      bodies: createShares({ inAll: 1, perOrganization: 1, what: "exports" }),
      admission: createAdmission(1),
      accountOf: () => ({ name: "o", weight: 1 }),
      tracing: NO_TRACING,
      conditions: (_, make) => {
        steps.push("turn")
        return make()
      },
      read: async () => ({}),
    })
  }
  expect(await change("right")).toEqual({ id: "right" })
  await expect(change("wrong")).rejects.toThrow("wrong")
  expect(steps).toEqual(["check right", "turn", "change right", "check wrong"])
})

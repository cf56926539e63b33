import { expect, test } from "bun:test"
import { DELIVERY_ERRORS, deliveryError, deliveryErrorText } from "../../domain/texts/deliveryErrors.ts"
import * as outbound from "../../infra/outbound/errors.ts"

/** Log lines of the webhook sender for failed calls. */
const CALLS = [
  ...(["not-absolute", "protocol", "credentials"] as const).map(reason => new outbound.UrlNotCallable(reason)),
  new outbound.HostNotFound("hook.example.org"),
  new outbound.AddressNotPublic("hook.example.org"),
  new outbound.ConnectionFailed("ECONNREFUSED"),
  new outbound.TlsFailed("certificate has expired"),
  new outbound.ConnectionLost(),
  new outbound.AnswerNotHttp("invalid header token"),
  new outbound.DeadlinePassed(10_000),
]

test.each(CALLS)("%o is said in Dutch with the same particulars", ({ message }) => {
  const dutch = deliveryErrorText(message, "nl")
  expect(dutch).not.toBe(message)
  for (const given of ["hook.example.org", "ECONNREFUSED", "certificate has expired", "invalid header token", "10 s"])
    expect(dutch.includes(given)).toBe(message.includes(given))
  expect(deliveryErrorText(message, "en")).toBe(message)
})

test("every error of an outbound call is among them, but the one that the sender words itself", () => {
  const known = new Set(CALLS.map(call => call.constructor.name))
  const all = Object.keys(outbound).filter(name => name !== "OutboundError" && name !== "CallAbandoned")
  expect(all.filter(name => !known.has(name))).toEqual([])
})

test("a status stands in the sentence, and a sentence of another version stays as it is", () => {
  expect(deliveryErrorText(deliveryError("refused", 503), "nl")).toBe("de ontvanger antwoordde 503 in plaats van 2xx")
  expect(deliveryErrorText(deliveryError("waitedTooLong", 24), "nl")).toContain("24 uur")
  expect(deliveryErrorText(deliveryError("redirected", 302), "nl")).toContain("302, een doorverwijzing")
  expect(deliveryErrorText("no idea what happened", "nl")).toBe("no idea what happened")
  expect(deliveryError("refused", "$&")).toBe("the receiver answered $& instead of 2xx")
})

test("no two sentences of the log are taken for one another", () => {
  const names = Object.keys(DELIVERY_ERRORS) as (keyof typeof DELIVERY_ERRORS)[]
  for (const name of names)
    expect(deliveryErrorText(deliveryError(name, 7), "nl")).toBe(DELIVERY_ERRORS[name][1].replace("{}", "7"))
})

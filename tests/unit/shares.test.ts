import { expect, test } from "bun:test"
import { TooManyRequests } from "../../api/http/errors.ts"
import { createShares } from "../../api/http/shares.ts"

test("an organization holds its share at most, and all together no more than there is", () => {
  const shares = createShares({ inAll: 5, perOrganization: 3, what: "event-streams" })
  const release = shares.take("a", 2)
  shares.take("a")
  expect(() => shares.take("a")).toThrow(TooManyRequests)
  shares.take("b", 2)
  expect(() => shares.take("b")).toThrow(TooManyRequests)
  release()
  release()
  shares.take("a", 2)
  expect(() => shares.take("c")).toThrow(TooManyRequests)
})

/** Actions of a control: they run one at a time, in the order of the requests. */
import { expect, test } from "bun:test"
import { createLine } from "../../dashboard/src/lib/line.ts"

const begin = () => {
  const seen: string[] = []
  const inTurn = createLine(isBusy => seen.push(isBusy ? "busy" : "at rest"))
  const ask = (name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const done = inTurn(() => {
      seen.push(`${name} begins`)
      return promise
    })
    return { done, answer: () => resolve(name), refuse: () => reject(new Error(name)) }
  }
  return { seen, ask }
}

test("what is asked for while something is done begins when that has ended, in its order", async () => {
  const { seen, ask } = begin()
  const [first, second, third] = [ask("first"), ask("second"), ask("third")]
  third.answer()
  second.answer()
  await Promise.resolve()
  expect(seen).toEqual(["busy", "first begins"])
  first.answer()
  expect(await Promise.all([first.done, second.done, third.done])).toEqual(["first", "second", "third"])
  expect(seen).toEqual(["busy", "first begins", "second begins", "third begins", "at rest"])
})

test("what fails does not keep the next from its turn", async () => {
  const { seen, ask } = begin()
  const [first, second] = [ask("first"), ask("second")]
  first.refuse()
  expect(await first.done.catch(String)).toBe("Error: first")
  second.answer()
  await second.done
  expect(seen).toEqual(["busy", "first begins", "second begins", "at rest"])
})

test("after a rest it begins at once again", async () => {
  const { seen, ask } = begin()
  const first = ask("first")
  first.answer()
  await first.done
  const second = ask("second")
  expect(seen).toEqual(["busy", "first begins", "at rest", "busy", "second begins"])
  second.answer()
  await second.done
})

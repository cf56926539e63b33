/** Adjustments by a report's sliders are solved one at a time, and the page is idle only after the last. */
import { expect, test } from "bun:test"
import { createTurns } from "../../dashboard/src/live/turns.ts"

/** Turns whose worker answers when the test says so, and whose clock is stopped until `rest`. */
const begin = () => {
  const sent: string[] = []
  let timer: (() => void) | undefined
  const turns = createTurns({
    send: ({ copiedFromId }, depth) => sent.push(`${copiedFromId} ${depth}`),
    after(_ms, run) {
      timer = run
      return () => {
        timer = undefined
      }
    },
  })
  const rest = () => {
    const run = timer
    timer = undefined
    run?.()
  }
  return { ...turns, sent, rest, ask: (copiedFromId: string) => turns.ask({ copiedFromId }) }
}

const SLOW_MS = 400
const QUICK_MS = 20

test("a slider at rest is solved for twice: the plant at once, the rest of its report after it", () => {
  const { ask, answered, rest, sent } = begin()
  ask("a")
  expect(answered("plant", QUICK_MS)).toEqual({ isWanted: true, isBusy: true })
  rest()
  expect(sent).toEqual(["a plant", "a whole"])
  expect(answered("whole", SLOW_MS)).toEqual({ isWanted: true, isBusy: false })
})

test("of those that wait the newest is solved, and a report that is whole before it does not end the work", () => {
  const { ask, answered, rest, sent } = begin()
  ask("a")
  answered("plant", QUICK_MS)
  rest()
  ask("b")
  ask("c")
  expect(answered("whole", SLOW_MS)).toEqual({ isWanted: true, isBusy: true })
  expect(answered("plant", QUICK_MS)).toEqual({ isWanted: true, isBusy: true })
  rest()
  expect(answered("whole", SLOW_MS)).toEqual({ isWanted: true, isBusy: false })
  expect(sent).toEqual(["a plant", "a whole", "c plant", "c whole"])
})

test("where whole reports are quick, each is whole, and nothing follows it", () => {
  const { ask, answered, rest, sent } = begin()
  ask("a")
  answered("plant", QUICK_MS)
  rest()
  answered("whole", QUICK_MS)
  ask("b")
  expect(answered("whole", QUICK_MS)).toEqual({ isWanted: true, isBusy: false })
  rest()
  expect(sent).toEqual(["a plant", "a whole", "b whole"])
})

test("an answer to what was asked for before the step back is not shown, and nothing follows it", () => {
  const { ask, answered, end, rest, sent } = begin()
  ask("a")
  ask("b")
  end()
  expect(answered("plant", QUICK_MS)).toEqual({ isWanted: false, isBusy: false })
  rest()
  expect(sent).toEqual(["a plant"])
})

test("what is asked for after the step back is shown, though the answer before it is not", () => {
  const { ask, answered, end, sent } = begin()
  ask("a")
  end()
  ask("b")
  expect(answered("plant", QUICK_MS)).toEqual({ isWanted: false, isBusy: true })
  expect(answered("plant", QUICK_MS)).toEqual({ isWanted: true, isBusy: true })
  expect(sent).toEqual(["a plant", "b plant"])
})

test("a plant that is refused has no report to follow, and the next that waits is solved", () => {
  const { ask, answered, rest, sent } = begin()
  ask("a")
  ask("b")
  expect(answered(undefined, 0)).toEqual({ isWanted: true, isBusy: true })
  expect(answered(undefined, 0)).toEqual({ isWanted: true, isBusy: false })
  rest()
  expect(sent).toEqual(["a plant", "b plant"])
})

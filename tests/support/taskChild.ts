import { serveTasks } from "../../infra/children/serve.ts"

/** A child process of tests: each task is a behaviour. */
export type Behaviour = "processId" | "environment" | "loop" | "pattern" | "grow" | "throw" | "exit"

/** Length of a text that takes minutes with a quadratic pattern. */
const QUADRATIC_LENGTH = 400_000
const TEN_MB = 10_000_000

const behave = (behaviour: Behaviour): unknown => {
  switch (behaviour) {
    case "processId":
      return process.pid
    case "environment":
      return process.env
    case "loop":
      for (;;) Math.random()
    case "pattern":
      return /^\d+\.?\d*$/.test(`${"1".repeat(QUADRATIC_LENGTH)}x`)
    case "grow": {
      const all: Uint8Array[] = []
      for (;;) all.push(new Uint8Array(TEN_MB).fill(1))
    }
    case "throw":
      throw new Error("as asked")
    case "exit":
      return process.exit(3)
  }
}

serveTasks(async (behaviour: Behaviour) => behave(behaviour))

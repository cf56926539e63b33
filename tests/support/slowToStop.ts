/** A service whose stop never finishes: only a second signal ends it. */
import { runProcess } from "../../infra/process.ts"

runProcess(async () => {
  const open = setInterval(() => {}, 60_000)
  console.log("it runs")
  return {
    async stop() {
      console.log("it is stopping")
      await new Promise(() => open)
    },
  }
})

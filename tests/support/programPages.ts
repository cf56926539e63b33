/** Prints the kB of files in this process's memory, before and after it runs a service without dependencies. */
import { readFileSync } from "node:fs"
import { runProcess } from "../../infra/process.ts"

const residentOfFiles = (): number => Number(/RssFile:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1])

const before = residentOfFiles()
await runProcess(async () => ({ stop: async () => {} }))
console.log(JSON.stringify({ before, after: residentOfFiles() }))
process.exit()

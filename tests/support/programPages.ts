/** Prints how many kB of files are in this process's memory before and after it runs a service that needs nothing. */
import { readFileSync } from "node:fs"
import { runProcess } from "../../infra/process.ts"

const residentOfFiles = (): number => Number(/RssFile:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1])

const before = residentOfFiles()
await runProcess(async () => ({ stop: async () => {} }))
console.log(JSON.stringify({ before, after: residentOfFiles() }))
process.exit()

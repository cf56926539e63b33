/** Prints how many kB of files are in this process's memory before and after the program's pages were let go. */
import { readFileSync } from "node:fs"
import { letGoOfProgramPages } from "../../infra/programPages.ts"

const residentOfFiles = (): number => Number(/RssFile:\s+(\d+)/.exec(readFileSync("/proc/self/status", "utf8"))?.[1])

const before = residentOfFiles()
letGoOfProgramPages()
console.log(JSON.stringify({ before, after: residentOfFiles() }))

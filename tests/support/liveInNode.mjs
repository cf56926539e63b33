/**
 * Runs the worker of the pages in Node.js, whose engine is that of Chromium: `node liveInNode.mjs SCRIPT CASE VARIANTS`
 * prints the worker's answer to each variant as a line of JSON. CASE: a packed live case; VARIANTS: `{variant, depth}`
 * in a JSON array.
 */
import { readFile } from "node:fs/promises"
import { pathToFileURL } from "node:url"

const [script, casePath, variantsPath] = process.argv.slice(2)
const answers = []
let wake = () => {}

globalThis.fetch = async url =>
  new Response(await readFile(new URL(url)), { headers: { "content-type": "application/wasm" } })
globalThis.self = {
  postMessage(message) {
    answers.push(message)
    wake()
  },
}

const answer = async data => {
  globalThis.self.onmessage({ data })
  while (answers.length === 0)
    await new Promise(resolve => {
      wake = resolve
    })
  return answers.shift()
}

await import(pathToFileURL(script))
const bytes = await readFile(casePath)
const packed = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
const begun = await answer({ kind: "begin", packed, language: "en" })
if (begun.kind !== "ready") throw new Error(JSON.stringify(begun))
for (const { variant, depth } of JSON.parse(await readFile(variantsPath, "utf8")))
  console.log(JSON.stringify(await answer({ kind: "solve", variant, depth })))

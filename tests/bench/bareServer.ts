/** Comparison for reads: a bare server that answers with given bytes. */
import { ROOT } from "../support/child.ts"
import { type Load, runLoad } from "./serviceLoad.ts"

/** Answers per second of bare Elysia, in a process of its own, with the same bytes under the same load. */
export const loadBare = async (body: string, load: Load) => {
  const script = `
    import { Elysia } from "elysia"
    const body = ${JSON.stringify(body)}
    const app = new Elysia().get("/", () => new Response(body, { headers: { "content-type": "application/json" } }))
    app.listen({ port: 0, hostname: "127.0.0.1" }, ({ port }) => console.log("port " + port))`
  const child = Bun.spawn([process.execPath, "-e", script], { cwd: ROOT, stdout: "pipe", stderr: "inherit" })
  const said = await child.stdout.getReader().read()
  const port = /port (\d+)/.exec(new TextDecoder().decode(said.value))?.[1]
  const result = await runLoad({ ...load, url: `http://127.0.0.1:${port}/`, equals: body })
  child.kill()
  await child.exited
  return result
}

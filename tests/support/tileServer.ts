import { PIXEL } from "./pixel.ts"
/** Map tiles on loopback: 404 for tile 1/1, a page for 2/2, 403 for 3/3, and an image for all others. */
export const serveTiles = () => {
  const asked: string[] = []
  const image = new Bun.Image(PIXEL).resize(256, 256).png().bytes()
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch({ url }) {
      const { pathname } = new URL(url)
      asked.push(pathname)
      if (pathname.endsWith("/1/1.png")) return new Response("", { status: 404 })
      if (pathname.endsWith("/3/3.png")) return new Response("", { status: 403 })
      if (pathname.endsWith("/2/2.png")) return new Response("<h1>No key</h1>")
      return new Response(Buffer.from(await image), { headers: { "content-type": "image/png" } })
    },
  })
  return { url: server.url.origin, asked: () => [...asked], stop: () => server.stop(true) }
}

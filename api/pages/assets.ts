import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { preferredEncoding } from "../http/compress.ts"
import { DIST, type Entry, MANIFEST, type Manifest } from "./built.ts"

const MEDIA_TYPES: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  woff2: "font/woff2",
  wasm: "application/wasm",
}
/** Policy of the worker, which may only read the core from this service and compile it. */
const WORKER_POLICY = "default-src 'none'; script-src 'wasm-unsafe-eval'; connect-src 'self'"
/** A file's name changes with its content, so that a browser never has to ask again. */
const FOR_EVER = "public, max-age=31536000, immutable"

export interface Assets {
  /** The files of a page; undefined when nothing has been built. */
  page(entry: Entry): Manifest["pages"][Entry] | undefined
  /** The answer with a built file; undefined for any other name. */
  file(request: Request, name: string): Response | undefined
}

/** The built files of the pages, read at the start of the service. */
export const readAssets = (): Assets => {
  const manifest = existsSync(MANIFEST) ? (JSON.parse(readFileSync(MANIFEST, "utf8")) as Manifest) : undefined
  const names = new Set(manifest?.files)
  return {
    page: entry => manifest?.pages[entry],
    file(request, name) {
      if (!names.has(name)) return undefined
      const encoding = preferredEncoding(request)
      const isEncoded = encoding !== undefined && existsSync(join(DIST, `${name}.${encoding}`))
      return new Response(Bun.file(join(DIST, isEncoded ? `${name}.${encoding}` : name)), {
        headers: {
          "content-type": MEDIA_TYPES[name.split(".").at(-1) ?? ""] ?? "application/octet-stream",
          "cache-control": FOR_EVER,
          vary: "accept-encoding",
          ...(name === manifest?.live.worker ? { "content-security-policy": WORKER_POLICY } : {}),
          ...(isEncoded ? { "content-encoding": encoding } : {}),
        },
      })
    },
  }
}

import { Elysia } from "elysia"
import type { Credentials } from "../../credentials/credentials.ts"
import type { Once } from "../../http/once.ts"
import type { ScanContext } from "./context.ts"
import { createRoutes } from "./createRoutes.ts"
import { readRoutes } from "./readRoutes.ts"
import { shareRoutes } from "./shareRoutes.ts"

/** The paths of document 1 under /v1/scans, with the additions of the contract. */
export const scanRoutes = (context: ScanContext, credentials: Credentials, once: Once) =>
  new Elysia({ name: "scans", prefix: "/v1/scans", normalize: false })
    .use(createRoutes(context, credentials.authenticate, once))
    .use(readRoutes(context, credentials))
    .use(shareRoutes(context, credentials.authenticate))

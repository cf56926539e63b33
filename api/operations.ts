import { memberOperations } from "./v1/members/routes.ts"

/** Every operation of interface v1, by resource: what a service mounts, what the document shows and what the client calls. */
export const operations = {
  members: memberOperations,
}

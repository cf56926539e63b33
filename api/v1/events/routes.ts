import { preferredType } from "../../http/accept.ts"
import { type Handlers, operationsOf } from "../../http/operation.ts"
import type { EventFeed } from "./feed.ts"
import { EventPage, EventQuery } from "./schemas.ts"

const operation = operationsOf("Events")

export const eventOperations = {
  list: operation("GET /v1/events", {
    summary: "Read or follow the events of all scans",
    description:
      "Events of 30 days in one order, each as its webhook has it. `cursor` of an answer is `after` of the next: who goes on so misses " +
      "no event. With `wait` an answer without events waits for the next event, for at most that many seconds. With `Accept: " +
      "text/event-stream` the events come as server-sent events whose ids are cursors, and `Last-Event-ID` is the cursor. " +
      "With `type`, `batchId` or `dossierId` an answer may be empty and have `hasMore`: more events are behind its cursor. " +
      "A cursor from which events are deleted already is answered 410.",
    by: ["key", "session"],
    query: EventQuery,
    headers: ["last-event-id"],
    answers: { 200: EventPage },
    alternatives: ["text/event-stream"],
    errors: [410],
  }),
}

export const eventHandlers = (feed: EventFeed): Handlers<typeof eventOperations> => ({
  list({ caller, query, headers, request, hold, setHeader }) {
    setHeader("vary", "accept")
    const { type, batchId, dossierId } = query
    const filter = { type, batchId: batchId?.toLowerCase(), dossierId }
    const selection = { owner: caller, after: cursorOf(headers["last-event-id"]) ?? query.after, filter }
    return preferredType(request, ["application/json", "text/event-stream"]) === "text/event-stream"
      ? feed.stream(selection, hold)
      : feed.page(selection, query, { hold, left: request.signal })
  },
})

/** A reconnecting browser sends the last id it received; any other text is no cursor of this service. */
const cursorOf = (lastEventId: string | null): string | undefined =>
  lastEventId !== null && /^\d{1,15}$/.test(lastEventId) ? lastEventId : undefined

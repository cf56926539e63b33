import { operationsOf } from "../../http/operation.ts"
import { OPERATIONS_EXAMPLE, Operations } from "./schemas.ts"

const operation = operationsOf("Operations")

/** State of the service, for owners (an addition). */
export const operationsOperations = {
  read: operation("GET /v1/operations", {
    summary: "Read how the service is doing",
    description: "Queues, throughput, durations and failures of the last while, for the dashboard of operators.",
    by: ["owner"],
    answers: { 200: Operations },
    examples: { 200: OPERATIONS_EXAMPLE },
  }),
}

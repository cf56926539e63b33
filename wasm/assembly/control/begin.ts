/** Buffers of a controller, allocated after the loaded year. */
import { greedyBegin } from "./greedy"
import { peaksBegin } from "./peaks"
import { replayBegin } from "./replay"
import { reserveBegin } from "./reserve"
import { rollingBegin } from "./rolling"
import { switchingBegin } from "./switching"

export function controlBegin(): void {
  peaksBegin()
  greedyBegin()
  reserveBegin()
  rollingBegin()
  switchingBegin()
  replayBegin()
}

/** Buffers of a controller, allocated after the loaded year. */
import { greedyBegin } from "./greedy"
import { hourMeansBegin } from "./hourMeans"
import { peaksBegin } from "./peaks"
import { replayBegin } from "./replay"
import { reserveBegin } from "./reserve"
import { rollingBegin } from "./rolling"
import { ruleReserveBegin } from "./ruleReserve"
import { switchingBegin } from "./switching"

export function controlBegin(): void {
  peaksBegin()
  greedyBegin()
  hourMeansBegin()
  reserveBegin()
  rollingBegin()
  switchingBegin()
  replayBegin()
  ruleReserveBegin()
}

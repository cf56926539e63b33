/** What a controller works on, taken after the loaded year. */
import { greedyBegin } from "./greedy"
import { peaksBegin } from "./peaks"
import { rollingBegin } from "./rolling"

export function controlBegin(): void {
  peaksBegin()
  greedyBegin()
  rollingBegin()
}

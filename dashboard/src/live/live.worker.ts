/** The worker of the pages: solves adjustments of one scan, one at a time. */
import { GoalOutOfReach, InvalidInput } from "../../../domain/base/errors.ts"
import { type LiveCase, unpackLiveCase } from "../../../domain/case/live/liveCase.ts"
import type { Language } from "../../../domain/texts/render.ts"
import { scanErrorText } from "../../../domain/texts/scanErrors.ts"
import { messageOf } from "../../../domain/texts/violations.ts"
import coreFile from "../../../wasm/build/core.wasm"
import { createOptimiser } from "../../../wasm/index.ts"
import { createLiveSolver } from "./liveSolver.ts"
import type { FromWorker, ToWorker } from "./protocol.ts"

declare const self: Worker

const post = (message: FromWorker) => self.postMessage(message)

/** Reason that an adjustment has no frame, in the words of the service. */
const failureOf = (error: unknown, language: Language): FromWorker => {
  if (error instanceof InvalidInput) return { kind: "refused", message: messageOf(error.violations, language) }
  if (error instanceof GoalOutOfReach) return { kind: "refused", message: scanErrorText(error.reason, language) }
  return { kind: "broken", message: String(error) }
}

/** Number of solves before the first request: afterwards the engine has compiled the code of a frame. */
const WARM_UPS = 3

/** Solves the largest allowed plant, so that the first frame is about as fast as later frames. */
const warmUp = (solve: ReturnType<typeof createLiveSolver>, { id, input: { newPv, electricBattery } }: LiveCase) => {
  const roofs = newPv.map(roof => ({ ...roof, minPanelCount: roof.maxPanelCount }))
  const battery = electricBattery && { ...electricBattery, minCapacityKwh: electricBattery.capacityKwh }
  try {
    for (let n = 0; n < WARM_UPS; n++)
      solve({ copiedFromId: id, newPv: roofs, ...(battery ? { electricBattery: battery } : {}) }, "plant")
  } catch {
    // If that plant is not allowed, the first frame takes longer.
  }
}

const begin = async ({ packed, language }: ToWorker & { kind: "begin" }) => {
  const core = await WebAssembly.compileStreaming(fetch(new URL(coreFile, import.meta.url)))
  const live = unpackLiveCase(packed)
  const solve = createLiveSolver(live, await createOptimiser(core), language)
  warmUp(solve, live)
  self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
    if (data.kind !== "solve") return
    const { variant, depth } = data
    const startedAtMs = performance.now()
    try {
      const frame = solve(variant, depth)
      post({ kind: "frame", frame, depth, solvedMs: performance.now() - startedAtMs })
    } catch (error) {
      post(failureOf(error, language))
    }
  }
  post({ kind: "ready" })
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === "begin") begin(data).catch(error => post({ kind: "broken", message: String(error) }))
}

import { useEffect, useRef, useState } from "react"
import { useSession } from "../../app/session.tsx"
import { useConnection } from "../../lib/connection.ts"

export interface RoofAsked {
  /** Degrees. */
  lat: number
  lon: number
  tiltAngle: number
  orientationAngle: number
  /** Percent. */
  systemLosses: number
}

/** Cache of yields, kWh/kWp, by request. */
const MAX_KEPT = 1000
const kept = new Map<string, number>()

const keep = (key: string, kwhPerKwp: number) => {
  if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value!)
  kept.set(key, kwhPerKwp)
}

/**
 * Yearly yield of a kWp of a roof, by the service. Requests run one at a time, and only the newest waiting request
 * follows: a drag sees each answer at once. Undefined until the first answer.
 */
export const useYield = (roof: RoofAsked | undefined): { kwhPerKwp: number | undefined; isAway: boolean } => {
  const { ask } = useSession()
  const [shown, setShown] = useState<{ key: string; kwhPerKwp: number }>()
  const [isAway, setAway] = useState(false)
  const wanted = useRef<RoofAsked>(undefined)
  const isAsking = useRef(false)
  const { returns } = useConnection()
  const key = roof && JSON.stringify(roof)
  // biome-ignore lint/correctness/useExhaustiveDependencies: key of the roof, restored connections
  useEffect(() => {
    wanted.current = roof
    const show = (of: string, kwhPerKwp: number) => {
      setShown({ key: of, kwhPerKwp })
      setAway(false)
    }
    const run = async () => {
      if (isAsking.current) return
      isAsking.current = true
      while (wanted.current) {
        const query = wanted.current
        const name = JSON.stringify(query)
        wanted.current = undefined
        try {
          const kwhPerKwp = kept.get(name) ?? (await ask("GET /v1/places/yield", { query: { ...query } })).kwhPerKwp
          keep(name, kwhPerKwp)
          show(name, kwhPerKwp)
        } catch {
          setAway(true)
        }
      }
      isAsking.current = false
    }
    run()
  }, [ask, key, returns])
  return { kwhPerKwp: roof ? shown?.kwhPerKwp : undefined, isAway }
}

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

/** Yields that are kept, kWh/kWp, by what was asked. */
const MAX_KEPT = 1000
const kept = new Map<string, number>()

const keep = (key: string, kwhPerKwp: number) => {
  if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value!)
  kept.set(key, kwhPerKwp)
}

/**
 * What a kWp of a roof gives in a year, by the service. One question at a time: while one is on its way, what comes
 * meanwhile waits and the last of it is asked next, so that a drag sees each answer as soon as there is one. Undefined
 * until the first.
 */
export const useYield = (roof: RoofAsked | undefined): { kwhPerKwp: number | undefined; isAway: boolean } => {
  const { ask } = useSession()
  const [shown, setShown] = useState<{ key: string; kwhPerKwp: number }>()
  const [isAway, setAway] = useState(false)
  const wanted = useRef<RoofAsked>(undefined)
  const isAsking = useRef(false)
  const { returns } = useConnection()
  const key = roof && JSON.stringify(roof)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all of the roof, a return asks again
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
        const asked = wanted.current
        const name = JSON.stringify(asked)
        wanted.current = undefined
        try {
          const known = kept.get(name) ?? (await ask("GET /v1/places/yield", { query: { ...asked } })).kwhPerKwp
          keep(name, known)
          show(name, known)
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

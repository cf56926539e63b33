import { useCallback } from "react"
import { useSession } from "../../app/session.tsx"
import { useLoad } from "../../lib/load.ts"
import { useSettings } from "../../lib/settings.tsx"
import { useFormState } from "../FormFields.tsx"
import { degreesOf } from "../place/placeValues.ts"

/** Usual prices of the form's place, as typed numbers for empty fields; none before the answer. */
export const useUsualPrices = (): { purchase?: string; feedIn?: string } => {
  const { ask } = useSession()
  const { format } = useSettings()
  const { values } = useFormState()
  const [lat, lon] = [degreesOf(values["location.lat"]), degreesOf(values["location.lon"])]
  const customer = values.customer === "business" ? "business" : "household"
  const { value } = useLoad(
    useCallback(
      async signal =>
        lat === undefined || lon === undefined
          ? undefined
          : ask("GET /v1/places/contract", { query: { lat, lon, customer }, signal }),
      [ask, lat, lon, customer],
    ),
  )
  if (!value) return {}
  return { purchase: format.typed(value.flatEurPerKwh), feedIn: format.typed(value.feedInEurPerKwh) }
}

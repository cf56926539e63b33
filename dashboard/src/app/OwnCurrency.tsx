import { type ReactNode, useCallback } from "react"
import { EURO } from "../lib/format.ts"
import { useLoad } from "../lib/load.ts"
import { CurrencyScope } from "../lib/settings.tsx"
import { useSession } from "./session.tsx"

/** Shows amounts inside in the chosen currency, by default the organization's. */
export const OwnCurrency = ({ chosen, children }: { chosen?: string | undefined; children: ReactNode }) => {
  const { ask, who } = useSession()
  const { id } = who.organization
  const organization = useLoad(
    useCallback(signal => ask("GET /v1/organizations/{id}", { params: { id }, signal }), [ask, id]),
  )
  return (
    <CurrencyScope currency={chosen || (organization.value?.assumptions.currency ?? EURO)}>{children}</CurrencyScope>
  )
}

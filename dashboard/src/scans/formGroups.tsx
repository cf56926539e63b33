import { useCallback } from "react"
import { useSession } from "../app/session.tsx"
import { useLoad } from "../lib/load.ts"
import { useSettings } from "../lib/settings.tsx"
import { useAppText } from "../text/appText.ts"
import { useNamed } from "../text/names.ts"
import { Group, RequestCheck, RequestChoice, RequestField, useFormState } from "./FormFields.tsx"
import { CONTROLLERS, GOALS } from "./goals.ts"

/** Customer of the scan. */
export const CustomerFields = () => {
  const { newScan } = useAppText()
  return (
    <div className="fields">
      <RequestField path="customerDetails.name" label={newScan.customerName} hint={newScan.optional} isText />
      <RequestField path="customerDetails.reference" label={newScan.reference} hint={newScan.optional} isText />
      <RequestField path="customerDetails.address" label={newScan.address} hint={newScan.optional} isText />
      <RequestField path="customerDetails.postalCode" label={newScan.postalCode} hint={newScan.optional} isText />
      <RequestField path="customerDetails.town" label={newScan.town} hint={newScan.optional} isText />
      <RequestField path="customerDetails.email" label={newScan.email} hint={newScan.optional} isText />
      <RequestField path="customerDetails.phone" label={newScan.phone} hint={newScan.optional} isText />
      <RequestField path="dossierId" label={newScan.dossier} hint={newScan.optional} isText />
    </div>
  )
}

/** Standard profiles of households and businesses, by their keys. */
export const useStandardProfiles = () => {
  const { ask } = useSession()
  return useLoad(
    useCallback(
      async signal => {
        const [households, businesses] = await Promise.all([
          ask("GET /v1/profiles", { signal }),
          ask("GET /v1/profiles/business", { signal }),
        ])
        return { households, businesses }
      },
      [ask],
    ),
  )
}

/** Profiles of all kinds, asked again when another one is chosen: it may be new. */
const useStudioProfiles = (chosen: string | undefined) => {
  const { ask } = useSession()
  return useLoad(
    useCallback(signal => ask("GET /v1/studio-profiles/all", { query: { limit: 100 }, signal }), [ask]),
    chosen,
  )
}

/** Further fields of a yearly consumption. */
export const ConsumptionFields = () => {
  const { newScan } = useAppText()
  const named = useNamed()
  const profiles = useStandardProfiles()
  const { set } = useFormState()
  const { households = [], businesses = [] } = profiles.value ?? {}
  const bases = [["bought", newScan.bases.bought] as const, ["used", newScan.bases.used] as const]
  const options = [...households, ...businesses].map(({ profileKey, label }) => [profileKey, named(label)] as const)
  const isBusiness = (key: string) => businesses.some(({ profileKey }) => profileKey === key)
  return (
    <div className="fields">
      <RequestChoice path="yearlyKwhBasis" label={newScan.basis} options={bases} />
      <RequestChoice
        path="loadProfile"
        label={newScan.loadProfile}
        options={options}
        onChoice={key => set("customer", isBusiness(key) ? "business" : "household")}
      />
      <RequestField path="yearlyExportKwh" label={newScan.yearlyExportKwh} hint={`kWh, ${newScan.optional}`} />
    </div>
  )
}

const StudioConsumption = () => {
  const { newScan } = useAppText()
  const profiles = useStudioProfiles(useFormState().values.customProfileId)
  const options = (profiles.value?.items ?? []).map(({ id, name }) => [id, name] as const)
  return <RequestChoice path="customProfileId" label={newScan.profile} options={[["", "–"], ...options]} />
}

/** Consumption of the site: a yearly total, or a profile. */
export const ConsumptionQuestion = () => {
  const { newScan, form: words } = useAppText()
  const { values } = useFormState()
  const options = [["known", newScan.methods.known] as const, ["studio", newScan.methods.studio] as const]
  return (
    <Group title={words.questions.use}>
      <RequestChoice path="inputMethod" label={newScan.method} options={options} />
      {values.inputMethod === "studio" ? (
        <StudioConsumption />
      ) : (
        <RequestField path="yearlyKwh" label={newScan.yearlyKwh} hint="kWh" />
      )}
    </Group>
  )
}

/** Goal of the scan. */
export const GoalFields = ({ goal }: { goal: string }) => {
  const { newScan, batteries } = useAppText()
  const { text } = useSettings()
  const controls = [
    ["", newScan.controlByTariff] as const,
    ...CONTROLLERS.map(name => [name, text.report.controllers.names[name]] as const),
  ]
  const inverters = [
    ["", newScan.inverterControls.none] as const,
    ["exportLimit", newScan.inverterControls.exportLimit] as const,
  ]
  const options = GOALS.map(name => [name, text.report.goals[name].replace(/^\w+: /, "")] as const)
  return (
    <div className="fields">
      <RequestChoice path="goal" label={newScan.goalName} options={options} />
      {goal === "renewable-minimum" ? (
        <RequestField path="renewableElectricityMinFraction" label={newScan.fraction} />
      ) : null}
      <RequestField path="analysisYears" label={newScan.years} hint={`10 – 30 ${batteries.years}`} />
      <RequestChoice path="control" label={newScan.control} options={controls} />
      <RequestChoice path="inverterControl" label={newScan.inverterControl} options={inverters} />
      <RequestCheck path="includeSavingsSpread" label={newScan.spread} />
      <div className="field">
        <span className="small">{newScan.maintenance}</span>
        <div className="row">
          <RequestCheck path="includePvMaintenanceCosts" label={newScan.pvMaintenance} />
          <RequestCheck path="includeBatteryMaintenanceCosts" label={newScan.batteryMaintenance} />
        </div>
      </div>
    </div>
  )
}

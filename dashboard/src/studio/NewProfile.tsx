import { useState } from "react"
import { goFrom, shownPage } from "../app/router.tsx"
import { useSession } from "../app/session.tsx"
import { submitted, useAction } from "../lib/action.ts"
import { useSettings } from "../lib/settings.tsx"
import { FormProvider, type FormState } from "../scans/FormFields.tsx"
import { problemsOf, type Values } from "../scans/paths.ts"
import { PlaceQuestion } from "../scans/place/PlaceQuestion.tsx"
import { degreesOf, withField } from "../scans/place/placeValues.ts"
import { usePlaceSearch } from "../scans/place/usePlaceSearch.ts"
import { useAppText } from "../text/appText.ts"
import { Choice, Field } from "../ui/Field.tsx"
import { Problem } from "../ui/Problem.tsx"
import { CREATIONS, type Kind, pathOf } from "./kinds.ts"

/** Default place of a profile, as for a scan; degrees. */
const FIRST_PLACE = { lat: 52.09, lon: 5.12 }

/** The typed text as a number if it is one; the service refuses any other text. */
const degreesAsTyped = (text = "") => (degreesOf(text) ?? text) as number

/** Errors of the place's fields, under the form's `location`. */
const placeErrors = (error: Error | undefined): FormState["errors"] => {
  const { lat, lon } = error ? problemsOf(error).fields : {}
  return { ...(lat ? { "location.lat": lat } : {}), ...(lon ? { "location.lon": lon } : {}) }
}

const usePlaceForm = (): Omit<FormState, "errors"> => {
  const { format } = useSettings()
  const [values, setValues] = useState<Values>(() => ({
    "location.lat": format.typed(FIRST_PLACE.lat),
    "location.lon": format.typed(FIRST_PLACE.lon),
  }))
  return { values, set: (path, text) => setValues(before => withField(before, path, text)) }
}

/** Creates a profile, a hub or a plaza at a place, and opens its page. */
export const NewProfile = () => {
  const { ask } = useSession()
  const { studio, add } = useAppText()
  const [name, setName] = useState("")
  const [kind, setKind] = useState<Kind>("studio")
  const form = usePlaceForm()
  const create = useAction(async () => {
    const { "location.lat": lat, "location.lon": lon } = form.values
    const body = { lat: degreesAsTyped(lat), lon: degreesAsTyped(lon), ...(name.trim() ? { name: name.trim() } : {}) }
    const begun = shownPage()
    const profile = await ask(CREATIONS[kind], { body })
    goFrom(begun, pathOf(kind, profile.id))
  })
  const place = usePlaceSearch(form, create.run)
  const onSubmit = submitted(() => place.settle())
  const kinds = Object.entries(studio.kinds)
  return (
    <form className="stack" onSubmit={onSubmit} noValidate>
      <div className="fields">
        <Field label={studio.name} value={name} maxLength={200} onChange={event => setName(event.target.value)} />
        <Choice
          label={studio.kind}
          options={kinds}
          value={kind}
          onChange={event => setKind(event.target.value as Kind)}
        />
      </div>
      <FormProvider value={{ ...form, errors: placeErrors(create.error) }}>
        <PlaceQuestion title={studio.place} place={place} />
      </FormProvider>
      <Problem message={create.message} />
      <div className="row">
        <button type="submit" className="primary" disabled={create.isBusy}>
          {add}
        </button>
      </div>
    </form>
  )
}

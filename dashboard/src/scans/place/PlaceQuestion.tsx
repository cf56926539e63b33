import { type KeyboardEvent, lazy, Suspense } from "react"
import { addressOf } from "../../../../domain/site/places/placeText.ts"
import { useSettings } from "../../lib/settings.tsx"
import { useAppText } from "../../text/appText.ts"
import { Field } from "../../ui/Field.tsx"
import { type FormState, RequestField, useFormState } from "../FormFields.tsx"
import { degreesOf, foundIn, foundValues, PLACE } from "./placeValues.ts"
import { type Place, usePlaces } from "./usePlaces.ts"

const PlaceMap = lazy(() => import("./PlaceMap.tsx"))

/** Puts a text where it came from a search before, or nothing stood. */
const fill = ({ values, set }: FormState, path: string, kept: string, text: string | undefined) => {
  if (text === undefined || (values[path] && values[path] !== values[kept])) return
  set(path, text)
  set(kept, text)
}

/** Postcode or town, which of those found is meant, and what became of it. */
const PlaceSearch = () => {
  const { form: words } = useAppText()
  const { format } = useSettings()
  const form = useFormState()
  const { values, set } = form
  const nameOf = ({ postalCode, name, region, country }: Place) => {
    const town = [postalCode, name].filter(Boolean).join(" ")
    const land = words.countries[country as keyof typeof words.countries] ?? country
    return [town, region === name ? "" : region, land].filter(Boolean).join(", ")
  }
  const take = (place: Place, text: string) => {
    const { postalCode, address } = addressOf(text)
    const found = foundValues(nameOf(place), format.typed(place.lat), format.typed(place.lon))
    for (const [path, value] of Object.entries(found)) set(path, value)
    fill(form, "customerDetails.postalCode", PLACE.postalCode, postalCode)
    fill(form, "customerDetails.address", PLACE.address, address)
  }
  const isMeant = (text: string, items: readonly Place[]) =>
    items.length === 1 || items.filter(({ name }) => name.toLowerCase() === text.trim().toLowerCase()).length === 1
  const { search, soon, now, rest } = usePlaces((text, items) => {
    if (items[0] && isMeant(text, items)) take(items[0], text)
  })
  const type = (text: string) => {
    set(PLACE.text, text)
    soon(text)
  }
  const enter = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return
    event.preventDefault()
    now(values[PLACE.text] ?? "")
  }
  const found = foundIn(values)
  const isUnknown = search.kind === "done" && search.items.length === 0
  const said = isUnknown ? words.unknown(search.text) : (words.states[search.kind] ?? (found && words.found(found)))
  const site = found ?? [values["location.lat"], values["location.lon"]].filter(Boolean).join("; ")
  const choices = search.kind === "done" && !isMeant(search.text, search.items) ? search.items : []
  return (
    <div className="stack tight">
      <Field
        label={words.search}
        hint={words.searchHint}
        value={values[PLACE.text] ?? ""}
        maxLength={200}
        autoComplete="off"
        onChange={event => type(event.target.value)}
        onKeyDown={enter}
      />
      <div role="status" className={isUnknown ? "small wrong" : "small"}>
        {choices.length > 0 ? words.choose : said}
        {(choices.length > 0 || isUnknown) && site ? ` ${words.stillOf(site)}` : null}
      </div>
      {choices.length > 0 ? (
        <ul className="choices">
          {choices.map(place => (
            <li key={nameOf(place)}>
              <button
                type="button"
                onClick={() => {
                  take(place, values[PLACE.text] ?? "")
                  rest()
                }}
              >
                {nameOf(place)}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

/** Where the site is: by postcode, on the map, or in degrees. */
export const PlaceQuestion = () => {
  const { newScan, form: words } = useAppText()
  const { format } = useSettings()
  const form = useFormState()
  const { values, set } = form
  const place = { lat: degreesOf(values["location.lat"]), lon: degreesOf(values["location.lon"]) }
  const moveTo = (lat: number, lon: number) => {
    set("location.lat", format.typed(lat))
    set("location.lon", format.typed(lon))
  }
  return (
    <fieldset className="card stack place">
      <legend>{words.questions.place}</legend>
      <div className="stack">
        <PlaceSearch />
        <div className="fields">
          <RequestField path="location.lat" label={newScan.lat} hint={newScan.degrees} />
          <RequestField path="location.lon" label={newScan.lon} hint={newScan.degrees} />
        </div>
        <p className="small muted">{words.mapHint}</p>
      </div>
      <Suspense fallback={<div className="map" />}>
        <PlaceMap {...place} onMove={moveTo} />
      </Suspense>
    </fieldset>
  )
}

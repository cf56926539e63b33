import { type KeyboardEvent, useEffect, useRef } from "react"
import { useSettings } from "../../lib/settings.tsx"
import { useAppText } from "../../text/appText.ts"
import { Field } from "../../ui/Field.tsx"
import { lazyPart } from "../../ui/lazyPart.tsx"
import { RequestField, useFormState } from "../FormFields.tsx"
import { degreesOf } from "./placeValues.ts"
import type { PlaceSearch } from "./usePlaceSearch.ts"

const PlaceMap = lazyPart(() => import("./PlaceMap.tsx"), <div className="map" />)

/** Message about the result of a search. */
const useSaid = ({ search, choices, found: placeName }: PlaceSearch): string | undefined => {
  const { form: words } = useAppText()
  if (choices.length > 0) return words.choose
  if (search.kind === "done" && search.items.length === 0) return words.unknown(search.text)
  return words.states[search.kind] ?? (placeName && words.found(placeName))
}

/** Candidate places, and the form's chosen place. */
const Choices = ({ place, site }: { place: PlaceSearch; site: string }) => {
  const { form: words } = useAppText()
  const canKeep = place.isOpen && place.search.kind !== "searching" && site !== ""
  if (place.choices.length === 0 && !canKeep) return null
  return (
    <ul className="choices">
      {place.choices.map(choice => (
        <li key={place.nameOf(choice)}>
          <button type="button" onClick={() => place.choose(choice)}>
            {place.nameOf(choice)}
          </button>
        </li>
      ))}
      {canKeep ? (
        <li>
          <button type="button" onClick={place.keep}>
            {words.keep(site)}
          </button>
        </li>
      ) : null}
    </ul>
  )
}

/** Search by postcode or town, with candidates and the result. */
const Search = ({ place }: { place: PlaceSearch }) => {
  const { form: words } = useAppText()
  const { values } = useFormState()
  const { isRefused } = place
  const element = useRef<HTMLDivElement>(null)
  const said = useSaid(place)
  const isUnknown = place.search.kind === "done" && place.search.items.length === 0
  useEffect(() => {
    if (isRefused) element.current?.querySelector("input")?.focus()
  }, [isRefused])
  const enter = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return
    event.preventDefault()
    place.searchNow()
  }
  const site = place.found ?? [values["location.lat"], values["location.lon"]].filter(Boolean).join("; ")
  return (
    <div className="stack tight" ref={element}>
      <Field
        label={words.search}
        hint={words.searchHint}
        value={place.text}
        error={isRefused ? words.chooseFirst : undefined}
        maxLength={200}
        autoComplete="off"
        onChange={event => place.type(event.target.value)}
        onKeyDown={enter}
      />
      <div role="status" className={isUnknown ? "small wrong" : "small"}>
        {said}
      </div>
      <Choices place={place} site={site} />
    </div>
  )
}

/** Location of the site: by postcode, on the map, or in degrees. */
export const PlaceQuestion = ({ title, place }: { title: string; place: PlaceSearch }) => {
  const { newScan, form: words } = useAppText()
  const { format } = useSettings()
  const form = useFormState()
  const { values, set } = form
  const at = { lat: degreesOf(values["location.lat"]), lon: degreesOf(values["location.lon"]) }
  const moveTo = (lat: number, lon: number) => {
    set("location.lat", format.typed(lat))
    set("location.lon", format.typed(lon))
  }
  return (
    <fieldset className="card stack place">
      <legend>{title}</legend>
      <div className="stack">
        <Search place={place} />
        <div className="fields">
          <RequestField path="location.lat" label={newScan.lat} hint={newScan.degrees} />
          <RequestField path="location.lon" label={newScan.lon} hint={newScan.degrees} />
        </div>
        <p className="small muted">{words.mapHint}</p>
      </div>
      <PlaceMap {...at} onMove={moveTo} />
    </fieldset>
  )
}

import { useEffect, useRef, useState } from "react"
import { addressOf } from "../../../../domain/site/places/placeText.ts"
import { useSettings } from "../../lib/settings.tsx"
import { useAppText } from "../../text/appText.ts"
import type { FormState } from "../FormFields.tsx"
import { foundIn, foundValues, isMeant, isPlaceOpen, PLACE, placeToTake } from "./placeValues.ts"
import { type Place, type Search, usePlaces } from "./usePlaces.ts"

/** The search for the place of a form. */
export interface PlaceSearch {
  search: Search
  /** The typed text. */
  text: string
  /** Name of the found place while the form still has its degrees. */
  found: string | undefined
  /** Candidate places. */
  choices: readonly Place[]
  /** True while the typed text has led to no place. */
  isOpen: boolean
  /** True if an action waited for a place and found none. */
  isRefused: boolean
  nameOf(place: Place): string
  type(text: string): void
  searchNow(): void
  choose(place: Place): void
  /** Discards the typed text: the place stays. */
  keep(): void
  /** Continues an action when the place is known, after a running search; never while the place is undecided. */
  settle(): void
}

type FormValues = Pick<FormState, "values" | "set">

/** Fills a field that is empty or was filled by an earlier search. */
const fill = ({ values, set }: FormValues, path: string, kept: string, text: string | undefined) => {
  if (text === undefined || (values[path] && values[path] !== values[kept])) return
  set(path, text)
  set(kept, text)
}

const useNameOf = () => {
  const { form: words } = useAppText()
  return ({ postalCode, name, region, country }: Place): string => {
    const town = [postalCode, name].filter(Boolean).join(" ")
    const land = words.countries[country as keyof typeof words.countries] ?? country
    return [town, region === name ? "" : region, land].filter(Boolean).join(", ")
  }
}

/** An action that waits for a place; it continues, or is refused, when no search is running. */
const useWaiting = (isOpen: boolean, isSearching: boolean, onSettled: () => void) => {
  const [isWaiting, setWaiting] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const go = useRef(onSettled)
  go.current = onSettled
  useEffect(() => {
    if (!isOpen) setRefused(false)
    if (!isWaiting || (isOpen && isSearching)) return
    setWaiting(false)
    if (isOpen) setRefused(true)
    else go.current()
  }, [isWaiting, isOpen, isSearching])
  const wait = () => {
    setRefused(false)
    setWaiting(true)
  }
  return { isRefused, wait }
}

/**
 * Searches for the place of a form and reports if the typed text is still open.
 * @param onSettled continues the action that waited for the place
 */
export const usePlaceSearch = (form: FormValues, onSettled: () => void): PlaceSearch => {
  const { format } = useSettings()
  const nameOf = useNameOf()
  const { values, set } = form
  const setAll = (fields: Readonly<Record<string, string>>) => {
    for (const [path, value] of Object.entries(fields)) set(path, value)
  }
  const take = (place: Place, text: string) => {
    const { postalCode, address } = addressOf(text)
    setAll(foundValues(nameOf(place), format.typed(place.lat), format.typed(place.lon)))
    set(PLACE.settled, text.trim())
    fill(form, "customerDetails.postalCode", PLACE.postalCode, postalCode)
    fill(form, "customerDetails.address", PLACE.address, address)
    fill(form, "customerDetails.town", PLACE.town, postalCode && place.name)
  }
  const text = values[PLACE.text] ?? ""
  const isOpen = isPlaceOpen(values)
  const { search, soon, now, rest } = usePlaces((searchedText, items) => {
    const place = placeToTake(values, searchedText, items)
    if (place) take(place, searchedText)
  })
  const isSearched = search.kind === "done" && search.text === text
  const isOfText = search.kind !== "done" || search.text === text
  const placeName = foundIn(values)
  const shown: Search = isOfText && (isOpen || placeName !== undefined) ? search : { kind: "rest" }
  const { isRefused, wait } = useWaiting(isOpen, search.kind === "searching", onSettled)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the text typed before a reload of the page
  useEffect(() => {
    if (isOpen) now(text)
  }, [])
  return {
    search: shown,
    text,
    found: placeName,
    choices: shown.kind === "done" && !isMeant(shown.text, shown.items) ? shown.items : [],
    isOpen,
    isRefused,
    nameOf,
    type(next) {
      set(PLACE.text, next)
      soon(next)
    },
    searchNow() {
      // A repeated search is open again.
      set(PLACE.settled, "")
      now(text)
    },
    choose(place) {
      take(place, text)
      rest()
    },
    keep() {
      set(PLACE.settled, text.trim())
      rest()
    },
    settle() {
      if (isOpen && !isSearched) now(text)
      wait()
    },
  }
}

import { useEffect, useState } from "react"
import { useSettings } from "../lib/settings.tsx"
import { useAppText } from "../text/appText.ts"
import { DateField } from "../ui/DateField.tsx"
import { Choice, Field } from "../ui/Field.tsx"
import { Segments } from "../ui/Segments.tsx"
import { GOALS } from "./goals.ts"
import { FILTERS, type Filter, type ListState, OFFER_STATES, SORTS } from "./listState.ts"
import { sent, sentOf, stands, type TypedSearch } from "./typedSearch.ts"

/** Pause in typing after which a search is sent. */
const REST_MS = 250

interface FiltersProps {
  state: ListState
  change(parts: Partial<Record<keyof ListState, string>>): void
}

interface SearchProps {
  label: string
  /** Search of the address. */
  search: string
  onSearch(text: string): void
}

/** Search field of a list; a rest in typing sends the search. */
export const Search = ({ label, search, onSearch }: SearchProps) => {
  const [typed, setTyped] = useState<TypedSearch>()
  if (typed && !stands(typed, search)) setTyped(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: typing starts the wait, another address ends it
  useEffect(() => {
    if (!typed || sentOf(typed) === search) return
    const timer = setTimeout(() => {
      setTyped(sent(typed))
      onSearch(sentOf(typed))
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [typed, search])
  return (
    <Field
      type="search"
      label={label}
      maxLength={100}
      value={typed?.text ?? search}
      onChange={event => setTyped({ text: event.target.value, over: search })}
    />
  )
}

/** Filters and order of the list. */
export const ListFilters = ({ state, change }: FiltersProps) => {
  const { scans, offer } = useAppText()
  const { text } = useSettings()
  const offers = OFFER_STATES.map(name => [name, name === "none" ? scans.noOffer : offer.statuses[name]] as const)
  const goals = GOALS.map(name => [name, text.report.goals[name].replace(/^\w+: /, "")] as const)
  return (
    <div className="stack">
      <Segments<Filter>
        label={scans.filter}
        value={state.state}
        options={FILTERS.map(name => [name, scans.states[name]] as const)}
        onChange={chosen => change({ state: chosen })}
      />
      <div className="fields">
        <Search label={scans.search} search={state.search} onSearch={search => change({ search })} />
        <Choice
          label={scans.sort}
          value={state.sort}
          options={SORTS.map(name => [name, scans.sorts[name]] as const)}
          onChange={event => change({ sort: event.target.value })}
        />
        <Choice
          label={scans.goal}
          value={state.goal}
          options={[["", scans.states.all] as const, ...goals]}
          onChange={event => change({ goal: event.target.value })}
        />
        <Choice
          label={scans.offer}
          value={state.offer}
          options={[["", scans.states.all] as const, ...offers]}
          onChange={event => change({ offer: event.target.value })}
        />
        <DateField
          label={scans.from}
          value={state.from}
          max={state.to || undefined}
          onChange={event => change({ from: event.target.value })}
        />
        <DateField
          label={scans.to}
          value={state.to}
          min={state.from || undefined}
          onChange={event => change({ to: event.target.value })}
        />
        <Field
          label={scans.minSavings}
          inputMode="numeric"
          value={state.minSavings}
          maxLength={9}
          onChange={event => change({ minSavings: event.target.value.replace(/\D/g, "") })}
        />
      </div>
    </div>
  )
}

import { setQuery, useSearch } from "../app/router.tsx"

export const FILTERS = ["all", "running", "completed", "accepted", "failed"] as const
export type Filter = (typeof FILTERS)[number]
export const SORTS = ["newest", "yearlySavings", "selfSufficiency", "returnPeriod", "co2SavedKg"] as const
export type Sort = (typeof SORTS)[number]

export const OFFER_STATES = ["none", "draft", "sent", "accepted", "expired", "withdrawn"] as const

/** State of the list; the address holds all fields. */
export interface ListState {
  page: number
  state: Filter
  sort: Sort
  search: string
  goal: string
  from: string
  to: string
  minSavings: string
  /** State of the offer; empty: any. */
  offer: string
}

const oneOf = <T extends string>(options: readonly T[], value: string | null): T =>
  options.find(name => name === value) ?? options[0]!

/** State of a query. */
const listStateOf = (search: string): ListState => {
  const query = new URLSearchParams(search)
  const page = Number(query.get("page"))
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    state: oneOf(FILTERS, query.get("state")),
    sort: oneOf(SORTS, query.get("sort")),
    search: query.get("search") ?? "",
    goal: query.get("goal") ?? "",
    from: query.get("from") ?? "",
    to: query.get("to") ?? "",
    minSavings: query.get("minSavings") ?? "",
    offer: query.get("offer") ?? "",
  }
}

/** True if filters hide some scans. */
export const isNarrowed = ({ state, search, goal, from, to, minSavings, offer }: ListState): boolean =>
  state !== "all" || [search, goal, from, to, minSavings, offer].some(value => value !== "")

const OPENED = "list"

interface Opened {
  query: string
  /** The opened row; none if several scans were opened. */
  id: string
}

/** The last list of this tab; it survives a reload. */
const opened = (): Opened | undefined => {
  try {
    const kept = sessionStorage.getItem(OPENED)
    return kept === null ? undefined : (JSON.parse(kept) as Opened)
  } catch {
    return undefined
  }
}

/** Stores the current list and the row of the followed link. */
export const rememberList = (id = ""): void => {
  try {
    sessionStorage.setItem(OPENED, JSON.stringify({ query: location.search, id } satisfies Opened))
  } catch {
    // Without storage in the browser the way back leads to the whole list.
  }
}

/** The stored list. */
export const lastList = (): string => `/scans${opened()?.query ?? ""}`

export const lastRow = (): string | undefined => opened()?.id

export const useListState = () => {
  const state = listStateOf(useSearch())
  /** Another page of the list keeps the rest; any other change begins at the first page. */
  const change = (parts: Partial<Record<keyof ListState, string>>) =>
    setQuery({ ...("page" in parts ? {} : { page: undefined }), ...withoutDefaults(parts) })
  return { state, change }
}

const withoutDefaults = (parts: Partial<Record<keyof ListState, string>>) =>
  Object.fromEntries(
    Object.entries(parts).map(([name, value]) => [
      name,
      (name === "state" && value === "all") ||
      (name === "sort" && value === "newest") ||
      (name === "page" && value === "1")
        ? undefined
        : value,
    ]),
  )

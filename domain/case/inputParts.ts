import { type JobInputs, packJobInputs, unpackJobInputs } from "./jobInputs.ts"

/** Parts of job inputs, packed: assumptions with notes, then prices, profile, loads, each series and production. */
export const inputParts = ({
  prices = [],
  profile,
  loadShape,
  series = new Map(),
  productions = new Map(),
  ...rest
}: JobInputs): Uint8Array[] => {
  const parts: JobInputs[] = [
    ...(isEmpty(rest) ? [] : [rest]),
    ...(prices.length > 0 ? [{ prices }] : []),
    ...(profile ? [{ profile }] : []),
    ...(loadShape ? [{ loadShape }] : []),
    ...[...series].map(entry => ({ series: new Map([entry]) })),
    ...[...productions].map(entry => ({ productions: new Map([entry]) })),
  ]
  return parts.map(packJobInputs)
}

const isEmpty = ({ assumptions = {}, priceYear, isInQuarters, notes = [] }: JobInputs): boolean =>
  Object.keys(assumptions).length === 0 && priceYear === undefined && !isInQuarters && notes.length === 0

/** Job inputs of parts. Throws MalformedSeries. */
export const joinedInputs = (parts: readonly Uint8Array[]): JobInputs => {
  const all = parts.map(unpackJobInputs)
  const last = <Name extends keyof JobInputs>(name: Name): Pick<JobInputs, Name> | undefined => {
    const part = all.findLast(each => each[name] !== undefined)
    return part && ({ [name]: part[name] } as Pick<JobInputs, Name>)
  }
  return {
    ...last("assumptions"),
    ...last("priceYear"),
    ...last("isInQuarters"),
    ...last("profile"),
    ...last("loadShape"),
    prices: all.flatMap(({ prices = [] }) => prices),
    series: new Map(all.flatMap(({ series = new Map() }) => [...series])),
    productions: new Map(all.flatMap(({ productions = new Map() }) => [...productions])),
    notes: all.flatMap(({ notes = [] }) => notes),
  }
}

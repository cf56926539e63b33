/** The first phase of an analysis and its later phases, each with its tariff. */
interface Phases<Tariff> {
  tariff: Tariff
  /** Absent: the first tariff holds in all years. */
  later?: readonly { tariff: Tariff }[]
}

/** Tariffs of all phases of an analysis, in order. */
export const tariffsOf = <Tariff>({ tariff, later = [] }: Phases<Tariff>): [Tariff, ...Tariff[]] => [
  tariff,
  ...later.map(phase => phase.tariff),
]

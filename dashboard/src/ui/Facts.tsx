/** A name, its formatted value, and its source. */
export type Fact = readonly [name: string, value: string, source?: string]

/** Names with their values, in as many columns as fit; a source is below its value. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="pairs">
    {facts.map(([name, value, source]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
        {source ? (
          <dd className="source">
            <cite>{source}</cite>
          </dd>
        ) : null}
      </div>
    ))}
  </dl>
)

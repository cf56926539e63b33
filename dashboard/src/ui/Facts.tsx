/** Names with their values, in as many columns as fit. */
export const Facts = ({ facts }: { facts: readonly (readonly [string, string])[] }) => (
  <dl className="pairs">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

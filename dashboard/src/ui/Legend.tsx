export interface LegendItem {
  name: string
  colour: string
  isLine?: boolean
}

/** What the colours of a chart mean. */
export const Legend = ({ items }: { items: readonly LegendItem[] }) => (
  <ul className="legend">
    {items.map(({ name, colour, isLine }) => (
      <li key={name}>
        <span className={isLine ? "swatch line" : "swatch"} style={{ background: colour }} />
        {name}
      </li>
    ))}
  </ul>
)

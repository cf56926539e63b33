export interface LegendItem {
  name: string
  colour: string
  isLine?: boolean
}

interface LegendProps {
  items: readonly LegendItem[]
  /** Names of what is not drawn. */
  hidden: readonly string[]
  onToggle(name: string): void
}

/** What the colours of a chart mean; each is taken out of the drawing, and put back, by its name. */
export const Legend = ({ items, hidden, onToggle }: LegendProps) => (
  <ul className="legend">
    {items.map(({ name, colour, isLine }) => (
      <li key={name}>
        <button type="button" aria-pressed={!hidden.includes(name)} onClick={() => onToggle(name)}>
          <span className={isLine ? "swatch line" : "swatch"} style={{ background: colour }} />
          {name}
        </button>
      </li>
    ))}
  </ul>
)

export interface LegendItem {
  name: string
  colour: string
  isLine?: boolean
}

interface LegendProps {
  items: readonly LegendItem[]
  /** Names of hidden items. */
  hidden: readonly string[]
  onToggle(name: string): void
}

/** Legend of a chart; each name hides or shows its series. */
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

interface SegmentsProps<T extends string> {
  label: string
  value: T
  options: readonly (readonly [T, string])[]
  onChange(value: T): void
}

/** A choice among a few visible options. */
export const Segments = <T extends string>({ label, value, options, onChange }: SegmentsProps<T>) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and a legend
  <div className="segments" role="group" aria-label={label}>
    {options.map(([option, name]) => (
      <button type="button" key={option} aria-pressed={option === value} onClick={() => onChange(option)}>
        {name}
      </button>
    ))}
  </div>
)

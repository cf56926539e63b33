import { useSettings } from "../lib/settings.tsx"

/** Waiting sign. */
export const Waiting = () => {
  const { text } = useSettings()
  return (
    <p className="loading" role="status">
      {text.common.loading}
    </p>
  )
}

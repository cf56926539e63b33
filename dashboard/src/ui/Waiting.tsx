import { useSettings } from "../lib/settings.tsx"

/** What is shown while something is on its way. */
export const Waiting = () => {
  const { text } = useSettings()
  return (
    <p className="loading" role="status">
      {text.common.loading}
    </p>
  )
}

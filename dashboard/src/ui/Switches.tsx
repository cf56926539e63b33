import { useSettings } from "../lib/settings.tsx"
import { LANGUAGES } from "../text/text.ts"
import { Segments } from "./Segments.tsx"

/** Language and colours. */
export const Switches = () => {
  const { language, setLanguage, isDark, setDark, text } = useSettings()
  const options = LANGUAGES.map(option => [option, option.toUpperCase()] as const)
  return (
    <div className="row no-print">
      <Segments label={text.common.language} value={language} options={options} onChange={setLanguage} />
      <button
        type="button"
        className="plain"
        aria-label={text.common.dark}
        aria-pressed={isDark}
        onClick={() => setDark(!isDark)}
      >
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <circle cx="10" cy="10" r="7.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
          <path d="M10 2.75a7.25 7.25 0 0 1 0 14.5z" fill="currentColor" />
        </svg>
      </button>
    </div>
  )
}

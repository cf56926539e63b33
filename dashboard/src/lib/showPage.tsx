import type { ReactNode } from "react"
import { createRoot } from "react-dom/client"
import { COMMON, loadText } from "../text/text.ts"
import { arriving } from "./arriving.ts"
import { watchConnection } from "./connection.ts"
import { pageLanguage } from "./language.ts"
import { SettingsProvider } from "./settings.tsx"

/**
 * Shows a page as soon as the texts of the reader's language are loaded, which the service makes the browser preload.
 */
export const showPage = (page: ReactNode): void => {
  watchConnection()
  const root = document.getElementById("root")
  if (!root) return
  const language = pageLanguage()
  loadText(language, arriving).then(
    text => createRoot(root).render(<SettingsProvider first={{ language, text }}>{page}</SettingsProvider>),
    () => {
      root.textContent = COMMON[language].scriptGone
    },
  )
}

import { createRoot } from "react-dom/client"
import { App } from "./app/App.tsx"
import { watchConnection } from "./lib/connection.ts"
import { SettingsProvider } from "./lib/settings.tsx"

watchConnection()
const root = document.getElementById("root")
if (root)
  createRoot(root).render(
    <SettingsProvider>
      <App />
    </SettingsProvider>,
  )

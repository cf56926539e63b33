import { createRoot } from "react-dom/client"
import { App } from "./app/App.tsx"
import { SettingsProvider } from "./lib/settings.tsx"

const root = document.getElementById("root")
if (root)
  createRoot(root).render(
    <SettingsProvider>
      <App />
    </SettingsProvider>,
  )

import { createRoot } from "react-dom/client"
import { SettingsProvider } from "./lib/settings.tsx"
import { SharedReport } from "./report/SharedReport.tsx"

const root = document.getElementById("root")
const token = location.pathname.split("/").at(-1) ?? ""
if (root)
  createRoot(root).render(
    <SettingsProvider>
      <SharedReport token={token} />
    </SettingsProvider>,
  )

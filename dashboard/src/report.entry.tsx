import { createRoot } from "react-dom/client"
import { watchConnection } from "./lib/connection.ts"
import { SettingsProvider } from "./lib/settings.tsx"
import { SharedReport } from "./report/SharedReport.tsx"
import { ConnectionBanner } from "./ui/ConnectionBanner.tsx"
import { ErrorBoundary } from "./ui/ErrorBoundary.tsx"

watchConnection()
const root = document.getElementById("root")
const token = location.pathname.split("/").at(-1) ?? ""
if (root)
  createRoot(root).render(
    <SettingsProvider>
      <ConnectionBanner />
      <ErrorBoundary of={token}>
        <SharedReport token={token} />
      </ErrorBoundary>
    </SettingsProvider>,
  )

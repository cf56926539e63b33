import { showPage } from "./lib/showPage.tsx"
import { SharedReport } from "./report/SharedReport.tsx"
import { ConnectionBanner } from "./ui/ConnectionBanner.tsx"
import { ErrorBoundary } from "./ui/ErrorBoundary.tsx"

const token = location.pathname.split("/").at(-1) ?? ""
showPage(
  <>
    <ConnectionBanner />
    <ErrorBoundary of={token}>
      <SharedReport token={token} />
    </ErrorBoundary>
  </>,
)

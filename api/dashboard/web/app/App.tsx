import { lazy, Suspense, useEffect } from "react"
import { useSettings } from "../lib/settings.tsx"
import { useAppText } from "../text/appText.ts"
import { useSteps } from "./router.tsx"
import { Shell } from "./Shell.tsx"
import { SessionProvider } from "./session.tsx"

const ScanList = lazy(() => import("../scans/ScanList.tsx"))
const NewScan = lazy(() => import("../scans/NewScan.tsx"))
const ScanPage = lazy(() => import("../scans/ScanPage.tsx"))
const Organization = lazy(() => import("../organization/Organization.tsx"))
const Operations = lazy(() => import("../operations/Operations.tsx"))
const ProfileList = lazy(() => import("../studio/ProfileList.tsx"))
const ProfilePage = lazy(() => import("../studio/ProfilePage.tsx"))

const Missing = () => <p className="loading">{useAppText().missing}</p>

const Page = () => {
  const [part = "scans", id] = useSteps()
  if (part === "scans") {
    if (id === undefined) return <ScanList />
    return id === "new" ? <NewScan /> : <ScanPage key={id} id={id} />
  }
  if (part === "studio") return id === undefined ? <ProfileList /> : <ProfilePage key={id} id={id} />
  if (part === "organization") return <Organization tab={id ?? "keys"} />
  return part === "operations" ? <Operations /> : <Missing />
}

/** The dashboard: a page by the address, for whoever is logged in. */
export const App = () => {
  const { text } = useSettings()
  const { title } = useAppText()
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <SessionProvider>
      <Shell>
        <Suspense
          fallback={
            <p className="loading" role="status">
              {text.common.loading}
            </p>
          }
        >
          <Page />
        </Suspense>
      </Shell>
    </SessionProvider>
  )
}

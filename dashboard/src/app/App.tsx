import { type ReactNode, useCallback, useEffect } from "react"
import { PageWordsProvider } from "../lib/pageWords.tsx"
import { useSettings } from "../lib/settings.tsx"
import { useAppText } from "../text/appText.ts"
import { pageMessage } from "../text/fieldNames.ts"
import { ConnectionBanner } from "../ui/ConnectionBanner.tsx"
import { ErrorBoundary } from "../ui/ErrorBoundary.tsx"
import { lazyPart } from "../ui/lazyPart.tsx"
import { Link, useMode, useSteps } from "./router.tsx"
import { Shell } from "./Shell.tsx"
import { SessionProvider } from "./session.tsx"

const ScanList = lazyPart(() => import("../scans/ScanList.tsx"))
const Compare = lazyPart(() => import("../scans/Compare.tsx"))
const NewScan = lazyPart(() => import("../scans/NewScan.tsx"))
const ScanPage = lazyPart(() => import("../scans/ScanPage.tsx"))
const SiteList = lazyPart(() => import("../sites/SiteList.tsx"))
const SitePage = lazyPart(() => import("../sites/SitePage.tsx"))
const Organization = lazyPart(() => import("../organization/Organization.tsx"))
const Operations = lazyPart(() => import("../operations/Operations.tsx"))
const PasswordLink = lazyPart(() => import("./PasswordLink.tsx"))
const Account = lazyPart(() => import("./Account.tsx"))
const ProfileList = lazyPart(() => import("../studio/ProfileList.tsx"))
const ProfilePage = lazyPart(() => import("../studio/ProfilePage.tsx"))
const HubPage = lazyPart(() => import("../studio/hub/HubPage.tsx"))

const Missing = () => {
  const { missing, scans } = useAppText()
  return (
    <div className="loading">
      <h1>{missing}</h1>
      <p>
        <Link to="/scans">{scans.back}</Link>
      </p>
    </div>
  )
}

/** Sets the title of the browser's tab; a scan's page sets its own. */
const useTitle = (part: string, id: string | undefined) => {
  const { title, pages } = useAppText()
  useEffect(() => {
    const name = new Map(Object.entries(pages)).get(part)
    if (part !== "scans" || id === undefined || id === "new" || id === "compare")
      document.title = name ? `${name} – ${title}` : title
  }, [part, id, title, pages])
}

/** A profile's page by its kind: `/studio/ID`, `/studio/energyhub/ID`, `/studio/laadplein/ID`. */
const Studio = ({ id, ofKind }: { id: string | undefined; ofKind: string | undefined }) => {
  if (id === undefined) return <ProfileList />
  if (ofKind !== undefined && (id === "energyhub" || id === "laadplein"))
    return <HubPage key={ofKind} kind={id} id={ofKind} />
  return <ProfilePage key={id} id={id} />
}

const Page = () => {
  const [part = "scans", id, ofKind] = useSteps()
  const mode = useMode()
  useTitle(part, id)
  if (part === "scans") {
    if (id === undefined) return <ScanList key={mode} />
    if (id === "compare") return <Compare />
    return id === "new" ? <NewScan /> : <ScanPage key={id} id={id} />
  }
  if (part === "sites") return id === undefined ? <SiteList key={mode} /> : <SitePage key={id} id={id} />
  if (part === "studio") return <Studio id={id} ofKind={ofKind} />
  if (part === "organization") return <Organization tab={id ?? "keys"} />
  if (part === "account") return <Account />
  return part === "operations" ? <Operations /> : <Missing />
}

/** A failing page leaves other pages usable. */
const Guarded = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary of={useSteps().join("/")}>{children}</ErrorBoundary>
)

/** The dashboard: a page by the address for logged-in users; the page for setting a new password is open to anyone. */
export const App = () => {
  const [part] = useSteps()
  const { language } = useSettings()
  const inPageWords = useCallback((message: string) => pageMessage(message, language), [language])
  return (
    <PageWordsProvider value={inPageWords}>
      <ConnectionBanner />
      {part === "password" ? (
        <Guarded>
          <PasswordLink />
        </Guarded>
      ) : (
        <SessionProvider>
          <Shell>
            <Guarded>
              <Page />
            </Guarded>
          </Shell>
        </SessionProvider>
      )}
    </PageWordsProvider>
  )
}

import type { ReactNode } from "react"
import { useAppText } from "../text/appText.ts"
import { Mark } from "../ui/Mark.tsx"
import { Name } from "../ui/Name.tsx"
import { Segments } from "../ui/Segments.tsx"
import { Switches } from "../ui/Switches.tsx"
import { Link, useSteps } from "./router.tsx"
import { useSession } from "./session.tsx"

const PARTS = ["scans", "sites", "studio", "organization", "operations", "account"] as const

const Navigation = () => {
  const text = useAppText()
  const { isOwner } = useSession()
  const [part = "scans"] = useSteps()
  return (
    <nav aria-label={text.nav}>
      <ul className="menu">
        {PARTS.filter(name => isOwner || name !== "operations").map(name => (
          <li key={name}>
            <Link to={`/${name}`} aria-current={name === part ? "page" : undefined}>
              {text.pages[name]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The frame of every page of the dashboard. */
export const Shell = ({ children }: { children: ReactNode }) => {
  const text = useAppText()
  const { who, mode, setMode, logOut } = useSession()
  const modes = [["live", text.modes.live] as const, ["sandbox", text.modes.sandbox] as const]
  return (
    <div className="page">
      <a className="skip" href="#content">
        {text.skip}
      </a>
      <header className="masthead shell no-print">
        <Link to="/scans" className="brand">
          <Mark />
          <Name>{who.organization.displayName}</Name>
        </Link>
        <Navigation />
        <div className="row">
          <Segments label={text.mode} value={mode} options={modes} onChange={setMode} />
          <Switches />
          <button type="button" className="plain" title={who.email} onClick={logOut}>
            {text.logout}
          </button>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

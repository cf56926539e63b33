import { Link } from "../app/router.tsx"
import { useAppText } from "../text/appText.ts"
import { lazyPart } from "../ui/lazyPart.tsx"
import { ApiKeys } from "./ApiKeys.tsx"
import { Batteries } from "./Batteries.tsx"
import { Members } from "./Members.tsx"
import { Prices } from "./Prices.tsx"
import { Settings } from "./Settings.tsx"
import { UsagePage } from "./UsagePage.tsx"
import { Webhooks } from "./Webhooks.tsx"

/** Has the sources of all defaults. */
const Assumptions = lazyPart(() => import("./Assumptions.tsx"))

const TABS = {
  keys: ApiKeys,
  webhooks: Webhooks,
  settings: Settings,
  assumptions: Assumptions,
  batteries: Batteries,
  prices: Prices,
  members: Members,
  usage: UsagePage,
}
type Tab = keyof typeof TABS

/** Settings of the organization, one tab at a time. */
const Organization = ({ tab }: { tab: string }) => {
  const { organization, missing } = useAppText()
  if (!(tab in TABS)) return <p className="loading">{missing}</p>
  const Part = TABS[tab as Tab]
  return (
    <div className="content">
      <h1>{organization.title}</h1>
      <nav className="tabs" aria-label={organization.parts}>
        <ul className="menu">
          {(Object.keys(TABS) as Tab[]).map(name => (
            <li key={name}>
              <Link to={`/organization/${name}`} aria-current={name === tab ? "page" : undefined}>
                {organization.tabs[name]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Part />
    </div>
  )
}

export default Organization

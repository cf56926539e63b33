import { useCallback, useState } from "react"
import { useSession } from "../app/session.tsx"
import { useLoad } from "../lib/load.ts"
import { CurrencyScope, useSettings } from "../lib/settings.tsx"
import { OfferContent } from "../proposal/OfferPart.tsx"
import { useAppText } from "../text/appText.ts"
import { Async } from "../ui/Async.tsx"

const Version = ({ id, version }: { id: string; version: number }) => {
  const { ask, client } = useSession()
  const read = (signal?: AbortSignal) =>
    ask("GET /v1/scans/{id}/offer/versions/{version}", { params: { id, version: String(version) }, signal })
  const sent = useLoad(useCallback(read, [ask, id, version]))
  return (
    <Async loaded={sent}>
      {offer => (
        <CurrencyScope currency={offer.currency}>
          <OfferContent
            offer={offer}
            photoAddress={photo => client.url("GET /v1/scans/{id}/offer/photos/{photo}", { params: { id, photo } })}
          />
        </CurrencyScope>
      )}
    </Async>
  )
}

/** The sent versions of an offer; a button shows each as it was sent. */
const OfferVersions = ({ id }: { id: string }) => {
  const { ask } = useSession()
  const { format } = useSettings()
  const { offer } = useAppText()
  const [shown, setShown] = useState<number>()
  const versions = useLoad(
    useCallback(signal => ask("GET /v1/scans/{id}/offer/versions", { params: { id }, signal }), [ask, id]),
  )
  return (
    <Async loaded={versions}>
      {({ items }) => (
        <div className="stack">
          {items.length === 0 ? <p className="muted">{offer.neverSent}</p> : null}
          {items.map(({ version, sentAt, gross }) => (
            <div key={version} className="stack">
              <div className="row">
                <button
                  type="button"
                  className="plain"
                  aria-expanded={version === shown}
                  onClick={() => setShown(version === shown ? undefined : version)}
                >
                  {offer.sentVersion(String(version), format.date(sentAt))}
                </button>
                <span>{offer.inAll(format.eur(gross, 2))}</span>
              </div>
              {version === shown ? <Version id={id} version={version} /> : null}
            </div>
          ))}
        </div>
      )}
    </Async>
  )
}

export default OfferVersions

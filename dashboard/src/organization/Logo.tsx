import type { Answer } from "../../../client/index.ts"
import { useSession } from "../app/session.tsx"
import { submitted, useAction } from "../lib/action.ts"
import { logoPath } from "../report/data.ts"
import { useAppText } from "../text/appText.ts"
import { FileField } from "../ui/FileField.tsx"
import { Problem } from "../ui/Problem.tsx"

export type Organization = Answer<"GET /v1/organizations/{id}">

/** The organization's logo: shows it, replaces it, removes it. */
export const Logo = ({ organization, onChanged }: { organization: Organization; onChanged(): void }) => {
  const { ask, isOwner } = useSession()
  const { settings } = useAppText().organization
  const params = { id: organization.id }
  const present = logoPath({ ...organization, brandingEnabled: true })
  const upload = useAction(async (form: HTMLFormElement) => {
    await ask("PUT /v1/organizations/{id}/logo", { params, body: new FormData(form) })
    form.reset()
    onChanged()
  })
  const remove = useAction(async () => {
    await ask("DELETE /v1/organizations/{id}/logo", { params })
    onChanged()
  })
  const onSubmit = submitted(upload.run)
  return (
    <form className="card stack logo" onSubmit={onSubmit}>
      {present ? <img src={present} alt={settings.present} /> : null}
      <FileField
        label={settings.logo}
        name="file"
        accept="image/png,image/jpeg,image/webp"
        required
        disabled={!isOwner}
      />
      <Problem message={upload.message ?? remove.message} />
      <div className="row">
        <button type="submit" disabled={!isOwner || upload.isBusy}>
          {settings.upload}
        </button>
        {present ? (
          <button type="button" className="danger" disabled={!isOwner || remove.isBusy} onClick={remove.run}>
            {settings.removeLogo}
          </button>
        ) : null}
      </div>
    </form>
  )
}

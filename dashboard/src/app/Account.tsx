import { useState } from "react"
import { submitted, useAction } from "../lib/action.ts"
import { useAppText } from "../text/appText.ts"
import { Field } from "../ui/Field.tsx"
import { Problem } from "../ui/Problem.tsx"
import { useSession } from "./session.tsx"

/** Current user, with a form to change the password. */
const Account = () => {
  const { who, ask } = useSession()
  const text = useAppText()
  const { password, account } = text
  const [isSaved, setSaved] = useState(false)
  const change = useAction(async (form: HTMLFormElement) => {
    setSaved(false)
    const typed = new FormData(form)
    const body = { currentPassword: String(typed.get("current")), newPassword: String(typed.get("next")) }
    await ask("POST /v1/auth/password", { body })
    form.reset()
    setSaved(true)
  })
  const onSubmit = submitted(change.run)
  return (
    <div className="content">
      <h1>{account.title}</h1>
      <p className="muted">
        <bdi>{who.email}</bdi> · {text.organization.members.roles[who.role]}
      </p>
      <form className="card stack" onSubmit={onSubmit}>
        <h2>{account.password}</h2>
        <p className="small muted">{account.lead}</p>
        <div className="fields">
          <Field label={password.current} name="current" type="password" autoComplete="current-password" required />
          <Field
            label={password.next}
            name="next"
            type="password"
            autoComplete="new-password"
            minLength={10}
            required
          />
        </div>
        <Problem message={change.message} />
        <div className="row">
          <button type="submit" className="primary" disabled={change.isBusy}>
            {password.submit}
          </button>
          <span role="status">{isSaved ? text.saved : ""}</span>
        </div>
      </form>
    </div>
  )
}

export default Account

import { useEffect, useState } from "react"
import { api } from "../lib/api.ts"
import { useAppText } from "../text/appText.ts"
import { Field } from "../ui/Field.tsx"
import { CredentialsForm } from "./Login.tsx"

/** Secret of the link, removed from the address once the page is shown, so that no history contains it. */
const useSecret = (): string => {
  const [secret] = useState(() => location.hash.slice(1))
  useEffect(() => history.replaceState(history.state, "", location.pathname), [])
  return secret
}

/** The page of an operator's link: sets a new password once. */
const PasswordLink = () => {
  const { password } = useAppText()
  const secret = useSecret()
  const [isDone, setDone] = useState(false)
  const send = async (form: FormData) => {
    const body = { token: secret, newPassword: String(form.get("next") ?? "") }
    await api.ask("POST /v1/auth/password-link", { body })
    setDone(true)
  }
  if (isDone || !secret)
    return (
      <main className="door">
        <div className="card stack">
          <h1>{password.linkTitle}</h1>
          <p role="status">{isDone ? password.linkDone : password.linkEmpty}</p>
          <a className="button primary start" href="/dashboard">
            {password.linkLogin}
          </a>
        </div>
      </main>
    )
  return (
    <CredentialsForm title={password.linkTitle} lead={password.linkLead} submit={password.linkSubmit} send={send}>
      <Field label={password.next} name="next" type="password" autoComplete="new-password" minLength={10} required />
    </CredentialsForm>
  )
}

export default PasswordLink

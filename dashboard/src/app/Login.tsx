import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { api } from "../lib/api.ts"
import { useAppText } from "../text/appText.ts"
import { Field } from "../ui/Field.tsx"
import { Mark } from "../ui/Mark.tsx"
import { Switches } from "../ui/Switches.tsx"

interface CredentialsFormProps {
  title: string
  lead?: string
  submit: string
  /** Sends the typed values; the message of an error is shown. */
  send(form: FormData): Promise<void>
  /** Shows the login over the page, which stays. */
  isOver?: boolean
  children: ReactNode
}

/** Covers the whole page; no key closes it. */
const Overlay = ({ children }: { children: ReactNode }) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog className="door overlay" ref={dialog} onCancel={event => event.preventDefault()}>
      {children}
    </dialog>
  )
}

/** A form alone on its page, or over another page. */
export const CredentialsForm = ({ title, lead, submit, send, isOver, children }: CredentialsFormProps) => {
  const [message, setMessage] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBusy(true)
    setMessage(undefined)
    try {
      await send(new FormData(event.currentTarget))
    } catch (error) {
      setMessage((error as Error).message)
    }
    setBusy(false)
  }
  const form = (
    <form className="card stack" onSubmit={onSubmit}>
      <div className="row spread">
        <span className="brand">
          <Mark />
        </span>
        <Switches />
      </div>
      <h1>{title}</h1>
      {lead ? <p className="muted">{lead}</p> : null}
      {children}
      {message ? (
        <p className="message bad" role="alert">
          {message}
        </p>
      ) : null}
      <button type="submit" className="primary" disabled={isBusy}>
        {submit}
      </button>
    </form>
  )
  return isOver ? <Overlay>{form}</Overlay> : <main className="door">{form}</main>
}

const typed = (form: FormData, name: string): string => String(form.get(name) ?? "")

interface LoginProps {
  onDone(): Promise<void>
  /** Login after a session ended on an open page, which stays. */
  isOver?: boolean
  email?: string
}

export const Login = ({ onDone, isOver = false, email }: LoginProps) => {
  const { login } = useAppText()
  const send = async (form: FormData) => {
    await api.ask("POST /v1/auth/login", {
      body: { email: typed(form, "email"), password: typed(form, "password") },
    })
    await onDone()
  }
  return (
    <CredentialsForm
      title={isOver ? login.again : login.title}
      submit={login.submit}
      send={send}
      isOver={isOver}
      {...(isOver ? { lead: login.kept } : {})}
    >
      <Field label={login.email} name="email" type="email" autoComplete="username" defaultValue={email} required />
      <Field label={login.password} name="password" type="password" autoComplete="current-password" required />
    </CredentialsForm>
  )
}

export const ChangePassword = ({ onDone }: { onDone(): Promise<void> }) => {
  const { password } = useAppText()
  const send = async (form: FormData) => {
    await api.ask("POST /v1/auth/password", {
      body: { currentPassword: typed(form, "current"), newPassword: typed(form, "next") },
    })
    await onDone()
  }
  return (
    <CredentialsForm title={password.title} lead={password.lead} submit={password.submit} send={send}>
      <Field label={password.current} name="current" type="password" autoComplete="current-password" required />
      <Field label={password.next} name="next" type="password" autoComplete="new-password" minLength={10} required />
    </CredentialsForm>
  )
}

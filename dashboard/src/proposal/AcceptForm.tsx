import { type FormEvent, useEffect, useRef, useState } from "react"
import { useAction } from "../lib/action.ts"
import { api } from "../lib/api.ts"
import { useSettings } from "../lib/settings.tsx"
import type { FullReport, ReportData } from "../report/data.ts"
import { spentOn } from "../report/firstFigures.ts"
import { plantOf } from "../report/Verdict.tsx"
import { Field } from "../ui/Field.tsx"
import { Problem } from "../ui/Problem.tsx"
import { useProposalText } from "./proposalText.ts"

interface AcceptFormProps {
  token: string
  report: FullReport
  isSandbox: boolean
  onAccepted(acceptance: NonNullable<ReportData["share"]["acceptance"]>): void
  onCancel(): void
}

/** The tab stores typed values until they are sent: a reload loses nothing. */
const KEPT = "acceptance"
const keptName = (): string => {
  try {
    return sessionStorage.getItem(KEPT) ?? ""
  } catch {
    return ""
  }
}
const keepName = (name: string): void => {
  try {
    sessionStorage.setItem(KEPT, name)
  } catch {
    // Without storage in the browser it must be typed again.
  }
}

/** Form with the name of the accepting person, and the plant in a sentence. */
const AcceptForm = ({ token, report, isSandbox, onAccepted, onCancel }: AcceptFormProps) => {
  const settings = useSettings()
  const text = useProposalText()
  const [name, setName] = useState(keptName)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector("input")?.focus(), [])
  const send = useAction(async () => {
    const answer = await api.ask("POST /v1/scans/shared/{token}/acceptance", {
      params: { token },
      body: { name: name.trim() },
    })
    keepName("")
    onAccepted(answer.acceptance)
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send.run()
  }
  const plant = plantOf(report, settings)?.plant ?? settings.text.report.verdict.nothing
  return (
    <form className="stack" ref={form} onSubmit={onSubmit}>
      <p>
        {text.text(plant[0]!.toLowerCase() + plant.slice(1), settings.format.eur(spentOn(report.financial.investment)))}
      </p>
      <p className="small muted">
        {text.asReport} {isSandbox ? text.sandbox : text.noSignature}
      </p>
      <div className="fields">
        <Field
          label={text.name}
          value={name}
          maxLength={200}
          required
          autoComplete="name"
          onChange={event => {
            setName(event.target.value)
            keepName(event.target.value)
          }}
        />
      </div>
      <Problem message={send.message} />
      <div className="row">
        <button type="submit" className="primary" disabled={send.isBusy || name.trim() === ""}>
          {text.send}
        </button>
        <button type="button" onClick={onCancel}>
          {text.cancel}
        </button>
      </div>
    </form>
  )
}

export default AcceptForm

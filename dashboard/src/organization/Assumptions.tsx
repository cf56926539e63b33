import { useCallback, useState } from "react"
import { sourceText, unitText } from "../../../domain/texts/tariffTerms.ts"
import { OwnCurrency } from "../app/OwnCurrency.tsx"
import { useSession } from "../app/session.tsx"
import { submitted, useAction } from "../lib/action.ts"
import { useLoad } from "../lib/load.ts"
import { messageForPage } from "../lib/pageMessage.ts"
import { PageWordsProvider } from "../lib/pageWords.tsx"
import { type Settings, useSettings } from "../lib/settings.tsx"
import { type AppText, useAppText, useTypedNumber } from "../text/appText.ts"
import { Async } from "../ui/Async.tsx"
import { Field } from "../ui/Field.tsx"
import { Problem } from "../ui/Problem.tsx"
import {
  ASSUMPTION_NAMES,
  type AssumptionName,
  defaultOf,
  GROUPS,
  isOfGrowth,
  isPairs,
  readValue,
  shownValue,
  unitOf,
  writeValue,
} from "./assumptionFields.ts"
import type { Organization } from "./Logo.tsx"

type Group = keyof typeof GROUPS

/** Label of an assumption: its name in reports, or a name of this page. */
const labelOf = (name: string, { ownAssumptions: words }: AppText, { text }: Settings): string => {
  const ofPage: Readonly<Record<string, string>> = words.names
  const ofReport: Readonly<Record<string, string>> = text.report.assumptions.rows
  return ofPage[name] ?? ofReport[name] ?? words.title
}

/** Default of an assumption with its source. */
const standardOf = (name: AssumptionName, { ownAssumptions: words }: AppText, settings: Settings): string => {
  const { format, language } = settings
  const standard = defaultOf(name)
  if (!standard) return isOfGrowth(name) ? words.asElectricity : words.ofCountry
  return words.standard(shownValue(name, standard.value, format.typed), sourceText(standard.source, language))
}

/** Bound of an assumption in a message of the service, which writes shares as fractions. */
const shownBound = (field: string, written: string, typed: (value: number) => string): string => {
  const name = ASSUMPTION_NAMES.find(each => each === field)
  return name && unitOf(name) === "%" ? shownValue(name, Number(written.replace(",", ".")), typed) : written
}

interface FieldsProps {
  group: Group
  assumptions: Organization["assumptions"]
}

const Fields = ({ group, assumptions }: FieldsProps) => {
  const { isOwner } = useSession()
  const text = useAppText()
  const settings = useSettings()
  const { format, language } = settings
  const { ownAssumptions: words } = text
  const hintOf = (name: AssumptionName) => {
    const unit = unitText(unitOf(name), language).replaceAll("EUR", format.sign)
    return isPairs(name) ? `${unit}, ${words.pairs}` : unit
  }
  return (
    <fieldset className="card stack">
      <legend>{words.groups[group]}</legend>
      <div className="fields">
        {GROUPS[group].map((name: AssumptionName) => (
          <div key={name} className="stack tight">
            <Field
              label={labelOf(name, text, settings)}
              hint={hintOf(name)}
              name={name}
              inputMode={isPairs(name) ? "text" : "decimal"}
              autoComplete="off"
              defaultValue={writeValue(name, assumptions[name], format.typed)}
              disabled={!isOwner}
            />
            <p className="small muted">{standardOf(name, text, settings)}</p>
          </div>
        ))}
      </div>
    </fieldset>
  )
}

interface FormProps {
  organization: Organization
  onSaved(): void
}

const Form = ({ organization, onSaved }: FormProps) => {
  const { ask, isOwner } = useSession()
  const text = useAppText()
  const read = useTypedNumber()
  const [isSaved, setSaved] = useState(false)
  const save = useAction(async (form: HTMLFormElement) => {
    setSaved(false)
    const data = new FormData(form)
    const typed = ASSUMPTION_NAMES.flatMap(name => {
      const value = String(data.get(name) ?? "").trim()
      return value === "" ? [] : [[name, readValue(name, value, read)] as const]
    })
    const names: readonly string[] = ASSUMPTION_NAMES
    const choices = Object.entries(organization.assumptions).filter(([name]) => !names.includes(name))
    const assumptions = Object.fromEntries([...choices, ...typed])
    await ask("PATCH /v1/organizations/{id}", { params: { id: organization.id }, body: { assumptions } })
    setSaved(true)
    onSaved()
  })
  const onSubmit = submitted(save.run)
  return (
    <form className="stack" onSubmit={onSubmit}>
      {(Object.keys(GROUPS) as Group[]).map(group => (
        <Fields key={group} group={group} assumptions={organization.assumptions} />
      ))}
      <Problem message={save.message} />
      <div className="row">
        <button type="submit" className="primary" disabled={!isOwner || save.isBusy}>
          {text.save}
        </button>
        <span role="status">{isSaved ? text.saved : ""}</span>
      </div>
    </form>
  )
}

const ASSUMPTION_FIELD = /^(?:assumptions\.)?(\w+)/

/** Every assumption of the organization's new scans, with its default and the source of the default. */
const Assumptions = () => {
  const { ask, who, isOwner } = useSession()
  const text = useAppText()
  const settings = useSettings()
  const { id } = who.organization
  const organization = useLoad(
    useCallback(signal => ask("GET /v1/organizations/{id}", { params: { id }, signal }), [ask, id]),
  )
  const fieldOf = (path: string) => ASSUMPTION_FIELD.exec(path)?.[1] ?? ""
  const inWords = (message: string) =>
    messageForPage(message, {
      nameOf: path => labelOf(fieldOf(path), text, settings),
      plainNameOf: () => undefined,
      optionOf: () => undefined,
      numberOf: (path, written) => shownBound(fieldOf(path), written, settings.format.typed),
    })
  return (
    <PageWordsProvider value={inWords}>
      <OwnCurrency>
        {isOwner ? null : <p className="muted">{text.ownersOnly}</p>}
        <p className="muted">{text.ownAssumptions.lead}</p>
        <Async loaded={organization}>{value => <Form organization={value} onSaved={organization.reload} />}</Async>
      </OwnCurrency>
    </PageWordsProvider>
  )
}

export default Assumptions

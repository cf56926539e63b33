import { useCallback, useState } from "react"
import { LANGUAGES } from "../../../domain/base/languages.ts"
import { CURRENCIES } from "../../../domain/market/currencyNames.ts"
import { ADJUSTABLE_STEPS } from "../../../domain/request/adjustableSteps.ts"
import { useSession } from "../app/session.tsx"
import { submitted, useAction } from "../lib/action.ts"
import { EURO } from "../lib/format.ts"
import { useLoad } from "../lib/load.ts"
import { useAppText } from "../text/appText.ts"
import { Async } from "../ui/Async.tsx"
import { Check, Choice, Field } from "../ui/Field.tsx"
import { Problem } from "../ui/Problem.tsx"
import { Logo, type Organization } from "./Logo.tsx"

/** The select's value for the language of the page. */
const OF_PAGE = ""
/** The select's value for "no choice of the organization": the tariff decides. */
const BY_TARIFF = ""
/** Lines about the company with their lengths. */
const COMPANY_LINES = { name: 200, address: 300, registrationNumber: 64, vatNumber: 32, account: 64 } as const
const CONTACT_LINES = ["name", "email", "phone"] as const
/** Initial value of the colour field: the page's own colour. */
const OWN_COLOR = "#12717d"
const CONTROLLERS = ["forecast", "selfConsumption", "ideal"] as const

/** The organization's assumptions with the form's choices: a change replaces the whole object. */
const assumptionsWith = (assumptions: Organization["assumptions"], form: FormData): Organization["assumptions"] => {
  const { control: oldControl, currency: oldCurrency, language: oldLanguage, ...otherAssumptions } = assumptions
  const control = CONTROLLERS.find(name => name === (form.get("control") ?? oldControl))
  const currency = CURRENCIES.find(name => name === (form.get("currency") ?? oldCurrency))
  const language = LANGUAGES.find(name => name === (form.get("language") ?? oldLanguage))
  return {
    ...otherAssumptions,
    ...(language ? { language } : {}),
    ...(control ? { control } : {}),
    ...(currency && currency !== EURO ? { currency } : {}),
  }
}

/** The lines that were filled in; null without any. */
const linesOf = (form: FormData, group: string, names: readonly string[]): Record<string, string> | null => {
  const lines = names.map(name => [name, String(form.get(`${group}-${name}`) ?? "").trim()] as const)
  const filled = lines.filter(([, line]) => line !== "")
  return filled.length > 0 ? Object.fromEntries(filled) : null
}

/** Days of a field; null for an empty field. */
const daysOf = (form: FormData, name: string): number | null => {
  const typed = String(form.get(name) ?? "").trim()
  return typed === "" ? null : Number(typed)
}

const changesOf = (form: FormData, { assumptions, sandboxScanDays }: Organization) => ({
  displayName: String(form.get("displayName")),
  brandingDisplayName: String(form.get("brandingDisplayName")),
  brandingEnabled: form.has("brandingEnabled"),
  brandingColor: form.has("hasColor") ? String(form.get("brandingColor")).toLowerCase() : null,
  contact: linesOf(form, "contact", CONTACT_LINES),
  company: linesOf(form, "company", Object.keys(COMPANY_LINES)),
  adjustableSteps: ADJUSTABLE_STEPS.filter(step => form.has(step)),
  assumptions: assumptionsWith(assumptions, form),
  liveScanDays: daysOf(form, "liveScanDays"),
  sandboxScanDays: daysOf(form, "sandboxScanDays") ?? sandboxScanDays,
})

const Steps = ({ organization, isOwner }: { organization: Organization; isOwner: boolean }) => {
  const { settings } = useAppText().organization
  return (
    <fieldset className="card">
      <legend>{settings.steps}</legend>
      {ADJUSTABLE_STEPS.map(step => (
        <Check
          key={step}
          name={step}
          label={settings.stepNames[step]}
          defaultChecked={organization.adjustableSteps.includes(step)}
          disabled={!isOwner}
        />
      ))}
    </fieldset>
  )
}

/** Branding of shared reports: a colour on paper, and a contact person. */
const Proposals = ({ organization, isOwner }: { organization: Organization; isOwner: boolean }) => {
  const { settings } = useAppText().organization
  const { brandingColor, contact } = organization
  return (
    <fieldset className="card stack">
      <legend>{settings.proposals}</legend>
      <div className="row">
        <Check label={settings.ownColor} name="hasColor" defaultChecked={brandingColor !== null} disabled={!isOwner} />
        <Field
          label={settings.color}
          type="color"
          name="brandingColor"
          defaultValue={brandingColor ?? OWN_COLOR}
          disabled={!isOwner}
        />
      </div>
      <p className="small muted">{settings.contactHint}</p>
      <div className="fields">
        <Field
          label={settings.contactName}
          name="contact-name"
          maxLength={200}
          defaultValue={contact?.name}
          disabled={!isOwner}
        />
        <Field
          label={settings.contactEmail}
          name="contact-email"
          type="email"
          maxLength={320}
          defaultValue={contact?.email}
          disabled={!isOwner}
        />
        <Field
          label={settings.contactPhone}
          name="contact-phone"
          type="tel"
          maxLength={40}
          defaultValue={contact?.phone}
          disabled={!isOwner}
        />
      </div>
    </fieldset>
  )
}

/** Company that offers name. */
const Company = ({ organization, isOwner }: { organization: Organization; isOwner: boolean }) => {
  const { settings } = useAppText().organization
  return (
    <fieldset className="card stack">
      <legend>{settings.company}</legend>
      <p className="small muted">{settings.companyHint}</p>
      <div className="fields">
        {(Object.keys(COMPANY_LINES) as (keyof typeof COMPANY_LINES)[]).map(name => (
          <Field
            key={name}
            label={settings.companyLines[name]}
            name={`company-${name}`}
            maxLength={COMPANY_LINES[name]}
            defaultValue={organization.company?.[name]}
            disabled={!isOwner}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** Days after which ended scans are deleted. */
const Retention = ({ organization, isOwner }: { organization: Organization; isOwner: boolean }) => {
  const { settings } = useAppText().organization
  const days = { type: "number", step: 1, disabled: !isOwner } as const
  return (
    <fieldset className="card stack">
      <legend>{settings.retention}</legend>
      <p className="small muted">{settings.retentionHint}</p>
      <div className="fields">
        <Field
          {...{ ...days, label: settings.liveDays, hint: settings.liveDaysHint, name: "liveScanDays" }}
          {...{ min: 30, max: 3650, defaultValue: organization.liveScanDays ?? "" }}
        />
        <Field
          {...{ ...days, label: settings.sandboxDays, hint: settings.days, name: "sandboxScanDays" }}
          {...{ min: 1, max: 365, defaultValue: organization.sandboxScanDays, required: true }}
        />
      </div>
    </fieldset>
  )
}

const Form = ({ organization, onSaved }: { organization: Organization; onSaved(): void }) => {
  const { ask, isOwner, renew } = useSession()
  const text = useAppText()
  const { settings } = text.organization
  const [isSaved, setSaved] = useState(false)
  const save = useAction(async (form: HTMLFormElement) => {
    setSaved(false)
    await ask("PATCH /v1/organizations/{id}", {
      params: { id: organization.id },
      body: changesOf(new FormData(form), organization),
    })
    setSaved(true)
    onSaved()
    await renew()
  })
  const onSubmit = submitted(save.run)
  const name = { maxLength: 200, disabled: !isOwner }
  return (
    <form className="stack" onSubmit={onSubmit}>
      <div className="card stack">
        <Field
          {...name}
          label={settings.displayName}
          name="displayName"
          defaultValue={organization.displayName}
          required
        />
        <Field
          {...name}
          label={settings.brandingName}
          hint={settings.brandingNameHint}
          name="brandingDisplayName"
          defaultValue={organization.brandingDisplayName}
        />
        <Check
          label={settings.branding}
          name="brandingEnabled"
          defaultChecked={organization.brandingEnabled}
          disabled={!isOwner}
        />
      </div>
      <div className="card stack">
        <Choice
          label={settings.control}
          hint={settings.controlHint}
          name="control"
          defaultValue={organization.assumptions.control ?? BY_TARIFF}
          disabled={!isOwner}
          options={([BY_TARIFF, ...CONTROLLERS] as const).map(name => [name, settings.controlNames[name]])}
        />
        <Choice
          label={settings.currency}
          hint={settings.currencyHint}
          name="currency"
          defaultValue={organization.assumptions.currency ?? EURO}
          disabled={!isOwner}
          options={CURRENCIES.map(name => [name, name])}
        />
        <Choice
          label={settings.language}
          hint={settings.languageHint}
          name="language"
          defaultValue={organization.assumptions.language ?? OF_PAGE}
          disabled={!isOwner}
          options={([OF_PAGE, ...LANGUAGES] as const).map(name => [name, settings.languageNames[name]])}
        />
      </div>
      <Proposals organization={organization} isOwner={isOwner} />
      <Company organization={organization} isOwner={isOwner} />
      <Steps organization={organization} isOwner={isOwner} />
      <Retention organization={organization} isOwner={isOwner} />
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

/** Settings of shared reports, of the controller of new scans, and of the fields that adjustments may change. */
export const Settings = () => {
  const { ask, who, isOwner } = useSession()
  const text = useAppText()
  const { id } = who.organization
  const organization = useLoad(
    useCallback(signal => ask("GET /v1/organizations/{id}", { params: { id }, signal }), [ask, id]),
  )
  return (
    <Async loaded={organization}>
      {value => (
        <>
          {isOwner ? null : <p className="muted">{text.ownersOnly}</p>}
          <div className="two">
            <Form organization={value} onSaved={organization.reload} />
            <Logo organization={value} onChanged={organization.reload} />
          </div>
        </>
      )}
    </Async>
  )
}

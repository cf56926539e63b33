import { useSettings } from "../lib/settings.tsx"
import { isAmbiguous, typedNumber } from "../lib/typedNumber.ts"
import { app as appDe } from "./de.app.ts"
import { batteries as batteriesDe } from "./de.batteries.ts"
import { contractForm as contractFormDe } from "./de.contractForm.ts"
import { fieldNames as fieldNamesDe } from "./de.fieldNames.ts"
import { form as formDe } from "./de.form.ts"
import { live as liveDe } from "./de.live.ts"
import { manage as manageDe } from "./de.manage.ts"
import { offer as offerDe } from "./de.offer.ts"
import { ownAssumptions as ownAssumptionsDe } from "./de.ownAssumptions.ts"
import { app as appEn } from "./en.app.ts"
import { batteries as batteriesEn } from "./en.batteries.ts"
import { contractForm as contractFormEn } from "./en.contractForm.ts"
import { fieldNames as fieldNamesEn } from "./en.fieldNames.ts"
import { form as formEn } from "./en.form.ts"
import { live as liveEn } from "./en.live.ts"
import { manage as manageEn } from "./en.manage.ts"
import { offer as offerEn } from "./en.offer.ts"
import { ownAssumptions as ownAssumptionsEn } from "./en.ownAssumptions.ts"
import { app as appNl } from "./nl.app.ts"
import { batteries as batteriesNl } from "./nl.batteries.ts"
import { contractForm as contractFormNl } from "./nl.contractForm.ts"
import { fieldNames as fieldNamesNl } from "./nl.fieldNames.ts"
import { form as formNl } from "./nl.form.ts"
import { live as liveNl } from "./nl.live.ts"
import { manage as manageNl } from "./nl.manage.ts"
import { offer as offerNl } from "./nl.offer.ts"
import { ownAssumptions as ownAssumptionsNl } from "./nl.ownAssumptions.ts"

/** The dashboard's own words by language. */
export const APP_TEXTS = {
  en: {
    ...appEn,
    ...manageEn,
    batteries: batteriesEn,
    contractForm: contractFormEn,
    adjust: liveEn,
    form: formEn,
    fieldNames: fieldNamesEn,
    offer: offerEn,
    ownAssumptions: ownAssumptionsEn,
  },
  nl: {
    ...appNl,
    ...manageNl,
    batteries: batteriesNl,
    contractForm: contractFormNl,
    adjust: liveNl,
    form: formNl,
    fieldNames: fieldNamesNl,
    offer: offerNl,
    ownAssumptions: ownAssumptionsNl,
  },
  de: {
    ...appDe,
    ...manageDe,
    batteries: batteriesDe,
    contractForm: contractFormDe,
    adjust: liveDe,
    form: formDe,
    fieldNames: fieldNamesDe,
    offer: offerDe,
    ownAssumptions: ownAssumptionsDe,
  },
}

export type AppText = (typeof APP_TEXTS)["en"]

/** Texts of the dashboard; texts of the report page are in the settings. */
export const useAppText = () => APP_TEXTS[useSettings().language]

/** How a typed number is read; the reading throws an error that says so of one that may have thousands or decimals. */
export const useTypedNumber = () => {
  const { language } = useSettings()
  const { ambiguousNumber } = useAppText()
  return (text: string): number | string => {
    if (isAmbiguous(text, language)) throw new Error(ambiguousNumber(text.trim()))
    return typedNumber(text)
  }
}

import { firstCharacters } from "../base/validation/characters.ts"
import type { ProposedDevice, ProposedLine } from "../report/offer/proposal.ts"
import type { OfferLine } from "../report/offer/schema.ts"
import type { Language } from "./render.ts"

type Figure = (value: number) => string
type Devices = {
  [K in ProposedDevice["kind"]]: (device: Extract<ProposedDevice, { kind: K }>, figure: Figure) => string
}

const LOCALES: Readonly<Record<Language, string>> = { en: "en-GB", nl: "nl-NL", de: "de-DE" }
const MAX_CHARACTERS = 300

/** Control characters, which names of roofs and products may have. */
const CONTROLS = /\p{Cc}+/gu

const named = (text: string, product: string): string => (product === "" ? text : `${text}, ${product}`)

const DEVICES: Readonly<Record<Language, Devices>> = {
  en: {
    modules: ({ roof, watts, product }, figure) =>
      named(`Solar panels of ${figure(watts)} Wp, installed, ${roof}`, product),
    inverter: ({ kw }, figure) => `Inverter, ${figure(kw)} kW`,
    battery: ({ kwh, kw, count, product }, figure) =>
      named(`Home battery of ${figure(kwh / count)} kWh and ${figure(kw / count)} kW`, product),
  },
  nl: {
    modules: ({ roof, watts, product }, figure) =>
      named(`Zonnepanelen van ${figure(watts)} Wp, inclusief montage, ${roof}`, product),
    inverter: ({ kw }, figure) => `Omvormer, ${figure(kw)} kW`,
    battery: ({ kwh, kw, count, product }, figure) =>
      named(`Thuisbatterij van ${figure(kwh / count)} kWh en ${figure(kw / count)} kW`, product),
  },
  de: {
    modules: ({ roof, watts, product }, figure) =>
      named(`Solarmodule mit ${figure(watts)} Wp, inkl. Montage, ${roof}`, product),
    inverter: ({ kw }, figure) => `Wechselrichter, ${figure(kw)} kW`,
    battery: ({ kwh, kw, count, product }, figure) =>
      named(`Stromspeicher mit ${figure(kwh / count)} kWh und ${figure(kw / count)} kW`, product),
  },
}

/** Lines of a proposal with their descriptions. */
export const offerLines = (lines: readonly ProposedLine[], language: Language): OfferLine[] => {
  const figures = new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 1 })
  const figure: Figure = value => figures.format(value)
  return lines.map(line => {
    if ("listed" in line) return listedLine(line)
    const { device, ...numbers } = line
    const describe = DEVICES[language][device.kind] as (device: ProposedDevice, figure: Figure) => string
    return { kind: device.kind, description: shown(describe(device, figure)), ...numbers }
  })
}

const shown = (description: string): string => firstCharacters(description.replace(CONTROLS, " "), MAX_CHARACTERS)

const listedLine = ({ listed, ...numbers }: Extract<ProposedLine, { listed: unknown }>): OfferLine => {
  const { kind, description, roof } = listed
  return { kind, description: shown(named(description, roof ?? "")), ...numbers }
}

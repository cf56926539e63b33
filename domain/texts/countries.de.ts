/** German names of countries with an article (ISO 3166 alpha-2): as the subject or after "für", and after "in". */
const WITH_ARTICLE: Readonly<Record<string, readonly [name: string, dative: string]>> = {
  AE: ["die Vereinigten Arabischen Emirate", "den Vereinigten Arabischen Emiraten"],
  BS: ["die Bahamas", "den Bahamas"],
  CF: ["die Zentralafrikanische Republik", "der Zentralafrikanischen Republik"],
  CH: ["die Schweiz", "der Schweiz"],
  DO: ["die Dominikanische Republik", "der Dominikanischen Republik"],
  GB: ["das Vereinigte Königreich", "dem Vereinigten Königreich"],
  KM: ["die Komoren", "den Komoren"],
  KY: ["die Kaimaninseln", "den Kaimaninseln"],
  MH: ["die Marshallinseln", "den Marshallinseln"],
  MN: ["die Mongolei", "der Mongolei"],
  MV: ["die Malediven", "den Malediven"],
  NL: ["die Niederlande", "den Niederlanden"],
  PH: ["die Philippinen", "den Philippinen"],
  SB: ["die Salomonen", "den Salomonen"],
  SC: ["die Seychellen", "den Seychellen"],
  SK: ["die Slowakei", "der Slowakei"],
  TR: ["die Türkei", "der Türkei"],
  UA: ["die Ukraine", "der Ukraine"],
  US: ["die Vereinigten Staaten", "den Vereinigten Staaten"],
}

const names = new Intl.DisplayNames("de", { type: "region" })

/** German name of a country: `Spanien`, `die Niederlande`. */
export const countryNameDe = (code: string): string => WITH_ARTICLE[code]?.[0] ?? names.of(code) ?? code

/** Place of a country in a German sentence: `in Spanien`, `in den Niederlanden`. */
export const inCountryDe = (code: string): string => `in ${WITH_ARTICLE[code]?.[1] ?? names.of(code) ?? code}`

import type { OwnAssumptionsText } from "./en.ownAssumptions.ts"

/** German words of the assumptions of an organization. */
export const ownAssumptions: OwnAssumptionsText = {
  title: "Annahmen",
  lead: "Annahmen für neue Scans. Für ein leeres Feld gilt der Standardwert; er steht mit seiner Quelle darunter. Beträge der Standardwerte sind in Euro.",
  standard: (value, source) => `Standardwert: ${value}. Quelle: ${source}.`,
  asElectricity: "Standardwert: wie der Anstieg der Strompreise.",
  ofCountry: "Standardwert: nach dem Land des Scans.",
  pairs: "als Größe: Preis; Größe: Preis",
  groups: {
    money: "Geld und Preisanstieg",
    panels: "Solarmodule",
    inverters: "Wechselrichter",
    batteryPrices: "Speicherpreise",
    batteries: "Stromspeicher",
    contract: "Vertrag",
    climate: "Klima",
  },
  names: {
    dcAcRatio: "Verhältnis von Modulleistung zu Wechselrichterleistung",
    batteryEndOfLifeHealth: "Restkapazität am Ende der Lebensdauer",
    selfSufficiencyBatteryEurPerKwh: "Speicherpreis beim Ziel Autarkie",
    batteryEurPerKw: "Preis je kW Speicherleistung über der enthaltenen",
    batteryIncludedRate: "Im Preis enthaltene Speicherleistung",
    gridCarbonDecline: "Jährlicher Rückgang der Emissionen des Stromnetzes",
    panelKgCo2PerKwp: "Emissionen der Modulherstellung",
    batteryKgCo2PerKwh: "Emissionen der Speicherherstellung",
    treeKgCo2PerYear: "CO₂-Aufnahme eines Baums",
    carKgCo2PerKm: "Emissionen eines Autos",
    flightKgCo2: "Emissionen eines Flugs",
    energyTaxBlocks: "Stromsteuer nach Stufen des Jahresbezugs, ohne MwSt.",
    importVatFraction: "MwSt. auf den Netzbezug",
    feedInVatFraction: "MwSt. auf den Börsenpreis der Einspeisung",
    feedInShareOfBarePrice: "Einspeisevergütung als Anteil am Arbeitspreis ohne Steuern",
  },
}

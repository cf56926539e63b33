import type { OwnAssumptionsText } from "./en.ownAssumptions.ts"

/** Dutch words of the assumptions of an organization. */
export const ownAssumptions: OwnAssumptionsText = {
  title: "Aannames",
  lead: "Aannames voor nieuwe scans. In een leeg veld geldt de standaardwaarde; die staat eronder, met de bron. Bedragen van standaardwaarden zijn in euro's.",
  standard: (value, source) => `Standaard: ${value}. Bron: ${source}.`,
  asElectricity: "Standaard: gelijk aan de stijging van de stroomprijs.",
  ofCountry: "Standaard: volgens het land van de scan.",
  pairs: "als grootte: prijs; grootte: prijs",
  groups: {
    money: "Geld en prijsstijging",
    panels: "Zonnepanelen",
    inverters: "Omvormers",
    batteryPrices: "Batterijprijzen",
    batteries: "Batterijen",
    contract: "Contract",
    climate: "Klimaat",
  },
  names: {
    dcAcRatio: "Verhouding tussen paneelvermogen en omvormervermogen",
    batteryEndOfLifeHealth: "Restcapaciteit aan het einde van de levensduur",
    selfSufficiencyBatteryEurPerKwh: "Batterijprijs bij het doel zelfvoorziening",
    batteryEurPerKw: "Prijs per kW batterijvermogen boven het inbegrepen vermogen",
    batteryIncludedRate: "Batterijvermogen dat in de prijs zit",
    gridCarbonDecline: "Jaarlijkse daling van de uitstoot van het net",
    panelKgCo2PerKwp: "Uitstoot bij de productie van panelen",
    batteryKgCo2PerKwh: "Uitstoot bij de productie van batterijen",
    treeKgCo2PerYear: "CO₂-opname van een boom",
    carKgCo2PerKm: "Uitstoot van een auto",
    flightKgCo2: "Uitstoot van een vlucht",
    energyTaxBlocks: "Energiebelasting per schijf van de jaarlijkse inkoop, exclusief btw",
    importVatFraction: "Btw op inkoop",
    feedInVatFraction: "Btw op de marktprijs van teruglevering",
    feedInShareOfBarePrice: "Terugleververgoeding als deel van de kale inkoopprijs",
  },
}

/** Dutch words of sources that are no publication: what a request, an operator or we say. */
export const sourcesNl: Readonly<Record<string, string>> = {
  "tariff of the request": "tarief van de aanvraag",
  "assumption of the organization": "aanname van de organisatie",
  "prices that the operator imported": "prijzen die de beheerder heeft ingelezen",
  "own choice": "eigen keuze",
  "own choice, docs/battery-losses.md; HTW Berlin, Stromspeicher-Inspektion 2026":
    "eigen keuze, docs/battery-losses.md; HTW Berlin, Stromspeicher-Inspektion 2026",
  "assumption; as electricityPriceGrowth unless set": "aanname; als electricityPriceGrowth, tenzij opgegeven",
  "NREL REopt.jl, analysis period of panels": "NREL REopt.jl, analyseperiode van panelen",
  "accuselect.nl, dsabeheer.nl (dealers, 2025)": "accuselect.nl, dsabeheer.nl (verkopers, 2025)",
  "accuselect.nl (dealer, 2025): 6,000 to 10,000": "accuselect.nl (verkoper, 2025): 6.000 tot 10.000",
  "interface document 1, includePvMaintenanceCosts": "interfacedocument 1, includePvMaintenanceCosts",
  "interface document 1, includeBatteryMaintenanceCosts": "interfacedocument 1, includeBatteryMaintenanceCosts",
  "interface document 2, default installation cost: each tier at its upper edge, 800 EUR per kWp above":
    "interfacedocument 2, standaardkosten van installatie: elke trede bij haar bovengrens, daarboven 800 EUR per kWp",
  "interface document 3, selfSufficiencyCostPerKwh": "interfacedocument 3, selfSufficiencyCostPerKwh",
  "interface documents 2 and 3, default battery cost: each tier at its upper edge":
    "interfacedocumenten 2 en 3, standaardkosten van een batterij: elke trede bij haar bovengrens",
  "the service's battery presets: a kW for two kWh": "batterijen die de dienst voorstelt: een kW op twee kWh",
  "usual warranty limit of lithium iron phosphate home batteries":
    "gebruikelijke garantiegrens van thuisbatterijen met lithium-ijzerfosfaat",
  "Assumption: 0.018 EUR/kWh with VAT, as no price sheet of a supplier was at hand. Prices of eleven suppliers in January and February 2026 were 0.0175 to 0.034 above market price and taxes":
    "Aanname: 0,018 EUR/kWh met btw, omdat er geen prijsblad van een leverancier was. Prijzen van elf leveranciers lagen in januari en februari 2026 0,0175 tot 0,034 boven marktprijs en belastingen",
  "Assumption: 0.25 ct/kWh are left of the feed-in price after the supplier's feed-in cost, as no price sheet of a supplier was at hand":
    "Aanname: van de terugleverprijs blijft na de terugleverkosten 0,25 ct/kWh over, omdat er geen prijsblad van een leverancier was",
  "Assumption: 0.25 ct/kWh are left of the feed-in price after the supplier's feed-in cost, as no price sheet of a supplier was at hand; before that cost it is at least half of the bare supply price (Stb. 2025, 17)":
    "Aanname: van de terugleverprijs blijft na de terugleverkosten 0,25 ct/kWh over, omdat er geen prijsblad van een leverancier was; zonder die kosten is zij ten minste de helft van de kale leveringsprijs (Stb. 2025, 17)",
  "Assumption: no publication gives one grid fee for Germany. The price sheets of 24 grid operators for 2026 have 0.0320 to 0.0953 EUR/kWh, median 0.0600 (fixtures/prices/germanGridFees.csv)":
    "Aanname: geen publicatie geeft één nettarief voor Duitsland. De tariefbladen van 24 netbeheerders voor 2026 hebben 0,0320 tot 0,0953 EUR/kWh, mediaan 0,0600 (fixtures/prices/germanGridFees.csv)",
  "Assumption: no publication gives one grid fee for Germany. The price sheets of 24 grid operators for 2026 have 0.0320 to 0.0953 EUR/kWh, median 0.0600":
    "Aanname: geen publicatie geeft één nettarief voor Duitsland. De tariefbladen van 24 netbeheerders voor 2026 hebben 0,0320 tot 0,0953 EUR/kWh, mediaan 0,0600",
  "Assumption: no deduction from the market price, as no price sheet of a supplier was at hand":
    "Aanname: geen aftrek van de marktprijs, omdat er geen prijsblad van een leverancier was",
  "Assumption: what one supplier (Zonneplan) billed in 2024 (fixtures/reference/prices), as no price sheet of a supplier was at hand":
    "Aanname: wat één leverancier (Zonneplan) in 2024 rekende (fixtures/reference/prices), omdat er geen prijsblad van een leverancier was",
  "Assumption: what one supplier (Zonneplan) billed in 2024, as no price sheet of a supplier was at hand":
    "Aanname: wat één leverancier (Zonneplan) in 2024 rekende, omdat er geen prijsblad van een leverancier was",
}

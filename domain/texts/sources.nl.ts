/**
 * Dutch words of the sources that requests, operators and this project name, and of English descriptions of Dutch and
 * Flemish publications.
 */
export const sourcesNl: Readonly<Record<string, string>> = {
  "tariff of the request": "tarief van de aanvraag",
  "assumption of the organization": "aanname van de organisatie",
  "prices that the operator imported": "prijzen die de beheerder heeft ingelezen",
  "own choice": "eigen keuze",
  "own choice, docs/battery-losses.md; HTW Berlin, Stromspeicher-Inspektion 2026":
    "eigen keuze; HTW Berlin, Stromspeicher-Inspektion 2026",
  "assumption; as electricityPriceGrowth unless set":
    "aanname; gelijk aan de stijging van de stroomprijs, tenzij opgegeven",
  "European Environment Agency, greenhouse gas emission intensity of electricity generation, 2024":
    "Europees Milieuagentschap, uitstoot per opgewekte kWh elektriciteit, 2024",
  "E. Emilsson & L. Dahllöf, IVL report C 444 (2019)": "E. Emilsson & L. Dahllöf, IVL-rapport C 444 (2019)",
  "NREL REopt.jl, analysis period of panels": "NREL REopt.jl, analyseperiode van panelen",
  "accuselect.nl, dsabeheer.nl (dealers, 2025)": "accuselect.nl, dsabeheer.nl (verkopers, 2025)",
  "accuselect.nl (dealer, 2025): 6,000 to 10,000": "accuselect.nl (verkoper, 2025): 6.000 tot 10.000",
  "default of the service, includePvMaintenanceCosts": "standaardwaarde van de dienst, onderhoud van panelen",
  "default of the service, includeBatteryMaintenanceCosts": "standaardwaarde van de dienst, onderhoud van de batterij",
  "default of the service, installation cost: each tier at its upper edge, 800 EUR per kWp above":
    "standaardwaarde van de dienst, installatiekosten: elke trede bij haar bovengrens, daarboven 800 EUR per kWp",
  "default of the service, selfSufficiencyCostPerKwh":
    "standaardwaarde van de dienst, batterijprijs bij zelfvoorziening",
  "default of the service, battery cost: each tier at its upper edge":
    "standaardwaarde van de dienst, kosten van een batterij: elke trede bij haar bovengrens",
  "interface document 1, includePvMaintenanceCosts": "interfacedocument 1, onderhoud van panelen",
  "interface document 1, includeBatteryMaintenanceCosts": "interfacedocument 1, onderhoud van de batterij",
  "interface document 2, default installation cost: each tier at its upper edge, 800 EUR per kWp above":
    "interfacedocument 2, standaardkosten van installatie: elke trede bij haar bovengrens, daarboven 800 EUR per kWp",
  "interface document 3, selfSufficiencyCostPerKwh": "interfacedocument 3, batterijprijs bij zelfvoorziening",
  "interface documents 2 and 3, default battery cost: each tier at its upper edge":
    "interfacedocumenten 2 en 3, standaardkosten van een batterij: elke trede bij haar bovengrens",
  "the service's battery presets: a kW for two kWh": "batterijen die de dienst voorstelt: 1 kW per 2 kWh",
  "usual warranty limit of lithium iron phosphate home batteries":
    "gebruikelijke garantiegrens van thuisbatterijen met lithium-ijzerfosfaat",
  "Assumption: 0.018 EUR/kWh with VAT, because no supplier price sheet was available. Prices of eleven suppliers in January and February 2026 were 0.0175 to 0.034 above market price and taxes":
    "Aanname: 0,018 EUR/kWh met btw, omdat er geen prijsblad van een leverancier was. Prijzen van elf leveranciers lagen in januari en februari 2026 0,0175 tot 0,034 boven marktprijs en belastingen",
  "Assumption: 0.25 ct/kWh are left of the feed-in price after the supplier's feed-in cost, because no supplier price sheet was available":
    "Aanname: van de terugleververgoeding blijft na de terugleverkosten 0,25 ct/kWh over, omdat er geen prijsblad van een leverancier was",
  "Assumption: 0.25 ct/kWh are left of the feed-in price after the supplier's feed-in cost, because no supplier price sheet was available; before that cost it is at least half of the bare supply price (Stb. 2025, 17)":
    "Aanname: van de terugleververgoeding blijft na de terugleverkosten 0,25 ct/kWh over, omdat er geen prijsblad van een leverancier was; zonder die kosten is ze ten minste de helft van de kale leveringsprijs (Stb. 2025, 17)",
  "Assumption: no publication gives one grid fee for Germany. The price sheets of 24 grid operators for 2026 have 0.0320 to 0.0953 EUR/kWh, median 0.0600 (fixtures/prices/germanGridFees.csv)":
    "Aanname: geen publicatie geeft één nettarief voor Duitsland. De tariefbladen van 24 netbeheerders voor 2026 hebben 0,0320 tot 0,0953 EUR/kWh, mediaan 0,0600",
  "Assumption: no publication gives one grid fee for Germany. The price sheets of 24 grid operators for 2026 have 0.0320 to 0.0953 EUR/kWh, median 0.0600":
    "Aanname: geen publicatie geeft één nettarief voor Duitsland. De tariefbladen van 24 netbeheerders voor 2026 hebben 0,0320 tot 0,0953 EUR/kWh, mediaan 0,0600",
  "Assumption: no deduction from the market price, because no supplier price sheet was available":
    "Aanname: geen aftrek van de marktprijs, omdat er geen prijsblad van een leverancier was",
  "Assumption: billed by one supplier (Zonneplan) in 2024 (fixtures/reference/prices), because no supplier price sheet was available":
    "Aanname: wat één leverancier (Zonneplan) in 2024 rekende, omdat er geen prijsblad van een leverancier was",
  "Assumption: billed by one supplier (Zonneplan) in 2024, because no supplier price sheet was available":
    "Aanname: wat één leverancier (Zonneplan) in 2024 rekende, omdat er geen prijsblad van een leverancier was",

  "Wet belastingen op milieugrondslag, art. 59, rates of 2023 (Belastingdienst, Tabellen tarieven milieubelastingen)":
    "Wet belastingen op milieugrondslag, art. 59, tarieven van 2023 (Belastingdienst, Tabellen tarieven milieubelastingen)",
  "Wet belastingen op milieugrondslag, art. 59, rates of 2024 (Belastingdienst, Tabellen tarieven milieubelastingen)":
    "Wet belastingen op milieugrondslag, art. 59, tarieven van 2024 (Belastingdienst, Tabellen tarieven milieubelastingen)",
  "Wet belastingen op milieugrondslag, art. 59, rates of 2025 (Belastingdienst, Tabellen tarieven milieubelastingen)":
    "Wet belastingen op milieugrondslag, art. 59, tarieven van 2025 (Belastingdienst, Tabellen tarieven milieubelastingen)",
  "Wet belastingen op milieugrondslag, art. 59, rates of 2026 (Belastingdienst, Tabellen tarieven milieubelastingen)":
    "Wet belastingen op milieugrondslag, art. 59, tarieven van 2026 (Belastingdienst, Tabellen tarieven milieubelastingen)",
  "Wet beëindiging salderingsregeling, Stb. 2025, 17 (in force 1 January 2027 to 31 December 2029)":
    "Wet beëindiging salderingsregeling, Stb. 2025, 17 (van kracht van 1 januari 2027 tot en met 31 december 2029)",
  "Elektriciteitswet 1998, art. 31c, until 31 December 2026":
    "Elektriciteitswet 1998, art. 31c, tot en met 31 december 2026",
  "Stb. 2025, 17: netting ends on 1 January 2027": "Stb. 2025, 17: salderen eindigt op 1 januari 2027",
  "Liander, tariff sheet of 2026 for electricity, connections to 3x25 A: 478.04 EUR a year":
    "Liander, tariefblad elektriciteit van 2026, aansluitingen tot en met 3x25 A: 478,04 EUR per jaar",
  "CBS StatLine 85592NED, average supply price of variable contracts, August 2026 (0.1469 with VAT)":
    "CBS StatLine 85592NED, gemiddelde leveringsprijs van variabele contracten, augustus 2026 (0,1469 met btw)",
  "Programmawet van 27 december 2004, art. 419, k (special excise duty on electricity), rates until 31 July 2026":
    "Programmawet van 27 december 2004, art. 419, k (bijzondere accijns op elektriciteit), tarieven tot en met 31 juli 2026",
  "Programmawet van 27 december 2004, art. 419, k (special excise duty on electricity, business use), rates of 2022":
    "Programmawet van 27 december 2004, art. 419, k (bijzondere accijns op elektriciteit, zakelijk gebruik), tarieven van 2022",
  "Wet van 22 juli 1993 tot instelling van een bijdrage op de energie, rate until 31 July 2026":
    "Wet van 22 juli 1993 tot instelling van een bijdrage op de energie, tarief tot en met 31 juli 2026",
  "Vlaamse Nutsregulator, distribution tariff sheet 2026 of Fluvius Antwerpen, low voltage with a digital meter (use of the grid 0.0234492, public service obligations 0.0254845); other Flemish areas 0.0498 to 0.0523":
    "Vlaamse Nutsregulator, tariefblad distributie 2026 van Fluvius Antwerpen, laagspanning met digitale meter (netgebruik 0,0234492, openbaredienstverplichtingen 0,0254845); andere Vlaamse gebieden 0,0498 tot 0,0523",
  "Vlaamse Nutsregulator, distribution tariff sheet 2026 of Fluvius Antwerpen, low voltage with a digital meter (use of the grid 0.0234492, public service obligations 0.0254845)":
    "Vlaamse Nutsregulator, tariefblad distributie 2026 van Fluvius Antwerpen, laagspanning met digitale meter (netgebruik 0,0234492, openbaredienstverplichtingen 0,0254845)",
  "Vlaamse Nutsregulator, distribution tariff sheet 2026 of Fluvius Antwerpen, low voltage with a digital meter: 49.4036563 EUR/kW without VAT, on the mean of twelve monthly peaks of at least 2.5 kW each":
    "Vlaamse Nutsregulator, tariefblad distributie 2026 van Fluvius Antwerpen, laagspanning met digitale meter: 49,4036563 EUR/kW zonder btw, over het gemiddelde van twaalf maandpieken van elk ten minste 2,5 kW",
  "Vlaamse Nutsregulator, distribution tariff sheet 2026 of Fluvius Antwerpen, low voltage with a digital meter: data management, 17.85 EUR a year without VAT":
    "Vlaamse Nutsregulator, tariefblad distributie 2026 van Fluvius Antwerpen, laagspanning met digitale meter: databeheer, 17,85 EUR per jaar zonder btw",
  "Ecopower, tariff card of October 2025: 1.02 x EPEX + 0.004 EUR/kWh without VAT; the 2 % counted at the mean of 2025, 0.08257 EUR/kWh":
    "Ecopower, tariefkaart van oktober 2025: 1,02 x EPEX + 0,004 EUR/kWh zonder btw; de 2 % gerekend over het gemiddelde van 2025, 0,08257 EUR/kWh",
  "Ecopower, tariff card of October 2025: 1.02 x EPEX + 0.004 EUR/kWh without VAT":
    "Ecopower, tariefkaart van oktober 2025: 1,02 x EPEX + 0,004 EUR/kWh zonder btw",
  "Ecopower, tariff card of October 2025": "Ecopower, tariefkaart van oktober 2025",
}

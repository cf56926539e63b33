/**
 * German words of the sources that requests, operators and this project name, and of English descriptions of Dutch and
 * Flemish publications.
 */
export const sourcesDe: Readonly<Record<string, string>> = {
  "tariff of the request": "Tarif der Anfrage",
  "assumption of the organization": "Annahme des Unternehmens",
  "prices that the operator imported": "vom Betreiber importierte Preise",
  "own choice": "eigene Wahl",
  "own choice, docs/battery-losses.md; HTW Berlin, Stromspeicher-Inspektion 2026":
    "eigene Wahl, nach HTW Berlin, Stromspeicher-Inspektion 2026",
  "assumption; as electricityPriceGrowth unless set":
    "Annahme; wie der Anstieg der Strompreise, sofern nicht angegeben",
  "European Environment Agency, greenhouse gas emission intensity of electricity generation, 2024":
    "Europäische Umweltagentur, Treibhausgasintensität der Stromerzeugung, 2024",
  "E. Emilsson & L. Dahllöf, IVL report C 444 (2019)": "E. Emilsson & L. Dahllöf, IVL-Bericht C 444 (2019)",
  "NREL REopt.jl, analysis period of panels": "NREL REopt.jl, Betrachtungszeitraum von Modulen",
  "accuselect.nl, dsabeheer.nl (dealers, 2025)": "accuselect.nl, dsabeheer.nl (Händler, 2025)",
  "accuselect.nl (dealer, 2025): 6,000 to 10,000": "accuselect.nl (Händler, 2025): 6.000 bis 10.000",
  "default of the service, includePvMaintenanceCosts": "Standardwert des Dienstes, Wartung der Module",
  "default of the service, includeBatteryMaintenanceCosts": "Standardwert des Dienstes, Wartung des Speichers",
  "default of the service, installation cost: each tier at its upper edge, 800 EUR per kWp above":
    "Standardwert des Dienstes, Installationskosten: jede Stufe an ihrer oberen Grenze, darüber 800 EUR pro kWp",
  "default of the service, selfSufficiencyCostPerKwh": "Standardwert des Dienstes, Speicherpreis beim Ziel Autarkie",
  "default of the service, battery cost: each tier at its upper edge":
    "Standardwert des Dienstes, Speicherkosten: jede Stufe an ihrer oberen Grenze",
  "interface document 1, includePvMaintenanceCosts": "Schnittstellendokument 1, Wartung der Module",
  "interface document 1, includeBatteryMaintenanceCosts": "Schnittstellendokument 1, Wartung des Speichers",
  "interface document 2, default installation cost: each tier at its upper edge, 800 EUR per kWp above":
    "Schnittstellendokument 2, übliche Installationskosten: jede Stufe an ihrer oberen Grenze, darüber 800 EUR pro kWp",
  "interface document 3, selfSufficiencyCostPerKwh": "Schnittstellendokument 3, Speicherpreis beim Ziel Autarkie",
  "interface documents 2 and 3, default battery cost: each tier at its upper edge":
    "Schnittstellendokumente 2 und 3, übliche Speicherkosten: jede Stufe an ihrer oberen Grenze",
  "the service's battery presets: a kW for two kWh": "Speichervorgaben des Dienstes: 1 kW je 2 kWh",
  "usual warranty limit of lithium iron phosphate home batteries":
    "übliche Garantiegrenze von Heimspeichern mit Lithium-Eisenphosphat-Zellen (LFP)",
  "Assumption: 0.018 EUR/kWh with VAT, because no supplier price sheet was available. Prices of eleven suppliers in January and February 2026 were 0.0175 to 0.034 above market price and taxes":
    "Annahme: 0,018 EUR/kWh mit MwSt., da kein Preisblatt eines Versorgers verfügbar war. Preise von elf Versorgern lagen im Januar und Februar 2026 um 0,0175 bis 0,034 über Börsenpreis und Steuern",
  "Assumption: 0.25 ct/kWh are left of the feed-in price after the supplier's feed-in cost, because no supplier price sheet was available":
    "Annahme: Nach dem Abzug des Versorgers bleiben 0,25 ct/kWh der Vergütung, da kein Preisblatt eines Versorgers verfügbar war",
  "Assumption: 0.25 ct/kWh are left of the feed-in price after the supplier's feed-in cost, because no supplier price sheet was available; before that cost it is at least half of the bare supply price (Stb. 2025, 17)":
    "Annahme: Nach dem Abzug des Versorgers bleiben 0,25 ct/kWh der Vergütung, da kein Preisblatt eines Versorgers verfügbar war; vor diesem Abzug beträgt sie mindestens die Hälfte des reinen Lieferpreises (Stb. 2025, 17)",
  "Assumption: no publication gives one grid fee for Germany. The price sheets of 24 grid operators for 2026 have 0.0320 to 0.0953 EUR/kWh, median 0.0600 (fixtures/prices/germanGridFees.csv)":
    "Annahme: Keine Veröffentlichung nennt ein einheitliches Netzentgelt für Deutschland. Die Preisblätter von 24 Netzbetreibern für 2026 nennen 0,0320 bis 0,0953 EUR/kWh, Median 0,0600",
  "Assumption: no publication gives one grid fee for Germany. The price sheets of 24 grid operators for 2026 have 0.0320 to 0.0953 EUR/kWh, median 0.0600":
    "Annahme: Keine Veröffentlichung nennt ein einheitliches Netzentgelt für Deutschland. Die Preisblätter von 24 Netzbetreibern für 2026 nennen 0,0320 bis 0,0953 EUR/kWh, Median 0,0600",
  "Assumption: no deduction from the market price, because no supplier price sheet was available":
    "Annahme: kein Abzug vom Börsenpreis, da kein Preisblatt eines Versorgers verfügbar war",
  "Assumption: billed by one supplier (Zonneplan) in 2024 (fixtures/reference/prices), because no supplier price sheet was available":
    "Annahme: 2024 von einem Versorger (Zonneplan) berechnet, da kein Preisblatt eines Versorgers verfügbar war",
  "Assumption: billed by one supplier (Zonneplan) in 2024, because no supplier price sheet was available":
    "Annahme: 2024 von einem Versorger (Zonneplan) berechnet, da kein Preisblatt eines Versorgers verfügbar war",

  "Wet belastingen op milieugrondslag, art. 59, rates of 2023 (Belastingdienst, Tabellen tarieven milieubelastingen)":
    "Wet belastingen op milieugrondslag, Art. 59, Sätze von 2023 (Belastingdienst, Tabellen tarieven milieubelastingen)",
  "Wet belastingen op milieugrondslag, art. 59, rates of 2024 (Belastingdienst, Tabellen tarieven milieubelastingen)":
    "Wet belastingen op milieugrondslag, Art. 59, Sätze von 2024 (Belastingdienst, Tabellen tarieven milieubelastingen)",
  "Wet belastingen op milieugrondslag, art. 59, rates of 2025 (Belastingdienst, Tabellen tarieven milieubelastingen)":
    "Wet belastingen op milieugrondslag, Art. 59, Sätze von 2025 (Belastingdienst, Tabellen tarieven milieubelastingen)",
  "Wet belastingen op milieugrondslag, art. 59, rates of 2026 (Belastingdienst, Tabellen tarieven milieubelastingen)":
    "Wet belastingen op milieugrondslag, Art. 59, Sätze von 2026 (Belastingdienst, Tabellen tarieven milieubelastingen)",
  "Wet beëindiging salderingsregeling, Stb. 2025, 17 (in force 1 January 2027 to 31 December 2029)":
    "Wet beëindiging salderingsregeling, Stb. 2025, 17 (in Kraft vom 1. Januar 2027 bis 31. Dezember 2029)",
  "Elektriciteitswet 1998, art. 31c, until 31 December 2026": "Elektriciteitswet 1998, Art. 31c, bis 31. Dezember 2026",
  "Stb. 2025, 17: netting ends on 1 January 2027": "Stb. 2025, 17: Die Saldierung endet am 1. Januar 2027",
  "Liander, tariff sheet of 2026 for electricity, connections to 3x25 A: 478.04 EUR a year":
    "Liander, Preisblatt Strom 2026, Anschlüsse bis 3x25 A: 478,04 EUR pro Jahr",
  "CBS StatLine 85592NED, average supply price of variable contracts, August 2026 (0.1469 with VAT)":
    "CBS StatLine 85592NED, mittlerer Lieferpreis variabler Verträge, August 2026 (0,1469 mit MwSt.)",
  "Programmawet van 27 december 2004, art. 419, k (special excise duty on electricity), rates until 31 July 2026":
    "Programmawet van 27 december 2004, Art. 419, k (Sonderverbrauchsteuer auf Strom), Sätze bis 31. Juli 2026",
  "Programmawet van 27 december 2004, art. 419, k (special excise duty on electricity, business use), rates of 2022":
    "Programmawet van 27 december 2004, Art. 419, k (Sonderverbrauchsteuer auf Strom, gewerblich), Sätze von 2022",
  "Wet van 22 juli 1993 tot instelling van een bijdrage op de energie, rate until 31 July 2026":
    "Wet van 22 juli 1993 tot instelling van een bijdrage op de energie, Satz bis 31. Juli 2026",
  "Vlaamse Nutsregulator, distribution tariff sheet 2026 of Fluvius Antwerpen, low voltage with a digital meter (use of the grid 0.0234492, public service obligations 0.0254845); other Flemish areas 0.0498 to 0.0523":
    "Vlaamse Nutsregulator, Preisblatt Verteilung 2026 von Fluvius Antwerpen, Niederspannung mit digitalem Zähler (Netznutzung 0,0234492, gemeinwirtschaftliche Verpflichtungen 0,0254845); andere flämische Gebiete 0,0498 bis 0,0523",
  "Vlaamse Nutsregulator, distribution tariff sheet 2026 of Fluvius Antwerpen, low voltage with a digital meter (use of the grid 0.0234492, public service obligations 0.0254845)":
    "Vlaamse Nutsregulator, Preisblatt Verteilung 2026 von Fluvius Antwerpen, Niederspannung mit digitalem Zähler (Netznutzung 0,0234492, gemeinwirtschaftliche Verpflichtungen 0,0254845)",
  "Vlaamse Nutsregulator, distribution tariff sheet 2026 of Fluvius Antwerpen, low voltage with a digital meter: 49.4036563 EUR/kW without VAT, on the mean of twelve monthly peaks of at least 2.5 kW each":
    "Vlaamse Nutsregulator, Preisblatt Verteilung 2026 von Fluvius Antwerpen, Niederspannung mit digitalem Zähler: 49,4036563 EUR/kW ohne MwSt., auf das Mittel von zwölf Monatsspitzen von je mindestens 2,5 kW",
  "Vlaamse Nutsregulator, distribution tariff sheet 2026 of Fluvius Antwerpen, low voltage with a digital meter: data management, 17.85 EUR a year without VAT":
    "Vlaamse Nutsregulator, Preisblatt Verteilung 2026 von Fluvius Antwerpen, Niederspannung mit digitalem Zähler: Messdaten, 17,85 EUR pro Jahr ohne MwSt.",
  "Ecopower, tariff card of October 2025: 1.02 x EPEX + 0.004 EUR/kWh without VAT; the 2 % counted at the mean of 2025, 0.08257 EUR/kWh":
    "Ecopower, Preisblatt Oktober 2025: 1,02 x EPEX + 0,004 EUR/kWh ohne MwSt.; die 2 % auf das Mittel von 2025 gerechnet, 0,08257 EUR/kWh",
  "Ecopower, tariff card of October 2025: 1.02 x EPEX + 0.004 EUR/kWh without VAT":
    "Ecopower, Preisblatt Oktober 2025: 1,02 x EPEX + 0,004 EUR/kWh ohne MwSt.",
  "Ecopower, tariff card of October 2025": "Ecopower, Preisblatt Oktober 2025",
}

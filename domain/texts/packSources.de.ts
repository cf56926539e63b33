/** German words of the sources of country packs: assumptions, statistics, and Dutch and Flemish publications. */
export const packSourcesDe: Readonly<Record<string, string>> = {
  "Assumption: 0.25 ct/kWh are left of the legal minimum (Energiewet, art. 2.34) after the supplier's feed-in cost; offers for 2027 leave 0.03 to 3.9 ct":
    "Annahme: Vom gesetzlichen Mindestpreis (Energiewet, Art. 2.34) bleiben nach dem Abzug des Versorgers 0,25 ct/kWh; Angebote für 2027 lassen 0,03 bis 3,9 ct",
  "Assumption: Eurostat's price of businesses (nrg_pc_205, band IB, second half of 2025) less the mean day-ahead price of 2025 and the mark-up, because no split was available":
    "Annahme: Gewerbepreis nach Eurostat (nrg_pc_205, Band IB, zweites Halbjahr 2025) abzüglich des mittleren Day-Ahead-Preises von 2025 und des Aufschlags, da keine Aufteilung verfügbar war",
  "Assumption: Eurostat's price without taxes (nrg_pc_204, band DC, second half of 2025) less the mean day-ahead price of 2025 and the mark-up, because no split was available":
    "Annahme: Preis ohne Steuern nach Eurostat (nrg_pc_204, Band DC, zweites Halbjahr 2025) abzüglich des mittleren Day-Ahead-Preises von 2025 und des Aufschlags, da keine Aufteilung verfügbar war",
  "Assumption: energy and supply of 2025 by Eurostat (nrg_pc_204_c, band DC), grid fee by the kWh and levies of 2026, without fixed fees of the grid":
    "Annahme: Energie und Vertrieb 2025 nach Eurostat (nrg_pc_204_c, Band DC), Netzentgelt pro kWh und Umlagen von 2026, ohne Grundpreise des Netzes",
  "Assumption: the median of Dutch suppliers, because no supplier's price sheet of the country was available":
    "Annahme: Median niederländischer Versorger, da kein Preisblatt eines Versorgers aus dem Land verfügbar war",
  "Assumption: the price of a household without VAT, because Eurostat has no Swiss price":
    "Annahme: Haushaltspreis ohne MwSt., da Eurostat keinen Schweizer Preis hat",
  "Assumption: no published feed-in price that every household gets was available":
    "Annahme: Es gab keine veröffentlichte Einspeisevergütung, die jeder Haushalt erhält",
  "Erneuerbare-Energien-Gesetz, § 25 (20 years), § 48 and § 53, feed-in rate of roofs to 10 kW, start of operation from 1 August 2026 to 31 January 2027":
    "Erneuerbare-Energien-Gesetz, § 25 (20 Jahre), § 48 und § 53, Vergütungssatz für Dächer bis 10 kW, Inbetriebnahme vom 1. August 2026 bis 31. Januar 2027",
  "Assumption: own choice": "Annahme: eigene Wahl",
  "Assumption: most households have no dynamic contract":
    "Annahme: Die meisten Haushalte haben keinen dynamischen Tarif",
  "Calculated from sunlight and the panels": "Aus Sonneneinstrahlung und Modulen berechnet",
  "Blocks of use within the hour, fitted to ten measured homes":
    "Verbrauchsblöcke innerhalb der Stunde, abgeleitet von zehn gemessenen Haushalten",
  "Days of the weather year in the order of the price year's sun":
    "Tage des Wetterjahrs in der Reihenfolge der Sonne des Preisjahrs",
  "tariffComponents of the report": "Preisbestandteile im Bericht",
  "CBS StatLine 85592NED, average supply price of variable contracts, August 2026; Wet belastingen op milieugrondslag, art. 59, rates of 2026":
    "CBS StatLine 85592NED, mittlerer Lieferpreis variabler Verträge, August 2026; Wet belastingen op milieugrondslag, Art. 59, Sätze von 2026",
  "Eurostat, nrg_pc_204, second half of 2025, household consumers of 2,500 to 4,999 kWh (band DC)":
    "Eurostat, nrg_pc_204, zweites Halbjahr 2025, Haushalte mit 2.500 bis 4.999 kWh (Band DC)",
  "Eurostat, nrg_pc_204, second half of 2025: price with all taxes over price without VAT":
    "Eurostat, nrg_pc_204, zweites Halbjahr 2025: Preis mit allen Steuern geteilt durch Preis ohne MwSt.",
  "Eurostat, nrg_pc_204_c, 2023, network costs of band DC": "Eurostat, nrg_pc_204_c, 2023, Netzkosten in Band DC",
  "Eurostat, nrg_pc_204_c, 2024, network costs of band DC": "Eurostat, nrg_pc_204_c, 2024, Netzkosten in Band DC",
  "Eurostat, nrg_pc_205, second half of 2025, non-household consumers of 20 to 499 MWh (band IB), without VAT and other recoverable taxes":
    "Eurostat, nrg_pc_205, zweites Halbjahr 2025, gewerbliche Abnehmer mit 20 bis 499 MWh (Band IB), ohne MwSt. und andere erstattungsfähige Steuern",
  "Liander, tariff sheet of 2026 for electricity, connections to 3x25 A, with VAT":
    "Liander, Preisblatt Strom 2026, Anschlüsse bis 3x25 A, mit MwSt.",
  "Price pages of nine suppliers of dynamic contracts, October 2026: deductions of -0.02 to 0.0221 EUR/kWh, median 0.018":
    "Preisseiten von neun Anbietern dynamischer Tarife, Oktober 2026: Abzüge von -0,02 bis 0,0221 EUR/kWh, Median 0,018",
  "Wet belastingen op milieugrondslag, art. 63, tax credit of 2026 with VAT":
    "Wet belastingen op milieugrondslag, Art. 63, Steuerermäßigung 2026 mit MwSt.",
}

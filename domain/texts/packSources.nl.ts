/** Dutch words of the sources of country packs: assumptions, statistics, and Dutch and Flemish publications. */
export const packSourcesNl: Readonly<Record<string, string>> = {
  "Assumption: 0.25 ct/kWh are left of the legal minimum (Energiewet, art. 2.34) after the supplier's feed-in cost; offers for 2027 leave 0.03 to 3.9 ct":
    "Aanname: van het wettelijk minimum (Energiewet, art. 2.34) blijft na de terugleverkosten 0,25 ct/kWh over; bij aanbiedingen voor 2027 is dat 0,03 tot 3,9 ct",
  "Assumption: Eurostat's price of businesses (nrg_pc_205, band IB, second half of 2025) less the mean day-ahead price of 2025 and the mark-up, because no split was available":
    "Aanname: de prijs van bedrijven volgens Eurostat (nrg_pc_205, band IB, tweede helft van 2025) min de gemiddelde day-aheadprijs van 2025 en de opslag, omdat er geen uitsplitsing was",
  "Assumption: Eurostat's price without taxes (nrg_pc_204, band DC, second half of 2025) less the mean day-ahead price of 2025 and the mark-up, because no split was available":
    "Aanname: de prijs zonder belastingen volgens Eurostat (nrg_pc_204, band DC, tweede helft van 2025) min de gemiddelde day-aheadprijs van 2025 en de opslag, omdat er geen uitsplitsing was",
  "Assumption: energy and supply of 2025 by Eurostat (nrg_pc_204_c, band DC), grid fee by the kWh and levies of 2026, without fixed fees of the grid":
    "Aanname: energie en levering van 2025 volgens Eurostat (nrg_pc_204_c, band DC), nettarief per kWh en heffingen van 2026, zonder vaste netkosten",
  "Assumption: the median of Dutch suppliers, because no supplier's price sheet of the country was available":
    "Aanname: de mediaan van Nederlandse leveranciers, omdat er geen prijsblad van een leverancier uit het land was",
  "Assumption: the price of a household without VAT, because Eurostat has no Swiss price":
    "Aanname: de prijs van een huishouden zonder btw, omdat Eurostat geen Zwitserse prijs heeft",
  "Assumption: no published feed-in price that every household gets was available":
    "Aanname: er was geen gepubliceerde terugleververgoeding die elk huishouden krijgt",
  "Erneuerbare-Energien-Gesetz, § 25 (20 years), § 48 and § 53, feed-in rate of roofs to 10 kW, start of operation from 1 August 2026 to 31 January 2027":
    "Erneuerbare-Energien-Gesetz, § 25 (20 jaar), § 48 en § 53, vergoeding voor daken tot 10 kW, in gebruik vanaf 1 augustus 2026, uiterlijk 31 januari 2027",
  "Assumption: own choice": "Aanname: eigen keuze",
  "Assumption: most households have no dynamic contract":
    "Aanname: de meeste huishoudens hebben geen dynamisch contract",
  "Calculated from sunlight and the panels": "Berekend uit zonlicht en panelen",
  "Blocks of use within the hour, fitted to ten measured homes":
    "Blokken verbruik binnen het uur, afgeleid van tien gemeten woningen",
  "Days of the weather year in the order of the price year's sun":
    "Dagen van het weerjaar in de volgorde van de zon van het prijsjaar",
  "tariffComponents of the report": "prijsonderdelen van het rapport",
  "CBS StatLine 85592NED, average supply price of variable contracts, August 2026; Wet belastingen op milieugrondslag, art. 59, rates of 2026":
    "CBS StatLine 85592NED, gemiddelde leveringsprijs van variabele contracten, augustus 2026; Wet belastingen op milieugrondslag, art. 59, tarieven van 2026",
  "Eurostat, nrg_pc_204, second half of 2025, household consumers of 2,500 to 4,999 kWh (band DC)":
    "Eurostat, nrg_pc_204, tweede helft van 2025, huishoudens met 2.500 tot 4.999 kWh (band DC)",
  "Eurostat, nrg_pc_204, second half of 2025: price with all taxes over price without VAT":
    "Eurostat, nrg_pc_204, tweede helft van 2025: prijs met alle belastingen gedeeld door prijs zonder btw",
  "Eurostat, nrg_pc_204_c, 2023, network costs of band DC": "Eurostat, nrg_pc_204_c, 2023, netkosten van band DC",
  "Eurostat, nrg_pc_204_c, 2024, network costs of band DC": "Eurostat, nrg_pc_204_c, 2024, netkosten van band DC",
  "Eurostat, nrg_pc_205, second half of 2025, non-household consumers of 20 to 499 MWh (band IB), without VAT and other recoverable taxes":
    "Eurostat, nrg_pc_205, tweede helft van 2025, zakelijke afnemers van 20 tot 499 MWh (band IB), zonder btw en andere verrekenbare belastingen",
  "Liander, tariff sheet of 2026 for electricity, connections to 3x25 A, with VAT":
    "Liander, tariefblad elektriciteit van 2026, aansluitingen tot en met 3x25 A, met btw",
  "Price pages of nine suppliers of dynamic contracts, October 2026: deductions of -0.02 to 0.0221 EUR/kWh, median 0.018":
    "Prijspagina's van negen leveranciers van dynamische contracten, oktober 2026: aftrek van -0,02 tot 0,0221 EUR/kWh, mediaan 0,018",
  "Wet belastingen op milieugrondslag, art. 63, tax credit of 2026 with VAT":
    "Wet belastingen op milieugrondslag, art. 63, belastingvermindering van 2026 met btw",
}

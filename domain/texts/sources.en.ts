/** Sources whose stored text names a field or a file, in the words of the pages. */
export const sourcesEn: Readonly<Record<string, string>> = {
  "own choice, docs/battery-losses.md; HTW Berlin, Stromspeicher-Inspektion 2026":
    "own choice; HTW Berlin, Stromspeicher-Inspektion 2026",
  "assumption; as electricityPriceGrowth unless set": "assumption; as the growth of electricity prices unless set",
  "default of the service, includePvMaintenanceCosts": "default of the service, maintenance of panels",
  "default of the service, includeBatteryMaintenanceCosts": "default of the service, maintenance of the battery",
  "default of the service, selfSufficiencyCostPerKwh": "default of the service, battery price for self-sufficiency",
  "interface document 1, includePvMaintenanceCosts": "interface document 1, maintenance of panels",
  "interface document 1, includeBatteryMaintenanceCosts": "interface document 1, maintenance of the battery",
  "interface document 3, selfSufficiencyCostPerKwh": "interface document 3, battery price for self-sufficiency",
  "tariffComponents of the report": "parts of the price in this report",
  "Assumption: no publication gives one grid fee for Germany. The price sheets of 24 grid operators for 2026 have 0.0320 to 0.0953 EUR/kWh, median 0.0600 (fixtures/prices/germanGridFees.csv)":
    "Assumption: no publication gives one grid fee for Germany. The price sheets of 24 grid operators for 2026 have 0.0320 to 0.0953 EUR/kWh, median 0.0600",
  "Assumption: billed by one supplier (Zonneplan) in 2024 (fixtures/reference/prices), because no supplier price sheet was available":
    "Assumption: billed by one supplier (Zonneplan) in 2024, because no supplier price sheet was available",
}

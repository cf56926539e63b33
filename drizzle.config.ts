/** Settings of `npx drizzle-kit@0.31.11 generate`, which writes a migration from the tables. */
export default {
  dialect: "postgresql",
  schema: [
    "./store/accessLogTable.ts",
    "./store/scans/batchesTable.ts",
    "./store/batteryProductsTable.ts",
    "./store/events/tables.ts",
    "./store/loadProfilesTable.ts",
    "./store/tables.ts",
    "./store/passwordLinksTable.ts",
    "./store/priceListsTable.ts",
    "./store/priceSeriesTable.ts",
    "./store/scans/countsTable.ts",
    "./store/scans/inputsTable.ts",
    "./store/scans/offersTable.ts",
    "./store/scans/shippedSeriesTable.ts",
    "./store/sitesTable.ts",
    "./store/storedBytesTable.ts",
    "./store/webhooks/tables.ts",
  ],
  out: "./store/migrations",
}

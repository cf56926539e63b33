import { defineConfig } from "drizzle-kit"

export default defineConfig({
  dialect: "postgresql",
  schema: [
    "./store/scans/batchesTable.ts",
    "./store/batteryProductsTable.ts",
    "./store/events/tables.ts",
    "./store/tables.ts",
    "./store/passwordLinksTable.ts",
    "./store/priceSeriesTable.ts",
    "./store/scans/countsTable.ts",
    "./store/webhooks/tables.ts",
  ],
  out: "./store/migrations",
})

import { defineConfig } from "drizzle-kit"

export default defineConfig({
  dialect: "postgresql",
  schema: "./infra/database/schema.ts",
  out: "./infra/database/migrations",
})

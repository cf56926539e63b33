import { expect, test } from "bun:test"
import { fileURLToPath } from "node:url"
import { connectionOptions } from "../../infra/bus/nats/settings.ts"
import { readConfig } from "../../infra/config.ts"

const FOLDER = fileURLToPath(new URL(".", import.meta.url))
const THIS_FILE = fileURLToPath(import.meta.url)
const PACKAGE = fileURLToPath(new URL("../../package.json", import.meta.url))

test("CORS_ORIGINS takes origins as browsers send them, or any", () => {
  expect(readConfig({}).corsOrigins).toEqual([])
  expect(readConfig({ CORS_ORIGINS: "https://app.example.org, http://localhost:5173" }).corsOrigins).toEqual([
    "https://app.example.org",
    "http://localhost:5173",
  ])
  expect(readConfig({ CORS_ORIGINS: "*" }).corsOrigins).toEqual(["*"])
})

test.each(["app.example.org", "https://app.example.org/", "https://app.example.org/path", "https://a.example, b"])(
  "CORS_ORIGINS %p, which no browser sends, is refused by name",
  CORS_ORIGINS => {
    expect(() => readConfig({ CORS_ORIGINS })).toThrow(
      "CORS_ORIGINS takes origins such as https://app.example.org, separated by commas, or *",
    )
  },
)

test.each(["NATS_CREDS", "NATS_TLS_CA", "TIERS_FILE"])("%s takes a file, not a folder", name => {
  expect(() => readConfig({ [name]: FOLDER })).toThrow(
    `${name} takes the path of a file that exists and that this user may read`,
  )
  expect(() => readConfig({ [name]: THIS_FILE })).not.toThrow()
})

test("AERIAL_TILES_URL takes the address of a tile", () => {
  const AERIAL_TILES_URL = "https://tiles.example.org/{z}/{x}/{y}.jpeg?key=7"
  expect(readConfig({}).aerialTiles).toBeUndefined()
  expect(readConfig({ AERIAL_TILES_URL, AERIAL_TILES_CREDIT: "Kadaster" }).aerialTiles).toEqual({
    ...{ url: AERIAL_TILES_URL, zoom: 19, credit: "Kadaster" },
  })
  expect(() => readConfig({ AERIAL_TILES_URL: "https://tiles.example.org/{z}/{x}.jpeg" })).toThrow(
    "AERIAL_TILES_URL takes the address of a tile with {z}, {x} and {y}",
  )
})

test("WEBHOOK_ALLOW_PRIVATE takes 1, 0 or networks", () => {
  const read = (value: string) => readConfig({ WEBHOOK_ALLOW_PRIVATE: value }).webhookAllowPrivate
  expect([readConfig({}).webhookAllowPrivate, read("1"), read("0")]).toEqual([false, true, false])
  expect(read("10.20.0.0/16, fd12::/16")).toHaveLength(2)
  for (const value of [
    "yes",
    "10.20.0.0",
    "10.20.0.0/33",
    "10.20.0.0/16 fd12::/16",
    "hook.test",
    ",",
    "10/8",
    "10.20/16",
    "010.0.0.0/8",
  ])
    expect(() => read(value)).toThrow(
      "WEBHOOK_ALLOW_PRIVATE takes 1, 0, or networks such as 10.20.0.0/16, separated by commas",
    )
})

test("PDF_CHROMIUM takes what this user may run", () => {
  for (const PDF_CHROMIUM of [FOLDER, `${THIS_FILE}.none`])
    expect(() => readConfig({ PDF_CHROMIUM })).toThrow(
      "PDF_CHROMIUM takes the path of a program that exists and that this user may run",
    )
  expect(readConfig({ PDF_CHROMIUM: process.execPath }).pdfChromium).toBe(process.execPath)
})

test("what no broker would take is refused by the name of its variable, without the secret", () => {
  const url = "nats://127.0.0.1:4"
  const refused: [Parameters<typeof connectionOptions>[0], string][] = [
    [{ url: "nats://" }, "NATS_URL takes a host after nats:// or tls://"],
    [
      { url: "nats://user:a%secret@127.0.0.1:4" },
      "NATS_URL takes user, password and token with percent-encoding: % itself is %25",
    ],
    [{ url, creds: PACKAGE }, "NATS_CREDS takes the path of a file with -----BEGIN NATS USER JWT-----"],
    [{ url, tlsCa: PACKAGE }, "NATS_TLS_CA takes the path of a file with -----BEGIN CERTIFICATE-----"],
  ]
  for (const [settings, sentence] of refused) expect(() => connectionOptions(settings)).toThrow(sentence)
})

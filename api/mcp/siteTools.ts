import { Type } from "@sinclair/typebox"
import { Strict } from "../../domain/base/validation/schema.ts"
import { type Ask, bodyOf } from "./ask.ts"
import { answering, Body, tool } from "./tool.ts"

/** Tools for the site of a scan: its place and its consumption. */

interface Place {
  postalCode: string | null
  name: string
  region: string
  country: string
  lat: number
  lon: number
}

export const findPlace = tool({
  name: "find_place",
  description:
    "Find the coordinates of a postcode or town in the Netherlands, Belgium or Germany: the location of a scan.",
  input: Strict({ query: Type.String({ minLength: 2, maxLength: 100, description: "Postcode or town" }) }),
  output: answering({ items: { type: "array", items: { type: "object" } } }),
  isReading: true,
  async act(ask, { query }) {
    const answer = bodyOf<{ items: Place[] }>(await ask("GET", `/v1/places?query=${encodeURIComponent(query)}`))
    const lines = answer.items.map(
      ({ postalCode, name, region, country, lat, lon }) =>
        `${[postalCode, name].filter(Boolean).join(" ")}, ${region}, ${country}: lat ${lat}, lon ${lon}`,
    )
    return { text: lines.length > 0 ? lines.join("\n") : "There is no such place.", data: answer }
  },
})

/** A part of a profile: the field of the input, its kind of layer and the layer's field. */
const LAYERS = [
  { field: "car", presetId: "ev", config: "evConfig" },
  { field: "heatPump", presetId: "warmtepomp", config: "heatConfig" },
  { field: "panels", presetId: "solar", config: "solarConfig" },
] as const

interface Profile {
  id: string
  name: string
  totalKwh: number
}

const uploaded = (ask: Ask, path: string, { name, content }: { name: string; content: string }) => {
  const form = new FormData()
  form.append("file", new File([content], name))
  return ask("POST", `${path}/base/upload`, form)
}

export const buildProfile = tool({
  name: "build_profile",
  description:
    "Build the hourly consumption of a household from a yearly use or a meter file, with a car, a heat pump and existing panels. " +
    "A scan takes its id as customProfileId with inputMethod studio.",
  input: Strict({
    name: Type.Optional(Type.String({ maxLength: 100, description: "Name of the profile" })),
    location: Type.Optional(Strict({ lat: Type.Number(), lon: Type.Number() }, { description: "Place of the site" })),
    year: Type.Optional(Type.Integer({ description: "Year of a meter file" })),
    yearlyKwh: Type.Optional(Type.Number({ description: "Use without car and heat pump [kWh]" })),
    meterFile: Type.Optional(
      Strict(
        {
          name: Type.String({ description: "With its ending, such as meter.csv" }),
          content: Type.String({ description: "Its text" }),
        },
        { description: "A year of hours or quarter-hours, in place of yearlyKwh" },
      ),
    ),
    car: Type.Optional(Body),
    heatPump: Type.Optional(Body),
    panels: Type.Optional(Body),
  }),
  shown: {
    car: { type: "object", description: "An electric car. Fields: yearlyKm, arrivalHour, departureHour" },
    heatPump: { type: "object", description: "A heat pump. Fields: yearlyGasM3 or yearlyHeatKwh, emitters" },
    panels: {
      type: "object",
      description: "Panels of today. Fields: panelCount, panelPowerWatts, tilt, azimuth (180 is south)",
    },
  },
  output: answering({ id: { type: "string" }, totalKwh: { type: "number" } }),
  isReading: false,
  async act(ask, input) {
    const { name, year, location, yearlyKwh, meterFile } = input
    const created = await ask("POST", "/v1/studio-profiles", {
      ...(name === undefined ? {} : { name }),
      ...(year === undefined ? {} : { year }),
      ...location,
    })
    const { id } = bodyOf<Profile>(created)
    const path = `/v1/studio-profiles/${id}`
    const base = { templateId: "stel", ...(yearlyKwh === undefined ? {} : { annualKwh: yearlyKwh }) }
    bodyOf(await (meterFile ? uploaded(ask, path, meterFile) : ask("POST", `${path}/base`, base)))
    for (const { field, presetId, config } of LAYERS)
      if (input[field]) bodyOf(await ask("POST", `${path}/layers`, { presetId, [config]: input[field] }))
    const profile = bodyOf<Profile>(await ask("GET", path))
    const text = `The profile ${profile.name} has ${Math.round(profile.totalKwh)} kWh a year: customProfileId ${id}.`
    return { text, data: { id, name: profile.name, totalKwh: profile.totalKwh } }
  },
})

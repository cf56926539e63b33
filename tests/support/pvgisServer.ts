import { join } from "node:path"

const FILE = join(import.meta.dir, "../../fixtures/reference/solar/pvgis-rotterdam.csv.gz")

/** The recorded Rotterdam series: instant in UTC and kW per kWp. */
export const recordedPvgisRows = async (): Promise<[utc: string, kw: number][]> => {
  const text = new TextDecoder().decode(Bun.gunzipSync(await Bun.file(FILE).bytes()))
  return text
    .trim()
    .split("\n")
    .slice(1)
    .map(row => [row.split(",")[0]!, Number(row.split(",")[1])])
}

/** The recorded Rotterdam series in the form of PVGIS's own answer. */
export const recordedPvgisAnswer = async (): Promise<string> => {
  const hourly = (await recordedPvgisRows()).map(([utc, kw]) => ({
    time: `${utc.slice(0, 10).replaceAll("-", "")}:${utc.slice(11, 16).replace(":", "")}`,
    P: kw * 1000,
  }))
  const inputs = { meteo_data: { radiation_db: "PVGIS-SARAH2" }, pv_module: { peak_power: 1, system_loss: 14 } }
  return JSON.stringify({ inputs, outputs: { hourly } })
}

/** A PVGIS server on loopback that answers every surface with the recorded series, or with `status`. */
export const servePvgis = async (status = 200) => {
  const answer = await recordedPvgisAnswer()
  let questions = 0
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => {
      questions++
      return new Response(status === 200 ? answer : JSON.stringify({ message: "maintenance" }), { status })
    },
  })
  return { url: server.url.origin, questions: () => questions, stop: () => server.stop(true) }
}

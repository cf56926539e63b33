import { sample } from "../support/meterFiles.ts"
import { PIXEL } from "../support/pixel.ts"

/** A year of numbers, one a row. */
export const HOURS = new Array(8760).fill("0.4").join("\n")

/** The form with a file for an upload. */
export const filePart = (place: string): FormData => {
  const form = new FormData()
  if (/\/(logo|photos?)$/.test(place)) form.append("file", new File([PIXEL], "logo.png", { type: "image/png" }))
  else if (place.endsWith("/load-profile")) form.append("csv", new File([HOURS], "hours.csv", { type: "text/csv" }))
  else form.append("file", new File([Buffer.from(sample(METER))], "meter.csv", { type: "text/csv" }))
  return form
}

const METER = "engie-2025.csv.gz"

import { expect, test } from "bun:test"
import { chartCsv, mapCsv } from "../../dashboard/src/charts/chartCsv.ts"

test("a drawing of bars and lines is a row for each label and a column for each series", () => {
  const csv = chartCsv({
    xAxis: { data: ["Jan", { value: "Feb, short" }] },
    yAxis: {},
    series: [
      { name: "Bought", data: [1, 2.5] },
      { name: "Sold", data: [{ value: -3 }, 0] },
    ],
  })
  expect(csv).toBe(',Bought,Sold\r\nJan,1,-3\r\n"Feb, short",2.5,0\r\n')
})

test("a band is drawn by its lowest value and what comes on top, and saved by its lowest and highest", () => {
  const csv = chartCsv({
    xAxis: [{}, { data: ["1", "2"] }],
    series: [
      { name: "Level", stack: "level", data: [1, 2] },
      { name: "Level", stack: "level", data: [4, 0] },
      { name: "Price", data: [0.1, 0.2] },
    ],
  })
  expect(csv).toBe(",Level min,Level max,Price\r\n1,1,5,0.1\r\n2,2,2,0.2\r\n")
})

test("bars of one stack with names of their own stay columns of their own", () => {
  const csv = chartCsv({
    yAxis: { data: ["A"] },
    series: [
      { name: "Panels", stack: "value", data: [1] },
      { name: "Battery", stack: "value", data: [2] },
    ],
  })
  expect(csv).toBe(",Panels,Battery\r\nA,1,2\r\n")
})

test("a drawing of flows is a row for each flow", () => {
  expect(chartCsv({ series: { links: [{ source: "sun", target: "load", value: 12.5 }] } })).toBe(
    "from,to,kWh\r\nsun,load,12.5\r\n",
  )
})

test("a map is a row for each day with a column for each hour", () => {
  const rows = mapCsv(Array.from({ length: 8760 }, (_, hour) => hour))
    .trim()
    .split("\r\n")
  expect(rows).toHaveLength(366)
  expect(rows[0]!.split(",").slice(0, 3)).toEqual(["day", "0:00", "1:00"])
  expect(rows[1]!.split(",").slice(0, 2)).toEqual(["01-01", "0"])
  expect(rows.at(-1)!.split(",")).toEqual(["12-31", ...Array.from({ length: 24 }, (_, hour) => `${8736 + hour}`)])
})

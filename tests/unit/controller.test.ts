import { expect, test } from "bun:test"
import type { ControllerName } from "../../domain/base/controllers.ts"
import { InvalidInput } from "../../domain/base/errors.ts"
import { prepareCase } from "../../domain/case/prepare.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { smallestRequest } from "../support/requests.ts"

const parsed = (changes: object) => parseEarlierRequest({ ...smallestRequest(), ...changes }, standardProfileKeys)
const controllerOf = (changes: object) => prepareCase(parsed(changes)).control
const FLAT = { type: "flat", flatEurPerKwh: 0.3 }

test("plans operate the plant where prices change by the hour or the highest import is charged, else the rule of self-consumption", () => {
  expect(controllerOf({})).toBe("forecast")
  expect(controllerOf({ tariff: FLAT })).toBe("selfConsumption")
  expect(controllerOf({ tariff: { ...FLAT, demandEurPerKwMonth: 5 } })).toBe("forecast")
})

test("other goals are met with foresight, and every request may name its controller", () => {
  expect(controllerOf({ goal: "self-sufficiency" })).toBe("ideal")
  expect(controllerOf({ goal: "self-sufficiency", control: "selfConsumption" })).toBe("selfConsumption")
  expect(controllerOf({ control: "ideal" })).toBe("ideal")
  expect(controllerOf({ control: "selfConsumption" })).toBe("selfConsumption")
})

const ofOrganization = (control: ControllerName, changes: object = {}) => {
  const { control: chosen, controlOrigin, contracts } = prepareCase(parsed(changes), { assumptions: { control } })
  return { chosen, controlOrigin, contracts: (contracts ?? []).map(({ scan }) => scan.control) }
}

test("an organization's controller serves requests that name none, and contracts that they compare", () => {
  const chosen = ofOrganization("selfConsumption", { contracts: [FLAT, { type: "dynamic" }] })
  expect(chosen).toEqual({
    chosen: "selfConsumption",
    controlOrigin: "organization",
    contracts: ["selfConsumption", "selfConsumption"],
  })
  const named = ofOrganization("selfConsumption", { control: "ideal" })
  expect(named).toEqual({ chosen: "ideal", controlOrigin: "request", contracts: [] })
  expect(prepareCase(parsed({})).controlOrigin).toBe("shipped")
})

test("goals that promise a share or a limit stay with foresight whatever the organization chose", () => {
  const share = ofOrganization("forecast", { goal: "self-sufficiency" })
  expect(share).toEqual({ chosen: "ideal", controlOrigin: "shipped", contracts: [] })
  const limited = { goal: "maximize-connection", tariff: { type: "dynamic", contractedPowerKw: 10 } }
  expect(ofOrganization("forecast", limited).chosen).toBe("ideal")
})

test("a goal with a limit takes no controller but the one with foresight", () => {
  const limited = { goal: "maximize-connection", tariff: { type: "dynamic", contractedPowerKw: 10 } }
  expect(() => parsed({ ...limited, control: "forecast" })).toThrow(InvalidInput)
  expect(parsed({ ...limited, control: "ideal" }).control).toBe("ideal")
})

import { useState } from "react"
import { useSettings } from "../../lib/settings.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { NumberField } from "../NumberField.tsx"
import type { Layer, LayerChange } from "../profile.ts"
import { useQuestionText } from "../questionText.ts"
import { CheckAnswer, ChoiceAnswer, optionsOf } from "./answers.tsx"
import { Drawn } from "./Drawn.tsx"
import { type LayerAnswer, type QuestionProps, useLayerAnswers } from "./layerAnswers.ts"

type Cars = NonNullable<LayerChange["evConfig"]>

/** Hours in which a car is at its charge point, by answer. */
const HOMES = { nights: { arrivalHour: 18, departureHour: 8 }, days: { arrivalHour: 8, departureHour: 17 } } as const
type Home = keyof typeof HOMES | "measured" | "own"

/** Default car until the question is answered; the service has the same defaults. */
const USUAL = { count: 1, yearlyKm: 12_000, kwhPer100Km: 19, chargerPowerKw: 11 }
const FIRST: Cars = { count: USUAL.count, yearlyKm: USUAL.yearlyKm, ...HOMES.nights }
const DAYS_PER_YEAR = 365

const WORKDAYS = Array.from({ length: 7 }, (_, day) => new Array<boolean>(12).fill(day < 5))
const EVERY_DAY = Array.from({ length: 7 }, () => new Array<boolean>(12).fill(true))

const homeOf = ({ arrivalHour, departureHour }: Cars): Home => {
  if (arrivalHour === undefined && departureHour === undefined) return "measured"
  const homePattern = (["nights", "days"] as const).find(
    name => HOMES[name].arrivalHour === arrivalHour && HOMES[name].departureHour === departureHour,
  )
  return homePattern ?? "own"
}

const daysOf = (schedule: readonly (readonly boolean[])[] | null): "all" | "workdays" | "own" => {
  const isLike = (days: readonly (readonly boolean[])[]) => JSON.stringify(days) === JSON.stringify(schedule)
  if (schedule === null || isLike(EVERY_DAY)) return "all"
  return isLike(WORKDAYS) ? "workdays" : "own"
}

/** Kilometres of a year, also if daily consumption was given. */
const kmOf = ({ yearlyKm, dailyConsumptionKwh, kwhPer100Km = USUAL.kwhPer100Km }: Cars): number => {
  if (yearlyKm !== undefined) return yearlyKm
  return dailyConsumptionKwh === undefined
    ? USUAL.yearlyKm
    : Math.round((dailyConsumptionKwh * DAYS_PER_YEAR * 100) / kwhPer100Km)
}

const carsOf = ({ evConfig }: Layer): Cars => evConfig ?? FIRST

/** Cars with the arrival and departure times of many households. */
const withoutHours = (layer: Layer): LayerChange => {
  const { arrivalHour: _arrival, departureHour: _departure, ...rest } = carsOf(layer)
  return { evConfig: rest }
}

interface AnswerProps {
  cars: Cars
  schedule: readonly (readonly boolean[])[] | null
  change(...changes: LayerAnswer[]): Promise<Error | undefined>
}

const WhenHere = ({ cars, change }: Omit<AnswerProps, "schedule">) => {
  const { car } = useQuestionText()
  const [isOwn, setOwn] = useState(false)
  const home = isOwn ? "own" : homeOf(cars)
  const choose = (chosen: Home) => {
    setOwn(chosen === "own")
    if (chosen === "own") return undefined
    return chosen === "measured" ? change({ evConfig: null }, withoutHours) : change({ evConfig: HOMES[chosen] })
  }
  const hour = (label: string, name: "arrivalHour" | "departureHour") => (
    <NumberField
      label={label}
      hint={car.hour}
      value={cars[name]}
      onNumber={value => change({ evConfig: { [name]: value } })}
    />
  )
  return (
    <>
      <ChoiceAnswer label={car.home} options={optionsOf(car.homes)} value={home} onAnswer={choose} />
      {home === "own" ? (
        <>
          {hour(car.arrives, "arrivalHour")}
          {hour(car.leaves, "departureHour")}
        </>
      ) : null}
    </>
  )
}

const Answers = ({ cars, schedule, change }: AnswerProps) => {
  const { car } = useQuestionText()
  const days = daysOf(schedule)
  const number = (label: string, hint: string, name: "count" | "chargerPowerKw" | "kwhPer100Km") => (
    <NumberField
      label={label}
      hint={hint}
      value={cars[name] ?? USUAL[name]}
      onNumber={value => change(layer => ({ evConfig: { yearlyKm: kmOf(carsOf(layer)), [name]: value } }))}
    />
  )
  return (
    <div className="fields">
      <NumberField
        label={car.km}
        hint={car.kmHint}
        value={kmOf(cars)}
        onNumber={yearlyKm => change({ evConfig: { yearlyKm } })}
      />
      <WhenHere cars={cars} change={change} />
      <ChoiceAnswer
        label={car.days}
        options={optionsOf(car.dayChoices).filter(([name]) => name !== "own" || days === "own")}
        value={days}
        onAnswer={chosen => chosen !== "own" && change({ schedule: chosen === "all" ? EVERY_DAY : WORKDAYS })}
      />
      {number(car.count, "", "count")}
      {number(car.power, "kW", "chargerPowerKw")}
      {number(car.consumption, car.consumptionHint, "kwhPer100Km")}
    </div>
  )
}

/** Electric cars: their distance and their times at home. */
export const Car = (props: QuestionProps) => {
  const text = useQuestionText()
  const { format } = useSettings()
  const { layer, isOn, change, isBusy, message } = useLayerAnswers(props, { presetId: "ev", evConfig: FIRST })
  return (
    <fieldset className="question" aria-busy={isBusy}>
      <legend>{text.car.title}</legend>
      <CheckAnswer label={text.car.has} value={isOn} onAnswer={enabled => change({ enabled })} />
      {isOn && layer?.evConfig ? (
        <>
          <Answers cars={layer.evConfig} schedule={layer.schedule} change={change} />
          <p className="small muted" role="status">
            {text.uses(format.kwh(layer.annualKwh))}
          </p>
        </>
      ) : null}
      {isOn && layer && !layer.evConfig ? <Drawn onAnswer={() => change({ evConfig: FIRST })} /> : null}
      <Problem message={message} />
    </fieldset>
  )
}

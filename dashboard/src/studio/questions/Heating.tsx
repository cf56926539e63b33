import { useState } from "react"
import { useSettings } from "../../lib/settings.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { NumberField } from "../NumberField.tsx"
import type { Layer, LayerChange } from "../profile.ts"
import { useQuestionText } from "../questionText.ts"
import { CheckAnswer, ChoiceAnswer, optionsOf } from "./answers.tsx"
import { Drawn } from "./Drawn.tsx"
import { type LayerAnswer, type QuestionProps, useLayerAnswers } from "./layerAnswers.ts"

type Heat = NonNullable<LayerChange["heatConfig"]>

/** Default house until the question is answered: gas of an ordinary Dutch home, otherwise the service's defaults. */
const FIRST: Heat = { yearlyGasM3: 1200, boiler: "condensing", emitters: "radiators", makesHotWater: true }
/** Heat of an ordinary hybrid heat pump [kW]. */
const HYBRID_KW = 5

/** A heat pump that makes all of the heat. */
const withoutBound = ({ heatConfig }: Layer): LayerChange => {
  const { maxHeatKw: _bound, ...whole } = heatConfig ?? FIRST
  return { heatConfig: whole }
}

interface AnswerProps {
  heat: Heat
  change(...changes: LayerAnswer[]): Promise<Error | undefined>
}

/** Gas or heat of a year, and the boiler of the gas. */
const HowMuch = ({ heat, change }: AnswerProps) => {
  const { heating } = useQuestionText()
  const isGiven = heat.yearlyHeatKwh === undefined ? "gas" : "heat"
  const [basis, setBasis] = useState<"gas" | "heat">(isGiven)
  return (
    <>
      <ChoiceAnswer<"gas" | "heat">
        label={heating.known}
        options={optionsOf(heating.knowns)}
        value={basis}
        onAnswer={setBasis}
      />
      {basis === "gas" ? (
        <>
          <NumberField
            label={heating.gas}
            hint="m³"
            value={heat.yearlyGasM3}
            onNumber={yearlyGasM3 => change({ heatConfig: { yearlyGasM3 } })}
          />
          <ChoiceAnswer
            label={heating.boiler}
            options={optionsOf(heating.boilers)}
            value={heat.boiler ?? "condensing"}
            onAnswer={boiler => change({ heatConfig: { boiler } })}
          />
        </>
      ) : (
        <NumberField
          label={heating.heat}
          hint={heating.heatHint}
          value={heat.yearlyHeatKwh}
          onNumber={yearlyHeatKwh => change({ heatConfig: { yearlyHeatKwh } })}
        />
      )}
    </>
  )
}

/** Share of the heat from the heat pump. */
const Part = ({ heat, change }: AnswerProps) => {
  const { heating } = useQuestionText()
  const { maxHeatKw } = heat
  const choose = (part: "all" | "hybrid") =>
    part === "hybrid"
      ? change({ heatConfig: { maxHeatKw: HYBRID_KW, makesHotWater: false } })
      : change({ heatConfig: null }, withoutBound)
  return (
    <>
      <ChoiceAnswer
        label={heating.part}
        options={optionsOf(heating.parts)}
        value={maxHeatKw === undefined ? "all" : "hybrid"}
        onAnswer={choose}
      />
      {maxHeatKw === undefined ? null : (
        <NumberField
          label={heating.power}
          hint="kW"
          value={maxHeatKw}
          onNumber={value => change({ heatConfig: { maxHeatKw: value } })}
        />
      )}
    </>
  )
}

const Answers = ({ heat, change }: AnswerProps) => {
  const { heating } = useQuestionText()
  const changed = (heatConfig: Heat) => change({ heatConfig })
  return (
    <div className="fields">
      <HowMuch heat={heat} change={change} />
      <ChoiceAnswer
        label={heating.emitters}
        options={optionsOf(heating.emitterChoices)}
        value={heat.emitters ?? "radiators"}
        onAnswer={emitters => changed({ emitters })}
      />
      <ChoiceAnswer
        label={heating.water}
        options={optionsOf(heating.waters)}
        value={(heat.makesHotWater ?? true) ? "pump" : "other"}
        onAnswer={water => changed({ makesHotWater: water === "pump" })}
      />
      <Part heat={heat} change={change} />
    </div>
  )
}

/** Heat of a year, and its heat pump. */
export const Heating = (props: QuestionProps) => {
  const text = useQuestionText()
  const { format } = useSettings()
  const first = { presetId: "warmtepomp", heatConfig: FIRST } as const
  const { layer, isOn, change, isBusy, message } = useLayerAnswers(props, first)
  return (
    <fieldset className="question" aria-busy={isBusy}>
      <legend>{text.heating.title}</legend>
      <CheckAnswer label={text.heating.has} value={isOn} onAnswer={enabled => change({ enabled })} />
      {isOn && layer?.heatConfig ? (
        <>
          <Answers heat={layer.heatConfig} change={change} />
          <p className="small muted" role="status">
            {text.uses(format.kwh(layer.annualKwh))}
          </p>
        </>
      ) : null}
      {isOn && layer && !layer.heatConfig ? <Drawn onAnswer={() => change({ heatConfig: FIRST })} /> : null}
      <Problem message={message} />
    </fieldset>
  )
}

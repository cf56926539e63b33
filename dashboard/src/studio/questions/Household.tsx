import { useSession } from "../../app/session.tsx"
import { useAction } from "../../lib/action.ts"
import { Problem } from "../../ui/Problem.tsx"
import { NumberField } from "../NumberField.tsx"
import { useQuestionText } from "../questionText.ts"
import { ChoiceAnswer, optionsOf } from "./answers.tsx"
import type { QuestionProps } from "./layerAnswers.ts"

/** Residents and their consumption: the base of the profile. */
export const Household = ({ profile, onChange }: QuestionProps) => {
  const { ask } = useSession()
  const { household } = useQuestionText()
  const { baseline } = profile
  const shape = baseline?.templateId ?? baseline?.profileKey ?? ""
  const isHousehold = shape in household.people
  const setBase = useAction(async (fields: { profileKey?: string; annualKwh?: number }) => {
    const body = { profileKey: shape, ...fields }
    await ask("POST /v1/studio-profiles/{id}/base", { params: { id: profile.id }, body })
    await onChange()
  })
  const options = [
    ...(isHousehold ? [] : [["", baseline ? household.other : "–"] as const]),
    ...optionsOf<string>(household.people),
  ]
  return (
    <fieldset className="question" aria-busy={setBase.isBusy}>
      <legend>{household.title}</legend>
      <div className="fields">
        <ChoiceAnswer
          label={household.who}
          options={options}
          value={isHousehold ? shape : ""}
          onAnswer={chosen => chosen && setBase.run({ profileKey: chosen })}
        />
        {isHousehold && baseline ? (
          <NumberField
            label={household.annual}
            hint="kWh"
            value={Math.round(baseline.annualKwh)}
            onNumber={annualKwh => setBase.run({ annualKwh })}
          />
        ) : null}
      </div>
      <Problem message={setBase.message} />
    </fieldset>
  )
}

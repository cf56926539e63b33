import { useQuestionText } from "../questionText.ts"
import { Car } from "./Car.tsx"
import { Heating } from "./Heating.tsx"
import { Household } from "./Household.tsx"
import type { QuestionProps } from "./layerAnswers.ts"

/** Questions that people can answer without hourly data: each answer makes the base or a layer. */
export const Questions = (props: QuestionProps) => {
  const { title, lead, baseFirst } = useQuestionText()
  const hasBase = props.profile.baseline !== null
  return (
    <section className="card stack">
      <h2>{title}</h2>
      <p className="small muted">{hasBase ? lead : baseFirst}</p>
      <Household {...props} />
      {hasBase ? (
        <>
          <Car {...props} />
          <Heating {...props} />
        </>
      ) : null}
    </section>
  )
}

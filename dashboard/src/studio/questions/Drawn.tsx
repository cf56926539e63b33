import { useQuestionText } from "../questionText.ts"

/** Notice that a layer's hours are drawn by hand, with a way back to the questions. */
export const Drawn = ({ onAnswer }: { onAnswer(): unknown }) => {
  const { drawn, answer } = useQuestionText()
  return (
    <p className="row">
      <span className="small muted">{drawn}</span>
      <button type="button" onClick={onAnswer}>
        {answer}
      </button>
    </p>
  )
}

import { useQuestionText } from "../questionText.ts"

/** That the hours of a layer are drawn by hand, and a way back to questions. */
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

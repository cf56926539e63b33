import { useAppText } from "../text/appText.ts"
import { keepMode, type Mode } from "./mode.ts"
import { switchMode } from "./router.tsx"

/** Asks whether to follow a link to the other mode. */
export const ModeQuestion = ({ mode, onAnswer }: { mode: Mode; onAnswer(): void }) => {
  const { modeQuestion, modes } = useAppText()
  const other: Mode = mode === "live" ? "sandbox" : "live"
  const follow = () => {
    keepMode(mode)
    onAnswer()
  }
  const stay = () => {
    switchMode(other)
    onAnswer()
  }
  return (
    <main className="door">
      <div className="card stack" role="alertdialog" aria-labelledby="mode-question">
        <h1 id="mode-question">{modeQuestion.title(modes[mode])}</h1>
        <p className="muted">{modeQuestion.lead(modes[other])}</p>
        <div className="row">
          <button type="button" className="primary" onClick={follow}>
            {modeQuestion.follow(modes[mode])}
          </button>
          <button type="button" onClick={stay}>
            {modeQuestion.stay(modes[other])}
          </button>
        </div>
      </div>
    </main>
  )
}

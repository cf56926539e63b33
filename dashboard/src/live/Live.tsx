import { useEffect, useLayoutEffect, useState } from "react"
import { useAction } from "../lib/action.ts"
import { useSettings } from "../lib/settings.tsx"
import type { FullReport } from "../report/data.ts"
import { fineGapText, provenShare } from "../report/provenShare.ts"
import type { Keep, Tried } from "../report/tried.ts"
import { Problem } from "../ui/Problem.tsx"
import { Difference, figuresOf, figureTexts } from "./Difference.tsx"
import { useLiveText } from "./liveText.ts"
import { Sliders } from "./Sliders.tsx"
import { triedReport } from "./triedReport.ts"
import { type Begun, useLive } from "./useLive.ts"
import { type Sizes, sizesOf, variantOf } from "./variant.ts"

interface BarProps {
  report: FullReport
  /** Gap of the displayed frame. */
  gap: number
  onBack(): void
  onKeep?: (() => void) | undefined
  isKeeping: boolean
}

/** Bar that stays on the screen while a plant is tried, with its first figures, its proof and its actions. */
const Bar = ({ report, gap, onBack, onKeep, isKeeping }: BarProps) => {
  const text = useLiveText()
  const { format } = useSettings()
  const show = figureTexts(report, format, text.never)
  const { savings, payback, investment } = figuresOf(report)
  return (
    <aside className="tried-bar no-print" aria-label={text.tried}>
      <strong>{text.tried}</strong>
      <span>
        {text.figures.savings} <b className="number">{show.savings(savings)}</b>
      </span>
      <span>
        {text.figures.payback} <b className="number">{show.payback(payback)}</b>
      </span>
      <span>
        {text.figures.investment} <b className="number">{show.investment(investment)}</b>
      </span>
      <span>
        {text.proven} <b className="number">{fineGapText(format, gap)}</b>
      </span>
      <button type="button" onClick={onBack}>
        {text.back}
      </button>
      {onKeep ? (
        <button type="button" className="primary" onClick={onKeep} disabled={isKeeping}>
          {text.keep}
        </button>
      ) : null}
    </aside>
  )
}

interface LiveProps {
  report: FullReport
  /** Address of the live case. */
  path: string
  onTried(tried: Tried | undefined): void
  keep?: Keep | undefined
}

const Ready = ({
  live,
  begun,
  report,
  onTried,
  keep,
}: Omit<LiveProps, "path"> & { live: ReturnType<typeof useLive>; begun: Begun }) => {
  const text = useLiveText()
  const { format } = useSettings()
  const first = () => sizesOf(report, begun.input)
  const [sizes, setSizes] = useState<Sizes>(first)
  const [whole, setWhole] = useState(report)
  const { solved, isBusy, message, ask, reset } = live
  const tried = solved && triedReport(solved, report, whole)
  // Runs before the next frame, so that the report and the bar show the same plant.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the worker is shown once
  useLayoutEffect(() => {
    if (tried && !tried.isPartial) setWhole(tried.report)
    onTried(tried)
  }, [solved, onTried])
  useEffect(() => () => onTried(undefined), [onTried])
  const variant = () => variantOf(begun.id, begun.input, sizes, begun.steps)
  const change = (next: Sizes) => {
    setSizes(next)
    ask(variantOf(begun.id, begun.input, next, begun.steps))
  }
  const back = () => {
    reset()
    setSizes(first())
    setWhole(report)
  }
  const keeping = useAction(async () => keep?.(variant()))
  const resting = () =>
    solved &&
    text.resting(format.number(solved.solvedMs, 0), format.percent(provenShare(solved.report.optimisation.gap), 2))
  return (
    <>
      <div className="card beside top">
        <Sliders sizes={sizes} input={begun.input} steps={begun.steps} onChange={change} />
        <div className="stack">
          <p className="small muted" role="status">
            {keeping.isBusy ? text.keeping : solved ? (isBusy ? text.moving : resting()) : text.untouched}
          </p>
          <Problem message={message ?? keeping.message} />
          <Difference original={report} variant={tried?.report} />
        </div>
      </div>
      {solved && tried ? (
        <Bar
          report={tried.report}
          gap={solved.gap}
          onBack={back}
          onKeep={keep && keeping.run}
          isKeeping={keeping.isBusy}
        />
      ) : null}
    </>
  )
}

/** Sliders for the whole report; every frame is solved in this browser. */
const Live = ({ path, ...props }: LiveProps) => {
  const text = useLiveText()
  const { text: words } = useSettings()
  const live = useLive(path)
  if (live.begun) return <Ready live={live} begun={live.begun} {...props} />
  return live.message ? (
    <div className="stack">
      <Problem message={live.message} />
      <p>
        <button type="button" onClick={live.retry}>
          {words.report.retry}
        </button>
      </p>
    </div>
  ) : (
    <p className="loading" role="status">
      {text.preparing}
    </p>
  )
}

export default Live

/**
 * Sliders of a report, shown before anything is solved.
 *
 * - The report gives positions and ranges. Reports of earlier versions lack ranges, and have a button instead.
 * - The first touch of a slider starts the worker and fetches the live case.
 * - Earlier moves are solved once the worker is ready. Sliders that the organization does not allow are locked.
 */
import { useEffect, useLayoutEffect, useMemo, useState } from "react"
import type { AdjustableStep } from "../../../domain/request/adjustableSteps.ts"
import { useAction } from "../lib/action.ts"
import { useSettings } from "../lib/settings.tsx"
import type { FullReport } from "../report/data.ts"
import type { Priced } from "../report/priced.ts"
import { fineGapText, provenShare } from "../report/provenShare.ts"
import type { PriceOf, Tried, Trying } from "../report/tried.ts"
import { Problem } from "../ui/Problem.tsx"
import { Difference, figuresOf, figureTexts } from "./Difference.tsx"
import { useLiveText } from "./liveText.ts"
import { type Ranges, rangesIn, rangesOf } from "./ranges.ts"
import { Sliders } from "./Sliders.tsx"
import { allowedMoves, movedSizes, STEPS, sizesOf } from "./sizes.ts"
import { triedReport } from "./triedReport.ts"
import { useLive } from "./useLive.ts"
import { type Sizes, variantOf } from "./variant.ts"

interface BarProps {
  report: FullReport
  priced: Priced
  /** Gap of the displayed frame. */
  gap: number
  onBack(): void
  onKeep?: (() => void) | undefined
  isKeeping: boolean
}

/** Bar that stays on the screen while a plant is tried, with its first figures, its proof and its actions. */
const Bar = ({ report, priced, gap, onBack, onKeep, isKeeping }: BarProps) => {
  const text = useLiveText()
  const { format } = useSettings()
  const show = figureTexts(report, format, text.never)
  const { savings, payback, investment } = figuresOf(report, priced)
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

interface TrialProps extends Trying {
  report: FullReport
  /** Price and payback of the report. */
  priced: Priced
  priceOf: PriceOf
  onTried(tried: Tried | undefined): void
  /** Steps that the organization lets readers adjust. */
  steps: readonly AdjustableStep[]
  /** Sliders of prices and period are folded. */
  isForCustomer: boolean
}

interface OpenProps extends Omit<TrialProps, "path"> {
  live: ReturnType<typeof useLive>
  ranges: Ranges
  onTouch(): void
}

/** Start of the worker, or its error. */
const Starting = ({ live: { message, retry } }: Pick<OpenProps, "live">) => {
  const text = useLiveText()
  const { text: words } = useSettings()
  return message ? (
    <div className="stack">
      <Problem message={message} />
      <p>
        <button type="button" onClick={retry}>
          {words.report.retry}
        </button>
      </p>
    </div>
  ) : (
    <p className="small muted" role="status">
      {text.preparing}
    </p>
  )
}

/** Moved sliders, and the report of the plant that they hold. */
const useMoves = ({ live, ranges, report, steps, onTried }: OpenProps) => {
  const { begun, solved, ask, reset } = live
  const [asMoved, setAsMoved] = useState<Partial<Sizes>>({})
  const [whole, setWhole] = useState(report)
  const moved = allowedMoves(asMoved, begun?.steps ?? steps)
  const sizes = movedSizes(sizesOf(report, begun?.input), moved, ranges)
  const variant = begun && variantOf(begun.id, begun.input, sizes, begun.steps)
  const hasMoved = Object.keys(moved).length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: each move is solved once by each worker
  useEffect(() => {
    if (variant && hasMoved) ask(variant)
  }, [begun, asMoved, ask])
  const tried = solved && triedReport(solved, report, whole)
  // Runs before the next frame, so that the report and the bar show the same plant.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the worker is shown once
  useLayoutEffect(() => {
    if (tried && !tried.isPartial) setWhole(tried.report)
    onTried(tried)
  }, [solved, onTried])
  useEffect(() => () => onTried(undefined), [onTried])
  const back = () => {
    reset()
    setAsMoved({})
    setWhole(report)
  }
  const move = (more: Partial<Sizes>) => setAsMoved(before => ({ ...before, ...more }))
  return { sizes, variant, hasMoved, tried, move, back }
}

/** Sliders with the difference and the bar of a tried plant. */
const Open = (props: OpenProps) => {
  const { live, ranges, report, priced, priceOf, steps, keep, isForCustomer, onTouch } = props
  const { begun, solved, isBusy, message } = live
  const text = useLiveText()
  const { format } = useSettings()
  const { sizes, variant, hasMoved, tried, move, back } = useMoves(props)
  const triedPrice = useMemo(() => tried && priceOf(tried), [tried, priceOf])
  const isLocked = (name: keyof Sizes) => !(begun?.steps ?? steps).includes(STEPS[name])
  const keeping = useAction(async () => variant && keep?.(variant))
  const resting = () =>
    solved &&
    text.resting(format.number(solved.solvedMs, 0), format.percent(provenShare(solved.report.optimisation.gap), 2))
  const isWaiting = hasMoved && !begun && !message
  const onMove = (moved: Partial<Sizes>) => {
    onTouch()
    move(moved)
  }
  return (
    <>
      <div className={isForCustomer ? "stack" : "card stack"}>
        <Sliders
          {...{ sizes, ranges, isLocked, isForCustomer, onTouch, onMove }}
          roofs={report.solar.newSystems.map(({ name }) => name)}
        />
        <p className="small muted" role="status">
          {keeping.isBusy ? text.keeping : solved ? (isBusy ? text.moving : resting()) : isWaiting && text.preparing}
        </p>
        {!begun && message ? <Starting live={live} /> : null}
        {begun ? <Problem message={message ?? keeping.message} /> : null}
        {tried && triedPrice ? (
          <Difference original={{ report, priced }} variant={{ report: tried.report, priced: triedPrice }} />
        ) : null}
      </div>
      {solved && tried && triedPrice ? (
        <Bar
          report={tried.report}
          priced={triedPrice}
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
const Trial = ({ path, ...props }: TrialProps) => {
  const text = useLiveText()
  const [isStarted, setStarted] = useState(false)
  const start = () => setStarted(true)
  const live = useLive(path, isStarted)
  const ranges = live.begun ? rangesIn(live.begun.input) : rangesOf(props.report)
  if (ranges) return <Open {...{ live, ranges }} onTouch={start} {...props} />
  if (isStarted) return <Starting live={live} />
  return (
    <p>
      <button type="button" onClick={start}>
        {text.start}
      </button>
    </p>
  )
}

/** Sliders, or the reason that example figures have none. */
const Live = ({ trying, ...props }: Omit<TrialProps, keyof Trying> & { trying: Trying | undefined }) => {
  const text = useLiveText()
  return (
    <>
      <p className={trying ? "muted lead" : "muted"}>{trying ? text.lead : text.sandbox}</p>
      {trying ? <Trial {...trying} {...props} /> : null}
    </>
  )
}

export default Live

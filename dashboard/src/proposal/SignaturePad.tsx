import { type PointerEvent, useRef } from "react"
import { useProposalText } from "./proposalText.ts"

const [WIDTH, HEIGHT] = [600, 200]
/** Longest drawing that the service stores. */
const MAX_CHARACTERS = 8_000

interface PadProps {
  /** Path data of the drawing; empty: nothing drawn. */
  drawing: string
  /** Several points may come between two renderings, so a change continues the latest drawing. */
  onChange(change: (drawing: string) => string): void
}

/** A field for a drawn name, by pointer or finger. It is optional: a typed name suffices. */
export const SignaturePad = ({ drawing, onChange }: PadProps) => {
  const text = useProposalText()
  const isDrawing = useRef(false)
  const add = (command: "M" | "L", event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const x = Math.round(((event.clientX - box.left) / box.width) * WIDTH)
    const y = Math.round(((event.clientY - box.top) / box.height) * HEIGHT)
    const point = `${command}${Math.min(WIDTH, Math.max(0, x))} ${Math.min(HEIGHT, Math.max(0, y))}`
    onChange(latest => (latest.length + point.length <= MAX_CHARACTERS ? latest + point : latest))
  }
  const end = () => {
    isDrawing.current = false
  }
  return (
    <div className="stack">
      <span className="small muted">{text.draw}</span>
      <svg
        className="signature pad"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={text.offer.drawn}
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId)
          isDrawing.current = true
          add("M", event)
        }}
        onPointerMove={event => {
          if (isDrawing.current) add("L", event)
        }}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <path d={drawing} />
      </svg>
      {drawing === "" ? null : (
        <div className="row">
          <button type="button" className="plain" onClick={() => onChange(() => "")}>
            {text.clear}
          </button>
        </div>
      )}
    </div>
  )
}

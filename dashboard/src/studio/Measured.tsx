import { useSettings } from "../lib/settings.tsx"
import { useQuestionText } from "./questionText.ts"

/**
 * Share of measured hours below which yearly figures are mostly filled in, and share below which they are hardly
 * measured.
 */
const FEW = 0.9
const VERY_FEW = 0.5
const DAYS_PER_YEAR = 365

/** A warning that a meter file covers little of the year; empty for sufficient coverage. */
export const FewMeasured = ({ measuredFraction }: { measuredFraction: number | null }) => {
  const { few } = useQuestionText()
  const { format } = useSettings()
  if (measuredFraction === null || measuredFraction >= FEW) return null
  const days = format.number(measuredFraction * DAYS_PER_YEAR, 0)
  return (
    <div className={`message ${measuredFraction < VERY_FEW ? "bad" : "warn"}`} role="note">
      <strong>{few.title}.</strong> {few.some(format.percent(measuredFraction, 0), days)}
    </div>
  )
}

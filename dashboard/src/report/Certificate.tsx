import { useSettings } from "../lib/settings.tsx"
import { Controllers } from "./Controllers.tsx"
import { claimText, shortfallText, sizesIn } from "./claim.ts"
import type { FullReport } from "./data.ts"
import { Section } from "./Section.tsx"

/**
 * Tolerance of the bound [EUR]. The bound covers plants whose import ends in one block of the energy tax. Plants in
 * another block may cost less, as a note states.
 */
const CENT = 0.01

/** Accuracy of the plant's proof, with an explanation. */
export const Certificate = ({ report }: { report: FullReport }) => {
  const settings = useSettings()
  const { text, format } = settings
  const { proof } = text.report
  const { dispatches, lowerBoundTotalCost, solver, version, solveMs } = report.optimisation
  const { control, financial, engineVersion, dataVersion } = report
  const isCeiling = control !== null && control.chosen !== "ideal"
  const foresightEur = control ? control.netPresentValue.ideal - financial.netPresentValue : 0
  const totalCost = report.overview.lifecycleCostBreakdown.totalCost - foresightEur
  const isFixed = sizesIn(report) === "fixed"
  const shortfall = shortfallText(report, settings)
  const allowed = proof.allowed[report.goal]
  return (
    <Section id="proof" title={proof.title}>
      <div className="card certificate">
        <p className="claim">{claimText(report, settings)}</p>
        {shortfall ? <p>{shortfall}</p> : null}
        {allowed && !isFixed ? <p>{allowed}</p> : null}
        <p>{(isFixed ? proof.textFixed : proof.text)(format.number(dispatches, 0))}</p>
        {isCeiling ? <p>{proof.ceiling}</p> : null}
        {totalCost < lowerBoundTotalCost - CENT ? null : (
          <div className="rule">
            <div className="bar" aria-hidden="true">
              <span style={{ flexGrow: Math.max(0, lowerBoundTotalCost) }} />
              <span style={{ flexGrow: Math.max(0, totalCost - lowerBoundTotalCost) }} />
            </div>
            <p>
              <span className="small muted">{isFixed ? proof.boundFixed : proof.bound}</span>
              <br />
              <strong>{format.eur(lowerBoundTotalCost)}</strong>
            </p>
            <p>
              <span className="small muted">{isCeiling ? proof.foundWithForesight : proof.found}</span>
              <br />
              <strong>{format.eur(totalCost)}</strong>
            </p>
          </div>
        )}
        <p className="small muted">
          {proof.solver(solver, version, format.number(solveMs, 0))}
          {engineVersion && dataVersion ? `. ${proof.versions(engineVersion, dataVersion)}.` : null}
        </p>
      </div>
      {control ? <Controllers control={control} isFixed={isFixed} totalCost={totalCost + foresightEur} /> : null}
    </Section>
  )
}

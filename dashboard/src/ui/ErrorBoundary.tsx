import { Component, type ReactNode } from "react"
import { useSettings } from "../lib/settings.tsx"

interface BoundaryProps {
  children: ReactNode
  /** The page that is shown; another one is tried by itself. */
  of: string
}

interface BoundaryState {
  error?: Error | undefined
}

/** A script that the service no longer has, or that did not arrive: only a reload brings it. */
const isMissingScript = ({ message }: Error): boolean => /module|import/i.test(message)

const Failure = ({ error, onRetry }: { error: Error; onRetry(): void }) => {
  const { text } = useSettings()
  const isScript = isMissingScript(error)
  return (
    <div className="loading" role="alert">
      <h1>{isScript ? text.common.scriptGone : text.common.broken}</h1>
      {isScript ? null : (
        <p className="message bad" translate="no">
          <cite>{error.message}</cite>
        </p>
      )}
      <p>
        <button type="button" onClick={isScript ? () => location.reload() : onRetry}>
          {isScript ? text.common.reload : text.report.retry}
        </button>
      </p>
    </div>
  )
}

/** Shows what went wrong in place of a part that could not be drawn, with a button that tries again. */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = {}

  static getDerivedStateFromError(error: Error): BoundaryState {
    return { error }
  }

  override componentDidUpdate(before: BoundaryProps): void {
    if (before.of !== this.props.of && this.state.error) this.setState({ error: undefined })
  }

  override render(): ReactNode {
    const { error } = this.state
    return error ? <Failure error={error} onRetry={() => this.setState({ error: undefined })} /> : this.props.children
  }
}

import { Component, type ReactNode, useEffect, useRef, useState } from "react"
import { MissingScript } from "../lib/arriving.ts"
import { useConnection } from "../lib/connection.ts"
import { useSettings } from "../lib/settings.tsx"

interface FailureProps {
  error: Error
  onRetry(): void
}

/** Error in place of a part of the page. A missing script is retried once the connection is back. */
export const Failure = ({ error, onRetry }: FailureProps) => {
  const { text } = useSettings()
  const { returns, isOutdated } = useConnection()
  const isMissing = error instanceof MissingScript
  const shownAt = useRef(returns)
  useEffect(() => {
    if (isMissing && returns !== shownAt.current) onRetry()
  })
  return (
    <div className="loading" role="alert">
      <h2>{isMissing ? text.common.scriptGone : text.common.broken}</h2>
      {isMissing ? null : (
        <p className="message bad" translate="no">
          <cite>{error.message}</cite>
        </p>
      )}
      <p className="row">
        <button type="button" onClick={onRetry}>
          {text.report.retry}
        </button>
        {isOutdated ? (
          <button type="button" onClick={() => location.reload()}>
            {text.common.reload}
          </button>
        ) : null}
      </p>
    </div>
  )
}

/** Error of an action started by a click: `shown` displays it until the next try. */
export const useFailure = (onRetry?: () => void) => {
  const [error, fail] = useState<Error>()
  const retry = () => {
    fail(undefined)
    onRetry?.()
  }
  return { fail, hasFailed: error !== undefined, shown: error ? <Failure error={error} onRetry={retry} /> : null }
}

interface BoundaryProps {
  children: ReactNode
  /** Identity of the children; a new value triggers a retry. */
  of?: string
  /** Called before a retry. */
  onRetry?(): void
}

interface BoundaryState {
  error?: Error | undefined
}

/** Shows the error instead of a part that could not be drawn, with a retry button. */
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
    const retry = () => {
      this.props.onRetry?.()
      this.setState({ error: undefined })
    }
    return error ? <Failure error={error} onRetry={retry} /> : this.props.children
  }
}

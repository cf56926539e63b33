import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react"
import { arriving } from "../lib/arriving.ts"
import { ErrorBoundary } from "./ErrorBoundary.tsx"
import { Waiting } from "./Waiting.tsx"

/** A part of the page that comes when it is first shown; if it does not, that is said in its place alone. */
export const lazyPart = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  waiting: ReactNode = <Waiting />,
): ComponentType<P> => {
  // React keeps the result of a lazy component: after a failed import a new component is created.
  const create = () =>
    lazy(() =>
      arriving(load).catch(error => {
        latest = create()
        throw error
      }),
    )
  let latest = create()
  return props => {
    const [Part, setPart] = useState(() => latest)
    return (
      <ErrorBoundary onRetry={() => setPart(latest)}>
        <Suspense fallback={waiting}>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    )
  }
}

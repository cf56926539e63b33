import type { PanelModule } from "./panelModules.ts"

/** Largest number of panels on a roof: of one of its modules if it has any. */
export const mostPanels = ({
  maxPanelCount,
  modules,
}: {
  maxPanelCount: number
  modules?: readonly PanelModule[] | undefined
}): number => {
  const most = (modules ?? []).map(module => Math.min(maxPanelCount, module.maxPanelCount ?? maxPanelCount))
  return most.length > 0 ? Math.max(...most) : maxPanelCount
}

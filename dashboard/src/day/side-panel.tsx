// The panel beside a day or a week. The screen is drawn without it, and it is loaded right
// afterwards (DASH-24).

import { lazy, Suspense, useEffect } from 'react'
import type { PanelsProps } from './panels.tsx'

const load = () => import('./panels.tsx').then(({ Panels }) => ({ default: Panels }))
const Panels = lazy(load)

/**
 * Loads the panels once the day is drawn, before one is opened; if that fails, opening one retries.
 */
export function usePreloadPanels(isDrawn: boolean): void {
  useEffect(() => {
    if (isDrawn) void load().catch(() => {})
  }, [isDrawn])
}

// The panel is shown only once it is complete: if its fields appeared later, typed letters would be
// lost.
export const SidePanel = (props: PanelsProps) => (
  <Suspense>
    <Panels {...props} />
  </Suspense>
)

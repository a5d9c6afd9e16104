// The panel beside a day or a week. The screen is drawn without it, and the panel is loaded right
// after (DASH-24).

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

// It is shown only once complete: a panel whose fields appear later would lose letters that are
// typed.
export const SidePanel = (props: PanelsProps) => (
  <Suspense>
    <Panels {...props} />
  </Suspense>
)

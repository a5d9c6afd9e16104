// The panel beside a day or a week. They are drawn without it, and it is loaded right after (DASH-24).

import { lazy, Suspense, useEffect } from 'react'
import type { Shown } from './panels.tsx'

const load = () => import('./panels.tsx').then(({ Panels }) => ({ default: Panels }))
const Panels = lazy(load)

/** Loads the panels once the day is drawn, before anybody has opened one; where that fails, opening one tries again. */
export function usePanelsAfter(isDrawn: boolean): void {
  useEffect(() => {
    if (isDrawn) void load().catch(() => {})
  }, [isDrawn])
}

// It comes whole: a panel without its fields yet would lose the letters that are typed into it.
export const SidePanel = (shown: Shown) => (
  <Suspense>
    <Panels {...shown} />
  </Suspense>
)

import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Whether the page is being printed: print-only content is drawn then, before the browser lays the
 * page out.
 */
export function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(() => matchMedia('print').matches)
  useEffect(() => {
    const listeners = new AbortController()
    const { signal } = listeners
    const set = (isNow: boolean) => flushSync(() => setIsPrinting(isNow))
    addEventListener('beforeprint', () => set(true), { signal })
    addEventListener('afterprint', () => set(false), { signal })
    // A print preview in the developer tools fires no event.
    matchMedia('print').addEventListener('change', ({ matches }) => set(matches), { signal })
    return () => listeners.abort()
  }, [])
  return isPrinting
}

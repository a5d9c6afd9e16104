import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed: what is on paper alone is drawn then, before the browser lays the page out. */
export function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(() => matchMedia('print').matches)
  useEffect(() => {
    const listeners = new AbortController()
    const { signal } = listeners
    const set = (is: boolean) => flushSync(() => setIsPrinting(is))
    addEventListener('beforeprint', () => set(true), { signal })
    addEventListener('afterprint', () => set(false), { signal })
    // A preview in the tools of a browser tells of no printing.
    matchMedia('print').addEventListener('change', ({ matches }) => set(matches), { signal })
    return () => listeners.abort()
  }, [])
  return isPrinting
}

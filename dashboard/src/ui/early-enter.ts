import { useEffect, useState } from 'react'

/**
 * Handles Enter in a field whose results are still loading, which a fast typist presses before the
 * answer. It takes effect after the answer, and not on results for fewer letters. Returns a
 * function that reports that Enter was pressed, or that more letters followed it.
 */
export function useEarlyEnter(isAsking: boolean, run: () => void): (isPressed: boolean) => void {
  const [isPressed, setIsPressed] = useState(false)
  useEffect(() => {
    if (!isPressed || isAsking) return
    setIsPressed(false)
    run()
  }, [isPressed, isAsking, run])
  return setIsPressed
}

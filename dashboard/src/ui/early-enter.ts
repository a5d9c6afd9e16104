import { useEffect, useState } from 'react'

/**
 * Enter in a field whose results are still loading: a fast typist presses it before the answer.
 * It then does what it does after the answer, and not something with results for fewer letters.
 * Returns a function that says that it was pressed, or that other letters came after it.
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

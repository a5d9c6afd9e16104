import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Returns a reference for an element, and whether it is on the screen or within a screen's width or
 * height of it.
 */
export function useIsNear<ElementType extends HTMLElement>(
  isInitiallyNear: boolean,
): [RefObject<ElementType | null>, boolean] {
  const element = useRef<ElementType>(null)
  const [isNear, setIsNear] = useState(isInitiallyNear)
  useEffect(() => {
    if (!element.current) return undefined
    const observer = new IntersectionObserver(
      ([entry]) => entry && setIsNear(entry.isIntersecting),
      { rootMargin: '50%', scrollMargin: '50%' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, isNear]
}

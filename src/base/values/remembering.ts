/**
 * Caches a function of objects: its result for each object is computed once, and must depend on
 * nothing else. A result is released with its object.
 */
export function memoize<K extends object, V>(work: (key: K) => V): (key: K) => V {
  const answers = new WeakMap<K, V>()
  return (key) => {
    const cached = answers.get(key)
    // Undefined can be a result too; it is rare, and needs a second look-up.
    if (cached !== undefined || answers.has(key)) return cached as V
    const answer = work(key)
    answers.set(key, answer)
    return answer
  }
}

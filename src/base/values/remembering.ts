/**
 * Caches a function of objects: its result for each object is computed once, and must depend on nothing else. A result is released with its
 * object.
 */
export function remembering<K extends object, V>(work: (key: K) => V): (key: K) => V {
  const answers = new WeakMap<K, V>()
  return (key) => {
    const known = answers.get(key)
    // Undefined can be a result too; it is rare, and needs a second look-up.
    if (known !== undefined || answers.has(key)) return known as V
    const answer = work(key)
    answers.set(key, answer)
    return answer
  }
}

/** A function of objects that works its answer out once for each: it must depend on nothing else. An answer goes with its object. */
export function remembering<K extends object, V>(work: (key: K) => V): (key: K) => V {
  const answers = new WeakMap<K, V>()
  return (key) => {
    const known = answers.get(key)
    // Also an answer that is undefined is an answer; it is rare, and looked for twice.
    if (known !== undefined || answers.has(key)) return known as V
    const answer = work(key)
    answers.set(key, answer)
    return answer
  }
}

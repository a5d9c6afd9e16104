// What somebody may have meant by a name that is none.

// More is no help, and each comparison takes time.
const candidatesMax = 1_000
const lengthMax = 64

/** The candidate that differs least from a word, in letters added, left out, replaced or swapped; undefined where none is alike. */
export function nearestTo(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > lengthMax) return undefined
  const wanted = word.toLowerCase()
  let nearest: string | undefined
  // A third of the letters may be wrong.
  let least = Math.max(1, Math.floor(word.length / 3)) + 1
  let compared = 0
  for (const candidate of candidates) {
    compared += 1
    if (compared > candidatesMax) break
    if (Math.abs(candidate.length - word.length) >= least) continue
    const distance = distanceBetween(wanted, candidate.toLowerCase())
    if (distance < least) [nearest, least] = [candidate, distance]
  }
  return nearest
}

/** How many letters have to be added, left out, replaced, or swapped with the next. */
function distanceBetween(one: string, other: string): number {
  let twoAbove: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        (above[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (above[column - 1] as number) + (isSame ? 0 : 1),
        isSwapped ? (twoAbove[column - 2] as number) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    ;[twoAbove, above] = [above, current]
  }
  return above[other.length] as number
}

// Suggests what an unknown name may have meant.

// More candidates do not help, and each comparison takes time.
const candidatesMax = 1_000
const lengthMax = 64
// Shorter words are part of too many names.
const partLengthMin = 4

/**
 * The candidate that differs least from a word, in letters added, left out, replaced or swapped;
 * otherwise the shortest that contains the word, as `cancellationReason` contains `reason`;
 * undefined if none is similar.
 */
export function findNearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > lengthMax) return undefined
  const lowerCaseWord = word.toLowerCase()
  let nearest: string | undefined
  let containing: string | undefined
  // A third of the letters may be wrong.
  let least = Math.max(1, Math.floor(word.length / 3)) + 1
  let compared = 0
  for (const candidate of candidates) {
    compared += 1
    if (compared > candidatesMax) break
    const isPart = word.length >= partLengthMin && candidate.toLowerCase().includes(lowerCaseWord)
    if (isPart && !(containing && containing.length <= candidate.length)) containing = candidate
    if (Math.abs(candidate.length - word.length) >= least) continue
    const distance = editDistance(lowerCaseWord, candidate.toLowerCase(), least)
    if (distance < least) [nearest, least] = [candidate, distance]
  }
  return nearest ?? containing
}

/**
 * The number of letters to be added, left out, replaced, or swapped with the next; at most
 * `enough`.
 */
function editDistance(one: string, other: string, distanceMax: number): number {
  const width = other.length + 1
  let twoAbove = new Uint8Array(width)
  let above = new Uint8Array(width).map((_, column) => column)
  let current = new Uint8Array(width)
  let leastAbove = 0
  for (let row = 1; row <= one.length; row += 1) {
    // Cells at a distance of `enough` from the diagonal cost at least that much, so only nearer
    // ones are computed.
    const first = Math.max(1, row - distanceMax + 1)
    const last = Math.min(other.length, row + distanceMax - 1)
    current.fill(distanceMax)
    if (first === 1) current[0] = row
    let least = distanceMax
    for (let column = first; column <= last; column += 1) {
      const isSame = one.charCodeAt(row - 1) === other.charCodeAt(column - 1)
      let cost = Math.min(
        (above[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (above[column - 1] as number) + (isSame ? 0 : 1),
      )
      const isSwapped =
        row > 1 &&
        column > 1 &&
        one.charCodeAt(row - 1) === other.charCodeAt(column - 2) &&
        one.charCodeAt(row - 2) === other.charCodeAt(column - 1)
      if (isSwapped) cost = Math.min(cost, (twoAbove[column - 2] as number) + 1)
      current[column] = cost
      least = Math.min(least, cost)
    }
    // A row costs no less than the cheaper of the two above it.
    if (least >= distanceMax && leastAbove >= distanceMax) return distanceMax
    leastAbove = least
    ;[twoAbove, above, current] = [above, current, twoAbove]
  }
  return above[other.length] as number
}

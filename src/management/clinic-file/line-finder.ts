// Finds the line of a path in a file.

import { type Document, isAlias, isMap, isScalar, isSeq, type LineCounter, type Node } from 'yaml'

/**
 * Finds the line of a path (`practitioners.asha-rao.at.jaipur`), or of its longest part that
 * exists; undefined if no part does.
 */
export function lineFinder(
  document: Document,
  lines: LineCounter,
): (path: string) => number | undefined {
  return (path) => {
    let node: unknown = document.contents
    let rest = path
    let offset: number | undefined
    while (rest !== '') {
      if (isAlias(node)) node = node.resolve(document)
      const step = findStep(node, rest)
      if (!step) break
      offset = step.named?.range?.[0] ?? offset
      node = step.value
      rest = rest.slice(step.length + 1)
    }
    return offset === undefined ? undefined : lines.linePos(offset).line
  }
}

interface Step {
  /** The node at which the member begins. */
  named: Node | null | undefined
  value: unknown
  /** The length of the matched part of the path. */
  length: number
}

function findStep(node: unknown, rest: string): Step | undefined {
  if (isMap(node)) return findMember(node, rest)
  return isSeq(node) ? findItem(node, rest) : undefined
}

/** The member that a path begins with: names may contain dots, so the longest match counts. */
function findMember(
  { items }: { items: readonly { key: unknown; value: unknown }[] },
  rest: string,
): Step | undefined {
  let found: Step | undefined
  for (const { key, value } of items) {
    if (!isScalar(key)) continue
    const name = String(key.value)
    const isMeant = rest === name || rest.startsWith(`${name}.`)
    if (isMeant && name.length > (found?.length ?? -1))
      found = { named: key, value, length: name.length }
  }
  return found
}

function findItem({ items }: { items: readonly unknown[] }, rest: string): Step | undefined {
  const [position = ''] = /^\d+(?=\.|$)/.exec(rest) ?? []
  const item = position === '' ? undefined : (items[Number(position)] as Node | undefined)
  return item && { named: item, value: item, length: position.length }
}

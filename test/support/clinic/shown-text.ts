import { formatText } from '../../../src/doors/cli/table.ts'
import { words } from '../../../src/doors/cli/words/words.ts'
import type { Json } from './harness.ts'

/** The result of an operation as a terminal shows it. */
export async function renderResult(name: string, result: Json, input: Json = {}): Promise<string> {
  const commands = (await Promise.all(words.map(({ load }) => load()))).flat()
  const found = commands.find(({ operation }) => operation.name === name)
  return formatText(found?.words.formatResult?.(result, input, {}) ?? '')
}

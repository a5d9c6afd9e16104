// Objects of the settings whose keys are names: what the keys mean, and which ones there can be.

import { memberAt } from './draft.ts'
import type { Choice } from './picker-choices.ts'
import { type ListRow, listRowMembers } from './row-members.ts'
import type { Path, Schema } from './schema.ts'

/** An entry whose key is given elsewhere, so that it is neither added nor removed. */
export interface GivenEntry extends Choice {
  /** The members that belong to it. */
  members: readonly string[]
}

/** The keys are languages, as in texts that patients read. */
export const isByLanguage = ({ propertyNames }: Schema): boolean =>
  propertyNames?.format === 'language'

/**
 * The questions of a form, or the options of one, which a translation has under the same keys;
 * undefined for anything else. They are titled in the language of the form.
 */
export function listGivenEntries(
  { additionalProperties }: Schema,
  path: Path,
  shown: unknown,
): GivenEntry[] | undefined {
  const [section, form = '', member, , list, question, options] = path
  if (section !== 'forms' || member !== 'translations' || list !== 'questions') return undefined
  const questions = (memberAt(shown, [section, form, list]) ?? []) as ListRow[]
  const rows =
    options === undefined
      ? questions
      : ((questions.find(({ key }) => key === question)?.options ?? []) as ListRow[])
  const { properties = {} } = additionalProperties === true ? {} : additionalProperties || {}
  return rows.map((row) => ({
    value: String(row.key),
    label: String(row.label || row.key),
    members: listRowMembers(properties, { kind: row.kind }, { isFirst: true, earlier: [] }),
  }))
}

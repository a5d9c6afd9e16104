// The searchable text of a medicine: its name and generic name, folded.

import { folded } from '../../../base/values/text.ts'

// Longer texts would not fit into an index.
const searchTextBytesMax = 2_000

/** The form in which medicines and search terms are compared: a part of a name remains a part after folding. */
export function searchForm(text: string): string {
  // The only letter whose folding depends on its position in the word.
  return folded(text).replaceAll('ς', 'σ')
}

/** A line break separates the two: no term contains one, so none matches across them. */
export function searchTextOf(name: string, genericName: string | undefined): string {
  return `${searchForm(name)}\n${searchForm(genericName ?? '')}`
}

export function isSearchable(name: string, genericName: string | undefined): boolean {
  return Buffer.byteLength(searchTextOf(name, genericName)) <= searchTextBytesMax
}

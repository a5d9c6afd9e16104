// The searchable text of a medicine: its name and generic name, folded.

import { foldText } from '../../../base/values/text.ts'

// Longer texts would not fit into an index.
const searchTextBytesMax = 2_000

/**
 * The form in which medicines and search terms are compared: a part of a name remains a part after
 * folding.
 */
export function toSearchForm(text: string): string {
  // Sigma is the only letter whose folding depends on its position in the word.
  return foldText(text).replaceAll('ς', 'σ')
}

/** A line break separates the two: no term contains one, so none matches across them. */
export function buildSearchText(name: string, genericName: string | undefined): string {
  return `${toSearchForm(name)}\n${toSearchForm(genericName ?? '')}`
}

export function isSearchable(name: string, genericName: string | undefined): boolean {
  return Buffer.byteLength(buildSearchText(name, genericName)) <= searchTextBytesMax
}

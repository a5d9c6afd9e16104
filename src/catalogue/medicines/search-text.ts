// The text a medicine is found by: its name and generic name, folded.

import { folded } from '../../values/text.ts'

// Longer texts would not fit into an index.
const searchTextBytesMax = 2_000

/** The form in which medicines and what is looked for are compared: a part of the one is a part of the other. */
export function searchForm(text: string): string {
  // The one letter that is folded by its place in the word.
  return folded(text).replaceAll('ς', 'σ')
}

/** A line end parts the two: no term holds one, so none reaches across. */
export function searchTextOf(name: string, genericName: string | undefined): string {
  return `${searchForm(name)}\n${searchForm(genericName ?? '')}`
}

export function isSearchable(name: string, genericName: string | undefined): boolean {
  return Buffer.byteLength(searchTextOf(name, genericName)) <= searchTextBytesMax
}

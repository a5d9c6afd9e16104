// Syntax errors of a YAML file, in plain words.

import type { YAMLError } from 'yaml'

const words: Partial<Record<YAMLError['code'], string>> = {
  BAD_INDENT: 'is indented otherwise than the lines it belongs to',
  TAB_AS_INDENT: 'is indented with a tab; indent with blanks',
  MULTIPLE_DOCS: 'begins a second document with ---; a clinic file is one',
  BLOCK_AS_IMPLICIT_KEY: 'does not fit what comes before it: a text with a colon needs quotes, and what belongs to a name goes below it, indented',
  MULTILINE_IMPLICIT_KEY: 'is a name without a colon, or a text that goes on without quotes',
  BAD_SCALAR_START: 'begins a text with a character that needs quotes',
  BAD_DQ_ESCAPE: 'has a backslash that means nothing in double quotes; use single ones',
  UNEXPECTED_TOKEN: 'has something that does not belong there: a bracket, a comma or a quote too many',
}

/** Describes a syntax error. */
export function syntaxWords({ code, message }: YAMLError): string {
  if (code === 'MISSING_CHAR' && /quote/.test(message)) return 'lacks the quote that closes a text, here or before'
  if (code === 'MISSING_CHAR' || (code === 'BAD_INDENT' && /^Flow/.test(message))) return 'lacks a bracket, a comma or a colon, here or before'
  return words[code] ?? `is not understood (${message})`
}

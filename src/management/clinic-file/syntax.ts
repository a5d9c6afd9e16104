// Syntax errors of a YAML file, in plain words.

import type { YAMLError } from 'yaml'

const errorTexts: Partial<Record<YAMLError['code'], string>> = {
  BAD_INDENT: 'is not indented like the lines it belongs to',
  TAB_AS_INDENT: 'is indented with a tab; indent with blanks',
  MULTIPLE_DOCS: 'begins a second document with ---; a clinic file is a single document',
  BLOCK_AS_IMPLICIT_KEY:
    'does not fit what comes before it: a text with a colon needs quotes, and the content of a name must be indented below it',
  MULTILINE_IMPLICIT_KEY: 'is a name without a colon, or a text of several lines without quotes',
  BAD_SCALAR_START: 'begins a text with a character that needs quotes',
  BAD_DQ_ESCAPE: 'has a backslash that is not valid in double quotes; use single quotes',
  UNEXPECTED_TOKEN: 'has an unexpected character, such as an extra bracket, comma or quote',
}

/** Describes a syntax error. */
export function describeSyntaxError({ code, message }: YAMLError): string {
  if (code === 'MISSING_CHAR' && /quote/.test(message))
    return 'lacks the quote that closes a text, here or before'
  if (code === 'MISSING_CHAR' || (code === 'BAD_INDENT' && /^Flow/.test(message)))
    return 'lacks a bracket, a comma or a colon, here or before'
  return errorTexts[code] ?? `is not understood (${message})`
}

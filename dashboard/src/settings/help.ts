// What a field says below its label: the description in the schema, in the words of a form and the
// language of the screen.

/** Words for people who write a clinic file by hand. */
const wordsOfFiles =
  /omitted|\bQMS\b|SCHEDULED|OFFLINE|ONLINE|HOME_|WALK_IN|data URL|`|secret:|HH:MM|\bISO|the file|\btrue\b|\bfalse\b|[{}]|in quotes/

/** The help in English, as the schema is. */
function readHelp(description: string): string {
  const sentences = description
    .replace(/^([^;.]+) when omitted\./, 'If empty: $1.')
    .replace(/; ([^;.]+) when omitted\./, '; if empty: $1.')
    .replace(/; default: /, '; if empty: ')
    .replace('Omitted: ', 'If empty: ')
    .split(/(?<=\.) /)
    .filter((sentence) => !wordsOfFiles.test(sentence))
  return sentences.join(' ').trim()
}

/**
 * The help of a field; undefined if the label says as much, or nothing is left for a form.
 * `translations`: the help in the language of the screen, by the English one; none for English.
 */
export function fieldHelp(
  description: string | undefined,
  label: string,
  translations?: Readonly<Record<string, string>>,
): string | undefined {
  const english = readHelp(description ?? '')
  const help = translations ? translations[english] : english
  const isSaid = help?.replace(/[.।]$/, '').toLowerCase() === label.toLowerCase()
  return help === '' || isSaid ? undefined : help
}

// What a field says below its label: the description in the schema, in the words of a form.

/** Words for people who write a clinic file by hand. */
const wordsOfFiles =
  /omitted|\bQMS\b|SCHEDULED|OFFLINE|ONLINE|HOME_|WALK_IN|data URL|`|secret:|HH:MM|\bISO|the file|\btrue\b|\bfalse\b|[{}]|in quotes/

/** The help of a field; undefined if the label says as much, or nothing is left for a form. */
export function fieldHelp(description: string | undefined, label: string): string | undefined {
  const sentences = (description ?? '')
    .replace(/^([^;.]+) when omitted\./, 'If empty: $1.')
    .replace(/; ([^;.]+) when omitted\./, '; if empty: $1.')
    .replace(/; default: /, '; if empty: ')
    .split(/(?<=\.) /)
    .filter((sentence) => !wordsOfFiles.test(sentence))
  const help = sentences.join(' ').trim()
  const isSaid = help.replace(/\.$/, '').toLowerCase() === label.toLowerCase()
  return help === '' || isSaid ? undefined : help
}

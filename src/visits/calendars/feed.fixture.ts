// Feeds as other programs write them.

/** A feed of these components, each a list of lines. */
export function feed(...components: (readonly string[])[]): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//tests//',
    ...components.flat(),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}

let events = 0

/** An event with these lines, and a new UID if they have none. */
export function event(...lines: readonly string[]): string[] {
  events += 1
  const uid = lines.some((line) => line.startsWith('UID:'))
    ? []
    : [`UID:event-${events}@example.com`]
  return [
    'BEGIN:VEVENT',
    ...uid,
    'DTSTAMP:20260101T000000Z',
    'SUMMARY:Canary of the dentist',
    ...lines,
    'END:VEVENT',
  ]
}

// The words of a waiting room's board. `{token}`, `{door}` and similar placeholders are filled in.

export interface BoardWords {
  watch: string
  next: string
  absent: string
  askDesk: string
  inside: string
  /** Shown for a running queue in which no one has been called yet. */
  quiet: string
  /** Shown if no queue is running. */
  closed: string
  upTo: string
  minutes: string
  /** The spoken text of a call. */
  spoken: string
  speak: string
  /** Spoken when sound is switched on, to show that it works. */
  speaks: string
  /** Used instead of `speak` if the browser needs a touch first. */
  touch: string
  lost: string
  gone: string
}

export const board: BoardWords = {
  watch: 'Please watch for your number',
  next: 'Next',
  absent: 'Called, not here',
  askDesk: 'ask at the desk',
  inside: 'in consultation',
  quiet: 'Your number is shown here when it is your turn.',
  closed: 'No numbers are being called now.',
  upTo: 'up to {to} min',
  minutes: '{range} min',
  spoken: 'Number {token}, {door}.',
  speak: 'Speak the numbers',
  speaks: 'Numbers are spoken.',
  touch: 'Touch here to hear the numbers again',
  lost: 'No connection since {time}. Please listen for your number, or ask at the desk.',
  gone: 'This board has a new link. Staff can find it in the dashboard, next to the queue.',
}

// What the screen of a queue says.

export const line = {
  title: 'Queue',
  shifts: 'Queue shifts',
  noShifts: 'No queue shift runs here on this day. The clinic file says when there is one.',
  runsSince: (clock: string) => `Runs since ${clock}`,
  given: (given: number, all: number) => `${given} of ${all} tokens given`,
  start: 'Start the queue',
  end: 'End the queue',
  endAsk: (waiting: number) =>
    waiting === 0
      ? 'End the queue for today? It does not start again.'
      : `End the queue for today? ${waiting} still waiting are cancelled, and it does not start again.`,
  callNext: (token: string) => `Call ${token}`,
  nobodyWaits: 'Nobody waits',
  waiting: (count: number) => `Waiting (${count})`,
  skipped: (count: number) => `Skipped (${count})`,
  done: (count: number) => `Over (${count})`,
  sinceMinutes: (minutes: number) => (minutes === 0 ? 'just now' : `for ${minutes} min`),
  wait: (from: number, to: number) => (from === 0 ? `up to ${to} min` : `${from}–${to} min`),
  actions: {
    begin: 'Begin',
    complete: 'Complete',
    recall: 'Call again',
    skip: 'Skip',
    return: 'Wait again',
    noShow: 'Absent',
    takeBack: 'Take back',
    move: 'Move …',
    cancel: 'Cancel …',
  },
  asks: {
    move: (token: string) => `Give ${token} another place`,
    cancel: (token: string) => `Cancel ${token}? The number is not given again.`,
  },
  place: 'Place in line, 1 for the first',
  give: 'Give a token',
  giveNumber: 'Give the next number',
  name: 'Name',
  slip: 'Slip',
  another: 'Another token',
  isNext: 'You are next.',
  ahead: (people: number) => (people === 1 ? '1 person is ahead of you.' : `${people} people are ahead of you.`),
  scan: 'Scan to see your place in line.',
  codeAlt: 'Code that opens the patient’s page',
}

export const lineRefusals = {
  TURN_STANDS: 'This was more than a minute ago, and can no longer be taken back.',
  TOKEN_NOT_ACTABLE: 'Another desk was faster: this token has changed meanwhile.',
  TOKEN_NOT_FOUND: 'This token is not there any more.',
  QUEUE_SHIFT_NOT_FOUND: 'This shift is not there any more.',
  QUEUE_NOT_THERE: 'This queue has not been started, and nobody has a token of it.',
  QUEUE_OF_ANOTHER_DAY: 'A queue is started on its own day.',
  QUEUE_NOT_ON_OFFER: 'This shift does not run today.',
  QUEUE_RUNS: 'The queue runs already.',
  QUEUE_OVER: 'The queue has ended for today.',
  QUEUE_NOT_STARTED: 'The queue has not been started.',
  SHIFT_FULL: 'Every token of this shift is given out.',
  SHIFT_ENDED: 'The queue has ended for today.',
  SHIFT_NOT_FOUND: 'This shift is not there any more.',
  SHIFT_NOT_ON_OFFER: 'This shift does not run on this day.',
}

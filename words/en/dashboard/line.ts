// The words of the queue screen.

export const line = {
  title: 'Queue',
  shifts: 'Queue shifts',
  noShifts: 'No queue shift runs here on this day. The settings say when shifts run.',
  runningSince: (clock: string) => `Running since ${clock}`,
  given: (given: number, all: number) => `${given} of ${all} tokens given`,
  start: 'Start the queue',
  end: 'End the queue',
  endAsk: (waiting: number) =>
    waiting === 0
      ? 'End the queue for today? It cannot be started again.'
      : `End the queue for today? ${waiting} waiting ${waiting === 1 ? 'patient is' : 'patients are'} cancelled, and the queue cannot be started again.`,
  callNext: (token: string) => `Call ${token}`,
  noOneWaiting: 'No one is waiting',
  waiting: (count: number) => `Waiting (${count})`,
  skipped: (count: number) => `Skipped (${count})`,
  done: (count: number) => `Finished (${count})`,
  sinceMinutes: (minutes: number) => (minutes === 0 ? 'just now' : `for ${minutes} min`),
  wait: (from: number, to: number) => (from === 0 ? `up to ${to} min` : `${from}–${to} min`),
  actions: {
    begin: 'Begin',
    complete: 'Complete',
    recall: 'Call again',
    skip: 'Skip',
    return: 'Back to waiting',
    noShow: 'Absent',
    takeBack: 'Undo',
    move: 'Move …',
    cancel: 'Cancel …',
  },
  asks: {
    move: (token: string) => `Move ${token} to another place`,
    cancel: (token: string) => `Cancel ${token}? The number will not be used again.`,
  },
  place: 'Place in line (1 is first)',
  give: 'Give a token',
  issueNextNumber: 'Give the next number',
  alreadyHas: (token: string) => `already has ${token} in this queue`,
  name: 'Name',
  slip: 'Slip',
  another: 'Another token',
  isNext: 'You are next.',
  ahead: (people: number) =>
    people === 1 ? '1 person is ahead of you.' : `${people} people are ahead of you.`,
  scan: 'Scan to see your place in line.',
  codeAlt: 'QR code that opens the patient’s page',
}

export const lineRefusals = {
  TOKEN_UNDO_EXPIRED: 'This was more than a minute ago and can no longer be undone.',
  TOKEN_ACTION_NOT_ALLOWED: 'Another desk was faster: this token has already changed.',
  TOKEN_NOT_FOUND: 'This token no longer exists.',
  QUEUE_SHIFT_NOT_FOUND: 'This shift no longer exists.',
  QUEUE_NOT_FOUND: 'This queue has not been started and has no tokens.',
  QUEUE_ON_ANOTHER_DAY: 'A queue can be started only on its own day.',
  QUEUE_NOT_OFFERED: 'This shift does not run today.',
  QUEUE_ALREADY_RUNNING: 'The queue is already running.',
  QUEUE_ENDED: 'The queue has ended for today.',
  QUEUE_NOT_STARTED: 'The queue has not been started.',
  SHIFT_FULL: 'All tokens of this shift have been given out.',
  SHIFT_ENDED: 'The queue has ended for today.',
  SHIFT_NOT_FOUND: 'This shift no longer exists.',
  SHIFT_NOT_ON_OFFER: 'This shift does not run on this day.',
}

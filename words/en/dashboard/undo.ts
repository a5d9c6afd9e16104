export const undo = {
  title: 'Undo',
  undo: 'Undo',
  within: (seconds: number) => `U undoes it, for ${seconds} seconds.`,
  under: 'Undoing …',
  undone: (what: string) => `Undone: ${what}`,
  stays: (what: string) => `Not undone: ${what}`,
  finalOnline: 'An online refund is final and cannot be undone.',
  did: {
    ARRIVED: (patient: string) => `${patient} has arrived.`,
    CONFIRMED: (patient: string) => `The visit of ${patient} is confirmed.`,
    IN_CONSULTATION: (patient: string) => `The consultation of ${patient} has begun.`,
    COMPLETED: (patient: string) => `The visit of ${patient} is completed.`,
    NO_SHOW: (patient: string) => `${patient} is marked as a no-show.`,
    CANCELLED: (patient: string) => `The visit of ${patient} is cancelled.`,
    PAID: (patient: string, amount: string, method: string) =>
      `${patient} paid ${amount}: ${method}.`,
    MOVED_ALL: (visits: number) =>
      visits === 1 ? '1 visit was moved.' : `${visits} visits were moved.`,
    CANCELLED_ALL: (visits: number) =>
      visits === 1 ? '1 visit was cancelled.' : `${visits} visits were cancelled.`,
  },
  token: {
    call: (token: string) => `${token} was called.`,
    recall: (token: string) => `${token} was called again.`,
    begin: (token: string) => `The consultation of ${token} has begun.`,
    complete: (token: string) => `${token} is completed.`,
    skip: (token: string) => `${token} was skipped.`,
    return: (token: string) => `${token} waits again.`,
    noShow: (token: string) => `${token} is marked as absent.`,
    move: (token: string) => `${token} was moved in line.`,
    cancel: (token: string) => `${token} is cancelled.`,
  },
}

export const undoRefusals = {
  CHANGE_NOT_FOUND: 'There is nothing left here that could be undone.',
  CHANGE_ALREADY_UNDONE: 'This has already been undone.',
  CHANGE_UNDO_EXPIRED:
    'The time to undo this is over, and the patient may have been told. Change the visit instead.',
  VISIT_CHANGED_SINCE:
    'This has changed again in the meantime, so nothing was undone. Look at it first.',
  VISIT_ON_ANOTHER_DAY:
    'This visit is on another day. Move it to today first, or book a visit now.',
}

export const move = {
  open: 'Move …',
  title: 'Another time',
  from: 'From',
  same: 'The length and the price stay the same.',
  told: 'The patient gets a message, if there is an address for it.',
  untold: 'No message is sent.',
  ofAll: 'Times of all practitioners',
  ofAllHint:
    'A visit stays with its practitioner. If you choose a time with another practitioner, a new visit is booked at its own price, and this one is then cancelled.',
  instead: (clock: string, doctor: string) =>
    `Instead of ${clock} with ${doctor}, which is cancelled next.`,
  elsewhere: (column: string) =>
    `${column}: a new visit at its own price; this one is cancelled next.`,
  none: 'No free times.',
  others: 'Other times …',
  under: (patient: string, from: string, to: string) => `${patient}: ${from} → ${to} …`,
  done: (patient: string, from: string, to: string) =>
    `${patient} was moved from ${from} to ${to}.`,
  free: 'free',
  taken: 'not free',
  hint: (key: string) =>
    `${key} picks up a visit; arrow keys move it, Enter drops it, Escape puts it back.`,
}

/** Why a time is not on offer, by the code of the rule that lists times. */
export const reason = {
  PRACTITIONER_INACTIVE: 'The practitioner no longer sees patients.',
  PRACTITIONER_USES_TOKENS: 'The practitioner uses tokens, not times.',
  LENGTH_NOT_OFFERED: 'Visits of this length are not offered.',
  BEYOND_HORIZON: 'This date is too far ahead.',
  BOOKED: 'Another visit is at this time.',
  HELD: 'The time is held for a payment.',
  BLOCKED_BY_CLINIC: 'The time is blocked by the clinic.',
  BLOCKED: 'The time is busy in another calendar.',
  PAST: 'The time has already started.',
  MODE_NOT_OFFERED: 'Visits of this kind are not offered.',
  OTHER_MODE: 'Only other kinds of visit are offered at this time.',
  OFF_GRID: 'No slot begins at this time.',
  DOES_NOT_FIT: 'The visit would end after working hours.',
  CLOSED: 'The clinic is closed at this time.',
  NO_HOURS: 'The practitioner does not work at this time.',
  TIME_DOES_NOT_EXIST: 'This time does not exist: the clocks go forward.',
  NOTICE: 'Patients have to book earlier than this.',
  HORIZON: 'Patients cannot book this far ahead.',
  GAP: 'The time between visits is kept free.',
  FULL_DAY: 'The practitioner has as many visits as patients may book.',
  TRAVEL: 'The time is kept free for the way to a home visit.',
  NEW_PATIENT: 'The practitioner takes no new patients.',
  KNOWN_PATIENT: 'These times are for new patients only.',
  NEW_PATIENT_LENGTH: 'A first visit takes longer.',
  UPCOMING_VISITS: 'The patient has as many upcoming visits as patients may have.',
}

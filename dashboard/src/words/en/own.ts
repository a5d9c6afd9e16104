// A time that is not on offer.

export const own = {
  open: 'A time that is not on offer …',
  title: 'A time that is not on offer',
  time: 'Time',
  reason: 'Reason',
  reasonHint: 'Kept with the visit, for staff alone.',
  leave: 'Choose a free time instead',
  notFree: 'This time is not free.',
  mark: 'Not on offer',
}

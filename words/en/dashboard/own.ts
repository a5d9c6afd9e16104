// A time that is not on offer.

export const own = {
  open: 'A time that is not offered …',
  title: 'A time that is not offered',
  time: 'Time',
  reason: 'Reason',
  reasonHint: 'Kept with the visit; only staff can see it.',
  leave: 'Choose a free time instead',
  notFree: 'This time is not free.',
  mark: 'Not offered',
  patientsCannot: 'Patients could not book this:',
}

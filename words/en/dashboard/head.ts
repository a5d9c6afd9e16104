// The words of what is shown about a patient.

export const head = {
  age: (years: number) => (years === 1 ? '1 year' : `${years} years`),
  last: 'Last visit',
  next: 'Next visit',
  due: 'Balance due',
  bookFor: (name: string) => `New visit: ${name}`,
  alert: 'Alert',
  alertEdit: 'Alert …',
  alertHint: 'What everyone has to see first',
  alertSave: 'Save the alert',
  absences: 'Absences',
  bookingRule: {
    label: 'Booking',
    edit: 'Booking …',
    like: 'Like everyone',
    BY_PHONE: 'By phone only',
    PAY_BEFORE: 'Pays in advance',
    hint: 'Applies to web pages and to programs that book for patients. The clinic can always book.',
    reason: 'Reason',
    reasonHint: 'Only staff can see it.',
    save: 'Save',
    since: (date: string) => `since ${date}`,
  },
}

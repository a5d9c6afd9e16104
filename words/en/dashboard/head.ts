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
}

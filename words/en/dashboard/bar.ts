// The command bar.

export const bar = {
  open: 'Search',
  title: 'Search and go',
  field: 'Visit, patient, screen or action',
  hint: 'Reference, name, phone number or action',
  found: (count: number) => (count === 1 ? '1 found' : `${count} found`),
  visitsOf: (patient: string) => `Visits of ${patient}, latest first`,
  record: (patient: string) => `Record of ${patient}`,
  groups: { visits: 'Visit', patients: 'Patient', go: 'Go to' },
}

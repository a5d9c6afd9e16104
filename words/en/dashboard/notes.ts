// The notes of a visit, and what was measured.

export const notes = {
  none: 'No notes',
  edit: 'Edit notes',
  save: 'Save',
  discard: 'Discard',
  now: (text: string) => `Now it says: ${text}`,
}

export const vitals = {
  title: 'Vitals',
  add: 'Add vitals',
  names: {
    systolic: 'Systolic',
    diastolic: 'Diastolic',
    pulse: 'Pulse',
    temperature: 'Temperature',
    spo2: 'Oxygen saturation',
    weight: 'Weight',
    height: 'Height',
  },
}

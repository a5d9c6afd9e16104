import type { Words } from '../../en/dashboard.ts'

export const notes: Words['notes'] = {
  none: 'Keine Notizen',
  edit: 'Notizen bearbeiten',
  save: 'Speichern',
  discard: 'Verwerfen',
  now: (text) => `Jetzt steht da: ${text}`,
}

export const vitals: Words['vitals'] = {
  title: 'Vitalwerte',
  add: 'Vitalwerte erfassen',
  names: {
    systolic: 'Systolisch',
    diastolic: 'Diastolisch',
    pulse: 'Puls',
    temperature: 'Temperatur',
    spo2: 'Sauerstoffsättigung',
    weight: 'Gewicht',
    height: 'Größe',
  },
}

import type { Words } from '../../en/dashboard.ts'

export const notes: Words['notes'] = {
  none: 'Sin notas',
  edit: 'Editar notas',
  save: 'Guardar',
  discard: 'Descartar',
  now: (text) => `Ahora dice: ${text}`,
}

export const vitals: Words['vitals'] = {
  title: 'Constantes vitales',
  add: 'Añadir constantes',
  names: {
    systolic: 'Sistólica',
    diastolic: 'Diastólica',
    pulse: 'Pulso',
    temperature: 'Temperatura',
    spo2: 'Saturación de oxígeno',
    weight: 'Peso',
    height: 'Altura',
  },
}

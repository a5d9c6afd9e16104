import type { Words } from '../en.ts'

export const terms: Words['terms'] = {
  length: 'Duración',
  minutes: (n) => `${n} min`,
  as: 'Reservada como',
  single: 'Una cita suelta',
  followUp: 'Una revisión',
  owned: (name, left, until) => `De ${name}: quedan ${left}, hasta el ${until}`,
  buy: (name, sessions) => `Comprar ${name}, ${sessions} sesiones`,
  noRoom: 'Sin sala',
  discountOpen: 'Descuento …',
  discount: 'Descuento',
  discountReason: 'Motivo',
  byFollowUp: 'El precio de una revisión.',
  byPack: (name, left) => `Se paga con ${name}; después quedan ${left}.`,
  ofPack: (name) => `El precio de ${name}; esta cita es la primera.`,
  international: 'El precio para pacientes del extranjero.',
  less: (charge, discount) => `${charge} menos ${discount}.`,
  kind: 'Tipo de cita',
  kinds: { CONSULTATION: 'Consulta', EMERGENCY: 'Urgencia', CHECK_UP: 'Revisión', PROCEDURE: 'Procedimiento', VACCINATION: 'Vacunación', LAB_TEST: 'Análisis' },
  edit: 'Cambiar el tipo o la sala',
  save: 'Guardar',
}

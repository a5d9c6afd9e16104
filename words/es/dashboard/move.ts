import type { Words } from '../../en/dashboard.ts'

export const move: Words['move'] = {
  open: 'Mover …',
  title: 'Otra hora',
  from: 'Desde',
  same: 'Dura y cuesta lo mismo.',
  told: 'Se avisa al paciente, si se le puede localizar.',
  untold: 'No se envía ningún mensaje.',
  ofAll: 'Horas de todos los profesionales',
  ofAllHint:
    'Una cita se queda con su profesional. La hora de otro se reserva de nuevo, a su precio, y esta cita se cancela después.',
  instead: (clock, doctor) => `En lugar de las ${clock} con ${doctor}, que se cancela después.`,
  elsewhere: (column) => `${column}: una cita nueva a su precio; esta se cancela después.`,
  none: 'No hay ninguna hora libre.',
  others: 'Otras horas …',
  under: (patient, from, to) => `${patient}: ${from} → ${to} …`,
  done: (patient, from, to) => `${patient}: de ${from} a ${to}.`,
  free: 'libre',
  taken: 'no libre',
  hint: (key) => `${key} toma una cita; las flechas la mueven, Intro la suelta, Escape la deja.`,
}

/** Why a time is not on offer, by the code of the rule that lists times. */
export const reason: Words['reason'] = {
  PRACTITIONER_INACTIVE: 'El profesional ya no atiende.',
  PRACTITIONER_USES_TOKENS: 'El profesional da números, no horas.',
  LENGTH_NOT_OFFERED: 'No se ofrecen citas de esta duración.',
  BEYOND_HORIZON: 'Esta fecha está demasiado lejos.',
  BOOKED: 'A esta hora hay otra cita.',
  HELD: 'La hora está reservada a la espera del pago.',
  BLOCKED_BY_CLINIC: 'La clínica ha bloqueado esta hora.',
  BLOCKED: 'La hora está ocupada en otro calendario.',
  PAST: 'La hora ya ha empezado.',
  MODE_NOT_OFFERED: 'No se ofrecen citas de este tipo.',
  OTHER_MODE: 'A esta hora hay citas de otro tipo.',
  OFF_GRID: 'A esta hora no empieza ninguna cita.',
  DOES_NOT_FIT: 'La cita no cabe antes del fin del horario.',
  CLOSED: 'La clínica está cerrada entonces.',
  NO_HOURS: 'El profesional no tiene horario entonces.',
  TIME_DOES_NOT_EXIST: 'El reloj salta esta hora.',
}

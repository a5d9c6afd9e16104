import type { Words } from '../../en/dashboard.ts'

export const late: Words['late'] = {
  title: 'Retraso',
  onTime: 'puntual',
  by: (minutes) => `${minutes} min de retraso`,
  minutes: 'Minutos',
  hint: 'Las citas conservan su hora. Quienes aún vienen hoy reciben un mensaje, y otro solo si el retraso aumenta.',
  patientsNotToldHint:
    'Las citas conservan su hora. No se avisa a nadie: esta clínica no envía mensajes sobre retrasos.',
  submit: 'Avisar',
  show: 'Mostrar el retraso',
  end: 'Otra vez puntual',
  ended: 'Otra vez puntual. No sale ningún mensaje.',
  noMorePatients: 'Hoy ya no viene nadie.',
  told: (n) => (n === 1 ? 'Se avisa ahora a un paciente.' : `Se avisa ahora a ${n} pacientes.`),
  untold: (n) =>
    `No sale ningún mensaje a los ${n} que aún vienen: ya lo saben, o la clínica no los envía.`,
}

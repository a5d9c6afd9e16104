import type { line as english, lineRefusals as refusals } from '../../en/dashboard/line.ts'

export const line: typeof english = {
  title: 'Cola',
  shifts: 'Turnos con cola',
  noShifts:
    'Este día no hay aquí ningún turno con cola. El archivo de la clínica dice cuándo lo hay.',
  runningSince: (clock) => `En marcha desde las ${clock}`,
  given: (given, all) => `${given} de ${all} números entregados`,
  start: 'Iniciar la cola',
  end: 'Terminar la cola',
  endAsk: (waiting) =>
    waiting === 0
      ? '¿Terminar la cola por hoy? No se vuelve a iniciar.'
      : `¿Terminar la cola por hoy? Se cancelan los ${waiting} que esperan y no se vuelve a iniciar.`,
  callNext: (token) => `Llamar a ${token}`,
  noOneWaiting: 'No espera nadie',
  waiting: (count) => `En espera (${count})`,
  skipped: (count) => `Saltados (${count})`,
  done: (count) => `Terminados (${count})`,
  sinceMinutes: (minutes) => (minutes === 0 ? 'ahora mismo' : `desde hace ${minutes} min`),
  wait: (from, to) => (from === 0 ? `hasta ${to} min` : `${from}–${to} min`),
  actions: {
    begin: 'Empezar',
    complete: 'Completar',
    recall: 'Llamar otra vez',
    skip: 'Saltar',
    return: 'Volver a la cola',
    noShow: 'Ausente',
    takeBack: 'Deshacer',
    move: 'Mover …',
    cancel: 'Cancelar …',
  },
  asks: {
    move: (token) => `Dar otro lugar a ${token}`,
    cancel: (token) => `¿Cancelar ${token}? El número no se vuelve a entregar.`,
  },
  place: 'Lugar en la cola, 1 es el primero',
  give: 'Dar un número',
  issueNextNumber: 'Dar el número siguiente',
  alreadyHas: (token) => `ya tiene ${token} en esta cola`,
  name: 'Nombre',
  slip: 'Papel',
  another: 'Otro número',
  isNext: 'Usted es el siguiente.',
  ahead: (people) =>
    people === 1 ? 'Hay 1 persona delante de usted.' : `Hay ${people} personas delante de usted.`,
  scan: 'Escanee el código para ver su lugar en la cola.',
  codeAlt: 'Código que abre la página del paciente',
}

export const lineRefusals: typeof refusals = {
  TOKEN_UNDO_EXPIRED: 'Fue hace más de un minuto y ya no se puede deshacer.',
  TOKEN_ACTION_NOT_ALLOWED: 'Otro puesto fue más rápido: este número ha cambiado entretanto.',
  TOKEN_NOT_FOUND: 'Este número ya no existe.',
  QUEUE_SHIFT_NOT_FOUND: 'Este turno ya no existe.',
  QUEUE_NOT_FOUND: 'Esta cola no se ha iniciado y nadie tiene un número.',
  QUEUE_ON_ANOTHER_DAY: 'Una cola se inicia en su día.',
  QUEUE_NOT_OFFERED: 'Hoy no hay este turno.',
  QUEUE_ALREADY_RUNNING: 'La cola ya está en marcha.',
  QUEUE_ENDED: 'La cola ha terminado por hoy.',
  QUEUE_NOT_STARTED: 'La cola no se ha iniciado.',
  SHIFT_FULL: 'Se han entregado todos los números de este turno.',
  SHIFT_ENDED: 'La cola ha terminado por hoy.',
  SHIFT_NOT_FOUND: 'Este turno ya no existe.',
  SHIFT_NOT_ON_OFFER: 'Este turno no se ofrece este día.',
}

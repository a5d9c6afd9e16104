import type { undo as english, undoRefusals as refusals } from '../../en/dashboard/undo.ts'

export const undo: typeof english = {
  title: 'Deshacer',
  undo: 'Deshacer',
  within: (seconds) => `Con U se deshace, durante ${seconds} segundos.`,
  under: 'Deshaciendo …',
  undone: (what) => `Deshecho: ${what}`,
  stays: (what) => `No se ha deshecho: ${what}`,
  finalOnline: 'El dinero que se devuelve en línea es definitivo y no se puede deshacer.',
  did: {
    ARRIVED: (patient) => `${patient} ha llegado.`,
    CONFIRMED: (patient) => `La cita de ${patient} está confirmada.`,
    IN_CONSULTATION: (patient) => `La consulta de ${patient} ha empezado.`,
    COMPLETED: (patient) => `La cita de ${patient} está atendida.`,
    NO_SHOW: (patient) => `Se ha anotado que ${patient} no se presentó.`,
    CANCELLED: (patient) => `La cita de ${patient} está cancelada.`,
    PAID: (patient, amount, method) => `${patient} ha pagado ${amount}: ${method}.`,
    MOVED_ALL: (visits) =>
      visits === 1
        ? 'Se ha cambiado la hora de 1 cita.'
        : `Se ha cambiado la hora de ${visits} citas.`,
    CANCELLED_ALL: (visits) =>
      visits === 1 ? 'Se ha cancelado 1 cita.' : `Se han cancelado ${visits} citas.`,
  },
  token: {
    call: (token) => `Se ha llamado a ${token}.`,
    recall: (token) => `Se ha vuelto a llamar a ${token}.`,
    begin: (token) => `La consulta de ${token} ha empezado.`,
    complete: (token) => `${token} está atendido.`,
    skip: (token) => `Se ha saltado ${token}.`,
    return: (token) => `${token} espera de nuevo.`,
    noShow: (token) => `Se ha anotado que ${token} no se presentó.`,
    move: (token) => `${token} tiene otro lugar en la fila.`,
    cancel: (token) => `${token} está cancelado.`,
  },
}

export const undoRefusals: typeof refusals = {
  CHANGE_NOT_FOUND: 'Aquí ya no hay nada que deshacer.',
  CHANGE_ALREADY_UNDONE: 'Esto ya se ha deshecho.',
  CHANGE_UNDO_EXPIRED:
    'Ya no se puede deshacer: es posible que el paciente haya recibido el aviso. Cambie la cita.',
  VISIT_CHANGED_SINCE:
    'Esto ha vuelto a cambiar entretanto y no se ha deshecho nada. Compruébelo primero.',
  VISIT_ON_ANOTHER_DAY: 'Esta cita es de otro día. Cámbiela antes a hoy o reserve una cita ahora.',
}

import type { Words } from '../en.ts'

export const undo: Words['undo'] = {
  title: 'Deshacer',
  undo: 'Deshacer',
  within: (seconds) => `Con U se deshace, durante ${seconds} segundos.`,
  under: 'Deshaciendo …',
  undone: (what) => `Deshecho: ${what}`,
  stays: (what) => `No se ha deshecho: ${what}`,
  did: {
    ARRIVED: (patient) => `${patient} ha llegado.`,
    CONFIRMED: (patient) => `La cita de ${patient} está confirmada.`,
    IN_CONSULTATION: (patient) => `La consulta de ${patient} ha empezado.`,
    COMPLETED: (patient) => `La cita de ${patient} está atendida.`,
    NO_SHOW: (patient) => `Se ha anotado que ${patient} no se presentó.`,
    CANCELLED: (patient) => `La cita de ${patient} está cancelada.`,
    PAID: (patient, amount, method) => `${patient} ha pagado ${amount}: ${method}.`,
    MOVED_ALL: (visits) => (visits === 1 ? 'Se ha cambiado la hora de 1 cita.' : `Se ha cambiado la hora de ${visits} citas.`),
  },
}

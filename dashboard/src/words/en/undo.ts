export const undo = {
  title: 'Undo',
  undo: 'Undo',
  within: (seconds: number) => `U undoes it, for ${seconds} seconds.`,
  under: 'Undoing …',
  undone: (what: string) => `Undone: ${what}`,
  stays: (what: string) => `Not undone: ${what}`,
  did: {
    ARRIVED: (patient: string) => `${patient} has arrived.`,
    CONFIRMED: (patient: string) => `The visit of ${patient} is confirmed.`,
    IN_CONSULTATION: (patient: string) => `The consultation of ${patient} has begun.`,
    COMPLETED: (patient: string) => `The visit of ${patient} is completed.`,
    NO_SHOW: (patient: string) => `${patient} is marked as a no-show.`,
    CANCELLED: (patient: string) => `The visit of ${patient} is cancelled.`,
    PAID: (patient: string, amount: string, method: string) => `${patient} paid ${amount}: ${method}.`,
    MOVED_ALL: (visits: number) => (visits === 1 ? '1 visit was moved.' : `${visits} visits were moved.`),
  },
}

/** How a visit takes place; the specification's closed list. */
export const modes = ['OFFLINE', 'ONLINE', 'HOME_VISIT', 'HOME_COLLECTION', 'WALK_IN'] as const
export type Mode = (typeof modes)[number]

/** The modes of visits at the patient's home, which have an address (HOME-01). */
export const homeModes = ['HOME_VISIT', 'HOME_COLLECTION'] as const satisfies readonly Mode[]

export const isAtHome = (mode: Mode): boolean => (homeModes as readonly Mode[]).includes(mode)

/** Whether a visit of a mode takes place in a room of the clinic. */
export const isInRoom = (mode: Mode): boolean => mode !== 'ONLINE' && !isAtHome(mode)

/** How visits of a queue shift take place (SHIFT-09). */
export const shiftModes = ['OFFLINE', 'ONLINE'] as const satisfies readonly Mode[]
export type ShiftMode = (typeof shiftModes)[number]

/** Which of the two booking systems a practitioner runs. */
export const appointmentSystems = ['SCHEDULED', 'QMS'] as const
export type AppointmentSystem = (typeof appointmentSystems)[number]

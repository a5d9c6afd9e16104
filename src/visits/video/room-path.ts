/** The path of the link to a room that this service opens. */
export const roomPath = (room: string) => `/video/${room}`

// The links of online visits. No provider is asked for a room: anyone with the link is let in, so a separate link is a separate room.

import { randomBase32 } from './random-text.ts'

/** The built-in video, unless the installation has its own server: a public server, open to everyone. */
export const defaultBuiltInVideo = 'https://meet.jit.si/{visit}'

// 130 bits: no one finds a room by guessing.
const roomLength = 26

/** The link of one online visit: `{visit}` becomes a random word for this visit. */
export function videoLinkFrom(template: string): string {
  return template.replaceAll('{visit}', randomBase32(roomLength).toLowerCase())
}

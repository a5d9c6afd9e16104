// Where online visits happen. No provider is asked for a room: whoever has a link is let in, so a link of its own is a room of its own.

import { randomBase32 } from './random-text.ts'

/** Where visits by the built-in video happen unless the installation has a server of its own: a public one, open to everybody. */
export const defaultBuiltInVideo = 'https://meet.jit.si/{visit}'

// 130 bits: nobody comes upon a room by trying.
const roomLength = 26

/** The link of one online visit: `{visit}` becomes a word of the visit's own. */
export function videoLinkFrom(template: string): string {
  return template.replaceAll('{visit}', randomBase32(roomLength).toLowerCase())
}

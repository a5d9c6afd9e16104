// How a clinic wants its booking page, as its clinic file says it.

import type { Colour } from '../values/colour.ts'

/** The languages that pages for patients speak, by their tags; the first one where a browser likes none. */
export const pageLanguages = ['en', 'de', 'fr', 'es', 'pt', 'hi', 'ar', 'zh'] as const
export type PageLanguage = (typeof pageLanguages)[number]

/** What a patient whom the clinic does not know can be asked beside their first name, as bookings take it. */
export const askedOfNewPatients = ['lastName', 'email', 'dob', 'age', 'gender', 'bloodGroup', 'patientAddress'] as const

export interface BookingPageSettings {
  colour?: Colour
  /** What the page says beside its facts; lines end paragraphs. */
  text?: string
  phone?: string
  email?: string
  /** All of them when absent. */
  languages?: readonly PageLanguage[]
  newPatients?: readonly (typeof askedOfNewPatients)[number][]
}

/** The colour of pages where the clinic names none. */
export const defaultColour: Colour = '#0b6e5f'

/** What a picture in a clinic file may be, and how large, in bytes. */
export const logoTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] as const
export const logoBytesMax = 64 * 1024

export interface Logo {
  type: (typeof logoTypes)[number]
  bytes: Buffer
}

// What a picture begins with; a drawing is looked through by the browser alone, in an image that runs nothing.
const beginnings: Record<Logo['type'], (bytes: Buffer) => boolean> = {
  'image/png': (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  'image/jpeg': (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  'image/webp': (bytes) => bytes.subarray(0, 4).toString('latin1') === 'RIFF' && bytes.subarray(8, 12).toString('latin1') === 'WEBP',
  'image/svg+xml': (bytes) => /<svg[\s>]/.test(bytes.toString('utf8')),
}

/** A picture as a data URL. */
export function logoUrl({ type, bytes }: { type: string; bytes: Buffer }): string {
  return `data:${type};base64,${bytes.toString('base64')}`
}

/** The picture that a data URL holds, `data:image/png;base64,…`; undefined where it holds none that a page may show. */
export function readLogo(url: string): Logo | undefined {
  const [, named, data = ''] = /^data:(image\/[a-z+]+);base64,([A-Za-z0-9+/\s]+={0,2})$/.exec(url.trim()) ?? []
  const type = logoTypes.find((known) => known === named)
  const bytes = Buffer.from(data, 'base64')
  return type && bytes.length > 0 && bytes.length <= logoBytesMax && beginnings[type](bytes) ? { type, bytes } : undefined
}

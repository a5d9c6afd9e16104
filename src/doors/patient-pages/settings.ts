// The settings of a clinic's booking page, from its clinic file.

import { type LanguageOf, listLanguages } from '../../../words/service.ts'
import type { Colour } from '../../base/values/colour.ts'
import type { NewPatientField } from '../../base/values/new-patient-fields.ts'

/**
 * The languages of pages for patients, by their tags; the first is the default if a browser accepts
 * none of them.
 */
export const pageLanguages = listLanguages('patientPages')
export type PageLanguage = LanguageOf<'patientPages'>

export interface BookingPageSettings {
  colour?: Colour
  /** A text on the page in addition to its facts; line breaks end paragraphs. */
  text?: string
  phone?: string
  email?: string
  /** The languages of the page; all if omitted. */
  languages?: readonly PageLanguage[]
  newPatients?: readonly NewPatientField[]
}

/** The default colour of pages. */
export const defaultColour: Colour = '#0b6e5f'

/** The permitted types of a picture in a clinic file, and the maximum size in bytes. */
export const logoTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] as const
export const logoBytesMax = 64 * 1024

export interface Logo {
  type: (typeof logoTypes)[number]
  bytes: Buffer
}

// The first bytes of a picture. The content of an SVG is only parsed by the browser, in an image
// element that runs nothing.
const signatureChecks: Record<Logo['type'], (bytes: Buffer) => boolean> = {
  'image/png': (bytes) =>
    bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  'image/jpeg': (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  'image/webp': (bytes) =>
    bytes.subarray(0, 4).toString('latin1') === 'RIFF' &&
    bytes.subarray(8, 12).toString('latin1') === 'WEBP',
  'image/svg+xml': (bytes) => /<svg[\s>]/.test(bytes.toString('utf8')),
}

/** A picture as a data URL. */
export function logoUrl({ type, bytes }: { type: string; bytes: Buffer }): string {
  return `data:${type};base64,${bytes.toString('base64')}`
}

/** The picture in a data URL, `data:image/png;base64,…`; undefined if a page may not show it. */
export function readLogo(url: string): Logo | undefined {
  const [, declaredType, data = ''] =
    /^data:(image\/[a-z+]+);base64,([A-Za-z0-9+/\s]+={0,2})$/.exec(url.trim()) ?? []
  const type = logoTypes.find((logoType) => logoType === declaredType)
  const bytes = Buffer.from(data, 'base64')
  return type && bytes.length > 0 && bytes.length <= logoBytesMax && signatureChecks[type](bytes)
    ? { type, bytes }
    : undefined
}

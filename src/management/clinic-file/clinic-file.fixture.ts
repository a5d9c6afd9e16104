// Clinic files with mistakes, for the tests that read them.

import { createSunriseFile } from '../../../test/support/clinic/sunrise.ts'
import { readClinicFile } from './clinic-file.ts'

// biome-ignore lint/suspicious/noExplicitAny: files are made wrong here in every way
export type Loose = any

/** The mistakes in a file, one `path: reason` each, without the hints for fixing them. */
export function listMistakes(source: string): string[] {
  return mistakesWithHelp(source).map((mistake) =>
    mistake.replace(/^line \d+, /, '').replace(/; (found|did you mean) .*$/, ''),
  )
}

/** The same mistakes, as shown to a person. */
export function mistakesWithHelp(source: string): string[] {
  const read = readClinicFile(source)
  return 'mistakes' in read
    ? read.mistakes.map(
        ({ path, reason, line }) =>
          `${line === undefined ? '' : `line ${line}, `}${path}: ${reason}`,
      )
    : []
}

/** The tests' clinic, with a mistake. */
export function changedFile(edit: (file: Loose) => void): Loose {
  const file: Loose = createSunriseFile()
  edit(file)
  return file
}

export const asha = (file: Loose) => file.practitioners['asha-rao']
export const atJaipur = (file: Loose) => asha(file).at.jaipur
export const practicePath = 'practitioners.asha-rao.at.jaipur'
export const smtp = { url: 'secret:SMTP_URL', from: 'Sunrise Clinics <codes@sunrise.example>' }
export const whatsapp = {
  phoneNumberId: '106540352242922',
  template: 'one_time_code',
  language: 'en',
  token: 'secret:WHATSAPP_TOKEN',
}
export const stripe = { secretKey: 'secret:STRIPE_KEY', webhookSecret: 'secret:STRIPE_WEBHOOK' }
export const razorpay = { keyId: 'rzp_live_A1b2C3d4', keySecret: 'secret:RAZORPAY_SECRET' }

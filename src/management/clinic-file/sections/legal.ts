// Who is responsible for patients' data: the privacy notice, imprint and terms of the clinic.

import { optional, text } from '../../../base/contract/schemas.ts'
import { closedObject, itemsByLanguage } from '../words.ts'

const texts = (description: string, example: string) =>
  optional(
    itemsByLanguage(
      text('The text, or the https:// address of a page with it.', example, {
        pattern: '\\S',
        maxLength: 20_000,
      }),
      `${description} By language; readers of another one get the first.`,
    ),
  )

/** The texts as a member of the workspace. */
export const legalOfWorkspace = {
  legal: optional(
    closedObject(
      {
        privacy: texts(
          'How the clinic treats the data of patients.',
          'https://sunrise.example/privacy',
        ),
        imprint: texts('Who is responsible for the clinic.', 'Sunrise Clinics, MI Road, Jaipur'),
        terms: texts('The terms of visits.', 'https://sunrise.example/terms'),
      },
      'Who is responsible for patients’ data: shown in the booking element and on all pages of patients.',
    ),
  ),
}

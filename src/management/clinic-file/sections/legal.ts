// Who is responsible for patients' data: the privacy notice, imprint and terms of the clinic.

import { choice, optional, text } from '../../../base/contract/schemas.ts'
import { agreedTextNames } from '../../../base/values/legal-texts.ts'
import { closedObject, distinct, itemsByName } from '../words.ts'

export const languagePattern = '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'

const texts = (description: string, example: string) =>
  optional(
    itemsByName(
      text('The text, or the https:// address of a page with it.', example, {
        pattern: '\\S',
        maxLength: 20_000,
      }),
      `${description} By language; readers of another one get the first.`,
      languagePattern,
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
        agree: optional(
          distinct(
            choice(agreedTextNames, 'A text.'),
            0,
            'What patients have to agree to before they book on a web page; nothing when omitted.',
          ),
        ),
      },
      'Who is responsible for patients’ data: shown on every page of patients and in the booking element, before anything is asked.',
    ),
  ),
}

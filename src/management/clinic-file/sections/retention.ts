// For how long the clinic keeps patients, and what they have answered.

import { integer, optional } from '../../../base/contract/schemas.ts'
import { closedObject } from '../words.ts'

const years = (description: string, example: number) =>
  optional(integer(description, example, { minimum: 1, maximum: 100 }))

/** The times as a member of the workspace. */
export const retentionOfWorkspace = {
  retention: optional(
    closedObject(
      {
        patientsYears: years(
          'Patients without a visit for so many years are erased; visits and payments stay, without a name. For ever when omitted.',
          10,
        ),
        formAnswersYears: years(
          'Answers of patients without a visit for so many years are deleted; what was signed stays. For ever when omitted.',
          3,
        ),
      },
      'For how long the clinic keeps patients.',
    ),
  ),
}

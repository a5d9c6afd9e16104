// The columns of a patient's record. The statements that store, show, change, merge, export and
// erase a record are made from these groups, so a new field is one line in one of them.

import { narrowType } from '../../base/db/statement.ts'

/** What every list and search shows of a record. */
const listedColumns = {
  mrnNumber: 'text?',
  firstName: 'text?',
  lastName: 'text?',
  countryCode: 'text?',
  phoneNumber: 'text?',
  email: 'text?',
  dob: 'date?',
  gender: 'text?',
} as const

/** What is shown only with the whole record. */
const otherColumns = {
  age: 'integer?',
  bloodGroup: 'text?',
  patientAddress: narrowType<object>('jsonb?'),
  language: 'text?',
} as const

/** Forms of names, phones and addresses that are only used for comparison, and never shown. */
export const comparedColumns = {
  firstNameFolded: 'text?',
  lastNameFolded: 'text?',
  phoneNormalised: 'text?',
  emailFolded: 'text?',
} as const

/**
 * The stored columns of a described person: the members of `Person`, with the phone split into its
 * parts. A change replaces each that is sent, a merge fills each that is empty, and an erasure
 * empties all but the record number.
 */
export const personColumns = { ...listedColumns, ...otherColumns, ...comparedColumns } as const

/** A record as lists and searches read it. */
export const recordColumns = {
  id: 'bigint',
  ...listedColumns,
  mrnNumber: 'text',
  patientFormValues: narrowType<object>('jsonb'),
} as const

/** The whole record. */
export const fullRecordColumns = { ...recordColumns, ...otherColumns } as const

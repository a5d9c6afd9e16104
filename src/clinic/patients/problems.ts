import { makeProblems, type ProblemTable } from '../../base/values/problem.ts'

export const patientProblems = {
  BOOKING_RULE_NEEDS_REASON: {
    sentence: 'a rule of how a patient has to book needs a reason',
    toDo: 'say why, for colleagues who read the record',
  },
  ALERT_CHANGED: {
    sentence: 'someone else has changed the alert of patient {id}',
    toDo: 'read it first: {it}',
    next: 'patient-head',
    input: { id: '{id}' },
  },
  PATIENT_CONFLICT: {
    sentence: 'the record of patient {id} was changed in the meantime',
    toDo: 'review it, then make your change again: {it}',
    next: 'patient-show',
    input: { id: '{id}' },
  },
  MERGE_NEEDS_TWO_RECORDS: {
    sentence: 'a merge needs two records, and {id} was given twice',
    toDo: 'find the other record: {it}',
    next: 'patient-search',
  },
  RECORD_ALREADY_MERGED: {
    sentence: 'record {id} was already merged into {into}',
    toDo: 'see the merged records: {it}',
    next: 'patient-merged',
    input: { id: '{into}' },
  },
  RECORD_HAS_OPEN_CHECKOUT: {
    sentence: 'the patient of record {id} has an open checkout and may be paying now',
    toDo: 'wait until the checkout is paid or has expired, then merge: {it}',
    next: 'payments-list',
  },
  RECORD_HAS_PENDING_REFUND: {
    sentence: 'a refund for record {id} is in progress',
    toDo: 'wait until it is complete, then merge: {it}',
    next: 'payments-list',
  },
  RECORDS_IN_USE: { sentence: 'the record is being changed right now', toDo: 'try again' },
  PHONE_LENGTH_INVALID: {
    sentence: '{phone} is too short or too long for a phone number of its dial code',
    toDo: 'check it, or leave it out',
  },
  MRN_TAKEN: {
    status: 400,
    sentence: 'Another patient has this mrnNumber; leave it out or send a different one.',
    advice: 'Find that patient by the number: `POST /v1/patients` with it returns the record.',
  },
  PATIENT_NOT_FOUND: {
    status: 404,
    sentence: 'No such patient in this workspace.',
    advice: 'Send `patientPayload` with a name or phone number to find or create the patient.',
    next: 'patient-find',
  },
} as const satisfies ProblemTable

export const problem = makeProblems(patientProblems)

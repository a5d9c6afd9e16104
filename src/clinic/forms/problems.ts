import { makeProblems, type ProblemTable } from '../../base/values/problem.ts'

export const formProblems = {
  FORM_NOT_FOUND: {
    sentence: 'visit {id} asks for no form {form}',
    toDo: 'list the forms of the visit: {it}',
    next: 'visit-forms',
    input: { id: '{id}' },
  },
  VISIT_HAS_NO_FORMS: {
    sentence: 'there is no visit {id} with forms to fill in',
    toDo: 'find the visit: {it}',
    next: 'visit-find',
  },
  FORMS_NOT_MISSING: {
    sentence: 'visit {id} asks for no form that the patient can fill in before it',
    toDo: 'list the forms of the visit: {it}',
    next: 'visit-forms',
    input: { id: '{id}' },
  },
  FORM_NOTICES_OFF: {
    sentence: 'links to forms are not switched on',
    toDo: 'switch on the notice `forms` in the settings, and notices if they are off; or make a link and send it',
  },
  FORMS_REACH_NO_ONE: {
    sentence: 'the patient of visit {id} has no e-mail or phone that a message reaches',
    toDo: 'add one to the record, or let them fill in the forms on a tablet',
  },
  FORM_CHANGED: {
    sentence: 'the form {form} has changed since it was opened',
    toDo: 'reload it; what was typed stays',
  },
  FORM_FILLED_TOO_OFTEN: {
    sentence: 'the form {form} was filled in {times} times for this visit',
    toDo: 'ask staff to correct it: they can see all answers',
  },
  SIGNATURE_NOT_FOUND: {
    sentence: 'there is no signature {id} to withdraw',
    toDo: 'list the forms of the patient: {it}',
    next: 'patient-forms',
    input: { id: '{patientId}' },
  },
} as const satisfies ProblemTable

export const problem = makeProblems(formProblems)

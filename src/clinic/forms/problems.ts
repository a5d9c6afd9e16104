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

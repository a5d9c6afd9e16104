import {
  anyObject,
  calendarDate,
  id,
  namedObject,
  nullable,
  text,
} from '../../base/contract/schemas.ts'

/** A patient as the API shows one. */
export const PatientRecord = namedObject('Patient', {
  id: id('The patient.', 42),
  mrnNumber: text('Medical record number.', 'MRN-1042'),
  firstName: nullable(text('Given name.', 'Meera')),
  lastName: nullable(text('Family name.', 'Iyer')),
  countryCode: nullable(text('Dial code with its plus.', '+91')),
  phoneNumber: nullable(text('Number without the dial code.', '9876543210')),
  dob: nullable(calendarDate('Date of birth.', '1990-04-12')),
  gender: nullable(text('As the clinic records it.', 'female')),
  patientFormValues: anyObject("Answers to the clinic's own forms.", { allergies: 'none' }),
})

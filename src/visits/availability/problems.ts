import { makeProblems, type ProblemTable } from '../../base/values/problem.ts'
import { catalogueProblems } from '../../clinic/catalogue/problems.ts'

export const availabilityProblems = {
  PRACTITIONER_NOT_FOUND: {
    sentence: 'there is no practitioner {doctor} in this workspace',
    toDo: 'see the list: {it}',
    next: 'ids',
  },
  LOCATION_REQUIRED: {
    sentence: '{doctor} works at several locations: {locations}',
    toDo: 'name one of them',
  },
  PRACTITIONER_NOT_AT_LOCATION: {
    sentence: '{doctor} does not work at {location}',
    toDo: 'choose one of: {locations}',
  },
  TIME_OF_DAY_INVALID: {
    sentence: "'{time}' is not a time of day",
    toDo: 'write it as HH:MM, such as 09:00',
  },
  MODE_NOT_OFFERED: {
    status: 400,
    sentence:
      'The doctor does not offer the mode {mode} at this location; fetch available-slots without mode, or doctor/shifts, to see which modes are offered.',
    advice: 'Offer the patient one of the returned modes.',
  },
  SLOT_NOT_OFFERED: {
    status: 400,
    sentence:
      'fromDateTimeIso and toDateTimeIso do not match a slot this doctor offers; send both exactly as available-slots returned them.',
    advice:
      'Send both times unchanged; never compute or reformat them. The slot may also have started already.',
    next: 'availability-explain',
  },
  SLOT_NOT_AVAILABLE: {
    status: 400,
    sentence: 'This slot is taken; fetch available-slots again and choose another.',
    advice:
      "Someone else booked it first, or the practitioner's own calendar has become busy. After a timeout on your side, check first whether your own request took it: search by `paymentReference`.",
    next: 'availability-explain',
  },
  DURATION_TIER_NOT_FOUND: {
    status: 400,
    sentence: 'This doctor does not offer the duration tier at this location.',
    advice: 'Tiers belong to a practitioner at a location; ask the clinic for its tiers.',
  },
  VISIT_TYPE_NOT_OFFERED: {
    status: 400,
    sentence: 'This doctor does not offer the visit type at this location.',
    advice: 'Take `visitTypeId` from the `visitTypes` of the doctor in workspace detail.',
  },
  DOCTOR_NOT_FOUND: {
    status: 404,
    sentence: 'No such doctor works at this location.',
    advice: 'Take `doctorId` and `addressId` from the same entry of workspace detail.',
  },
} as const satisfies ProblemTable

export const problem = makeProblems({ ...catalogueProblems, ...availabilityProblems })

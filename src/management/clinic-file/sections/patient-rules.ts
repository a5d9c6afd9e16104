// Rules for what patients book: of a workspace, a practitioner, or a practice. The nearest counts.

import { choice, integer, optional } from '../../../base/contract/schemas.ts'
import { modes } from '../../../base/values/modes.ts'
import { newPatientChoices } from '../../../base/values/patient-rules.ts'
import { closedObject } from '../words.ts'

const caps = (what: string) => ({
  perDay: optional(
    integer(`The maximum number of ${what} of a practitioner on one day, at all locations.`, 20, {
      minimum: 1,
      maximum: 1000,
    }),
  ),
  perWeek: optional(
    integer(`The maximum number of ${what} of a practitioner from Monday to Sunday.`, 80, {
      minimum: 1,
      maximum: 5000,
    }),
  ),
})

const capsByMode = Object.fromEntries(
  modes.map((mode) => [
    mode,
    optional(closedObject(caps(`${mode} visits`), `How many ${mode} visits there may be.`)),
  ]),
)

const Rules = {
  noticeMinutes: optional(
    integer(
      'Patients cannot book a visit that starts sooner than this many minutes from now.',
      120,
      {
        minimum: 0,
        maximum: 525_600,
      },
    ),
  ),
  horizonDays: optional(
    integer('Patients cannot book further ahead than this many days.', 90, {
      minimum: 0,
      // Five years are the limit of all bookings.
      maximum: 1_825,
    }),
  ),
  gapMinutes: optional(
    integer('Minutes that are kept free before and after each visit.', 5, {
      minimum: 0,
      maximum: 240,
    }),
  ),
  ...caps('visits'),
  modes: optional(closedObject(capsByMode, 'Limits for the visits of one mode.')),
  newPatients: optional(
    choice(
      newPatientChoices,
      'Whether patients who have never been to the clinic may book: yes, no, or only new patients.',
    ),
  ),
  newPatientMinutes: optional(
    integer('The shortest visit that a new patient may book, in minutes.', 30, {
      minimum: 5,
      maximum: 720,
    }),
  ),
  upcomingVisits: optional(
    integer('How many upcoming visits a patient may have in the clinic.', 4, {
      minimum: 1,
      maximum: 100,
    }),
  ),
  upcomingVisitsPerPractitioner: optional(
    integer('How many upcoming visits a patient may have with one practitioner.', 2, {
      minimum: 1,
      maximum: 100,
    }),
  ),
  moves: optional(
    integer('How often a patient may move a visit.', 2, { minimum: 0, maximum: 100 }),
  ),
}

/** The member of a level; `level` is what the rules belong to. */
export const patientRulesMember = (level: string) => ({
  patientRules: optional(
    closedObject(
      Rules,
      `What patients may book themselves; bookings with a key follow the rules only if the key books for patients. Rules of ${level}: of each rule the nearest counts, of the practitioner at the location, then the practitioner, then the workspace.`,
    ),
  ),
})

const { noticeMinutes, horizonDays, gapMinutes, newPatients, moves } = Rules

/** The member of a visit type: rules that make sense for one kind of visit. */
export const typeRulesMember = {
  patientRules: optional(
    closedObject(
      {
        noticeMinutes,
        horizonDays,
        gapMinutes,
        ...caps('visits of the type'),
        newPatients,
        moves,
      },
      'What patients may book themselves of the type; of each rule, it counts before those of the practitioner and the workspace. Limits count only visits of the type.',
    ),
  ),
}

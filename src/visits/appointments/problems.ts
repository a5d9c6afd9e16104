import { makeProblems, type ProblemTable } from '../../base/values/problem.ts'
import { catalogueProblems } from '../../clinic/catalogue/problems.ts'
import { patientProblems } from '../../clinic/patients/problems.ts'
import { packProblems } from '../../money/packs/problems.ts'
import { paymentProblems } from '../../money/payments/problems.ts'
import { availabilityProblems } from '../availability/problems.ts'
import { bookingProblems } from '../booking/problems.ts'

export const appointmentProblems = {
  VISIT_NOT_FOUND: {
    sentence: 'there is no visit {id} in this workspace',
    toDo: 'look it up: {it}',
    next: 'visit-list',
  },
  VISIT_NOT_ONLINE: {
    sentence: 'visit {id} is not an online visit',
    toDo: 'look it up: {it}',
    next: 'visit-show',
    input: { id: '{id}' },
  },
  VIDEO_NOT_OPEN_YET: { sentence: 'the video visit opens at {opensAt}', toDo: 'open it then' },
  VIDEO_OPENS_WHEN_CALLED: {
    sentence: 'the video visit opens when the token is called',
    toDo: 'call it, then open the video visit',
  },
  VIDEO_CLOSED: {
    sentence: 'the video visit was open until {closedAt}',
    toDo: 'book another visit',
  },
  VIDEO_VISIT_ENDED: {
    sentence: 'the visit is over or cancelled, so its video is closed',
    toDo: 'book another visit',
  },
  VIDEO_LINK_MISSING: {
    sentence: 'the clinic has no video for this visit',
    toDo: 'set workspace.video in the clinic file, or the secret that it names where the service runs, then import the file: {it}',
    next: 'workspace-import',
  },
  BLOCK_NOT_FOUND: {
    sentence: 'there is no block {id} in this workspace',
    toDo: 'look it up: {it}',
    next: 'block-list',
  },
  CLOSING_NOT_FOUND: {
    sentence: 'there is no closure {id} in this workspace',
    toDo: 'look it up: {it}',
    next: 'block-list',
  },
  SERIES_NOT_FOUND: {
    sentence: 'there is no series {id} in this workspace',
    toDo: 'look it up: {it}',
    next: 'visit-list',
  },
  SERIES_TIME_REFUSED: {
    sentence: 'the visit at {time} cannot be booked, and nothing was done: {why}',
    toDo: 'see which times are free: {it}',
    next: 'series-plan',
  },
  WAITING_ENTRY_NOT_FOUND: {
    sentence: 'there is no waiting-list entry {id} in this workspace',
    toDo: 'look it up: {it}',
    next: 'waiting-list',
  },
  WAITING_ENTRY_CLOSED: {
    sentence: 'waiting-list entry {id} is already booked or closed',
    toDo: 'see who is waiting: {it}',
    next: 'waiting-list',
  },
  WAITING_LIST_FULL: {
    sentence: 'a waiting list can hold at most {most} patients per location',
    toDo: 'remove some from the list: {it}',
    next: 'waiting-list',
  },
  WAITING_ENTRY_OFFERED: {
    sentence: 'waiting-list entry {id} has an open offer until {until}',
    toDo: 'wait for the answer, book that time, or withdraw the offer: {it}',
    next: 'waiting-offer-end',
    input: { id: '{id}' },
  },
  OFFERS_DISABLED: {
    sentence: 'offer notices are switched off, so no offer can be made',
    toDo: 'set workspace.notices.offer in the clinic file, make sure notices are on, then import the file: {it}',
    next: 'workspace-import',
  },
  TOO_MANY_OFFERS: {
    sentence: 'at most {most} offers can be open {to} at once',
    toDo: 'wait for answers, or withdraw some: {it}',
    next: 'waiting-offer-end',
  },
  OFFER_ENDED: {
    sentence: 'this offer is over',
    toDo: 'see how it ended: {it}',
    next: 'waiting-list',
  },
  TOO_MANY_BLOCKS: {
    sentence: 'a practitioner or room can have at most {most} upcoming blocks',
    toDo: 'remove some that are not needed: {it}',
    next: 'block-list',
  },
  NOTES_CHANGED: {
    sentence: 'someone else has changed the notes of visit {id}',
    toDo: 'read them first: {it}',
    next: 'visit-show',
    input: { id: '{id}' },
  },
  PATIENT_NOT_EXPECTED: {
    sentence: 'visit {id} is {status}, so its patient is no longer expected',
    toDo: 'check its status: {it}',
    next: 'visit-show',
    input: { id: '{id}' },
  },
  ARRIVAL_UNDO_EXPIRED: {
    sentence:
      'the arrival for visit {id} was recorded more than a minute ago and can no longer be undone',
    toDo: 'leave it, or set the status of the visit: {it}',
    next: 'visit-status',
    input: { id: '{id}' },
  },
  REFUND_NOT_ALLOWED: {
    sentence: 'you are not allowed to decide what is refunded',
    toDo: 'leave out the refund, so that the refund policy decides, or ask someone who may handle money',
  },
  REFUND_POLICY_MISMATCH: {
    sentence: 'the refund policy refunds {policy} %, not {percentage} %',
    toDo: 'refund that, or say why with refundOverrideReason',
  },
  VISIT_NOT_CHANGEABLE: {
    sentence: 'visit {id} is {status}, so this can no longer be changed',
    toDo: 'check it: {it}',
    next: 'visit-show',
    input: { id: '{id}' },
  },
  VISIT_ON_ANOTHER_DAY: {
    sentence: 'visit {id} is on {date}, and today is {today}, so it cannot be {status} now',
    toDo: 'move it to today: {it}; or book a visit now',
    next: 'visit-move',
    input: { id: '{id}' },
  },
  VOID_WITH_REFUND: {
    sentence: 'a voided visit is never refunded',
    toDo: 'leave out either the refund or the void',
  },
  NOT_PAID_BY_PACK: {
    sentence: 'visit {id} was not paid for with a pack',
    toDo: 'do not return a session',
  },
  TIME_INVALID: {
    sentence: "'{time}' is not a time",
    toDo: 'write the date and time at the clinic, such as 2026-12-01T09:00',
  },
  PAID_VISIT_ACTIVE: {
    sentence: 'the paid visit is still active',
    toDo: 'cancel it with its refund: {it}',
    next: 'visit-cancel',
    input: { id: '{id}', refund: 100 },
  },
  PAID_VISIT_VOIDED: {
    sentence: 'the paid visit was voided, and a voided visit is never refunded online',
    toDo: 'refund it at the desk',
  },
  PAID_PACK_USABLE: {
    sentence: 'the paid pack can still be used',
    toDo: 'agree with the patient, then refund it at the desk',
  },
  ROOM_NOT_FOUND: {
    status: 400,
    sentence: 'roomId is not a room at this location; leave it out or send a different one.',
    advice: 'Leave `roomId` out unless the clinic gave it to you.',
  },
  ROOM_NOT_AVAILABLE: {
    status: 400,
    sentence: 'The room is taken at this time; choose another room or slot.',
    advice: 'The practitioner is free, but the room is not.',
  },
  VISIT_NOT_MOVABLE: {
    status: 400,
    sentence: 'A visit that is {status} cannot be rescheduled; book a new one.',
    advice: 'Only an upcoming visit, or one the patient missed, can be moved.',
  },
  FOLLOW_UP_NOT_ELIGIBLE: {
    status: 400,
    sentence:
      'The patient has no completed visit with this doctor that still qualifies for a follow-up; book without followUp.',
    advice:
      'Book an ordinary visit; nothing was reserved. If a widget session moves a follow-up, choose a date within the follow-up period of the visit it follows.',
  },
} as const satisfies ProblemTable

export const problem = makeProblems({
  ...catalogueProblems,
  ...patientProblems,
  ...paymentProblems,
  ...packProblems,
  ...availabilityProblems,
  ...bookingProblems,
  ...appointmentProblems,
})

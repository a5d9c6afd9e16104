import type { PlantedFault } from './planted-fault.ts'

const tokens = ['src/queue/book-token.test.ts']
const refusals = ['src/queue/book-token-refusals.test.ts']
const money = ['src/queue/book-token-money.test.ts']
const session = ['src/queue/book-token-session.test.ts']
const shifts = ['src/queue/doctor-shifts.test.ts']
const unified = ['src/appointments/book-unified-token.test.ts']

/** Faults in the offered shifts, the price of a token, and who gets the next token. */
export const tokenFaults: readonly PlantedFault[] = [
  {
    name: 'a token that changes keeps its place in the order of changes',
    file: 'src/db/migrations/0042-queue-changes.sql',
    text: 'new.changed_in := pg_current_xact_id();',
    replacement: '',
    noticedBy: ['src/queue/follow-queue-changes.test.ts'],
  },
  {
    name: 'tokens of other dates are among the changes that are asked for',
    file: 'src/queue/visit-queries.ts',
    text: 'and (:startDate::date is null or v.appointment_date >= :startDate)',
    replacement: 'and (:startDate::date is null or true)',
    noticedBy: ['src/queue/follow-queue-changes.test.ts'],
  },
  {
    name: 'a token is booked in a different currency than requested',
    file: 'src/queue/book-token.ts',
    text: 'if (currency !== undefined && currency !== price.currency)',
    replacement: 'if (currency === null)',
    noticedBy: money,
  },
  {
    name: 'a freed place is not issued again',
    file: 'src/queue/queries.ts',
    text: 'and booked < :capacity and ended_at is null',
    replacement: 'and issued < :capacity and ended_at is null',
    noticedBy: refusals,
  },
  {
    name: 'a position counts everyone who ever had a token',
    file: 'src/queue/queries.ts',
    text: '(select waiting from day) as "position"',
    replacement: '(select issued from day) as "position"',
    noticedBy: tokens,
  },
  {
    name: 'a token is issued to an erased patient',
    file: 'src/queue/queries.ts',
    text: 'id = :patientId and erased_at is null',
    replacement: 'id = :patientId',
    noticedBy: refusals,
  },
  {
    name: 'the average uses the oldest consultations',
    file: 'src/queue/queries.ts',
    text: 'order by c.completed_at desc',
    replacement: 'order by c.completed_at',
    noticedBy: shifts,
  },
  {
    name: 'consultations at another location count',
    file: 'src/queue/queries.ts',
    text: 'c.location_id = $',
    replacement: 'c.location_id <> 0 and 0::bigint <> $',
    noticedBy: shifts,
  },
  {
    name: 'a practitioner who has left still has shifts',
    file: 'src/queue/offered-shifts.ts',
    text: 'if (!practice.doctor.isActiveMember || date > lastShiftDate(practice, now)) return []',
    replacement: 'if (date > lastShiftDate(practice, now)) return []',
    noticedBy: shifts,
  },
  {
    name: 'a shift is listed in a mode that is forbidden',
    file: 'src/queue/offered-shifts.ts',
    text: 'if (!domestic || forbidden(configuration, practice.doctor, shift.mode) !== undefined) return []',
    replacement: 'if (!domestic) return []',
    noticedBy: shifts,
  },
  {
    name: 'weekly shifts run on closing days',
    file: 'src/catalogue/hours.ts',
    text: "const isOrdinary = hoursOn(practice, date).by === 'WEEKDAY'",
    replacement: "const isOrdinary = hoursOn(practice, date).by !== 'DATE'",
    noticedBy: shifts,
  },
  {
    name: 'a shift of yesterday is not over',
    file: 'src/queue/doctor-shifts.ts',
    text: 'isEnded: endedAt !== null || isPast,',
    replacement: 'isEnded: endedAt !== null,',
    noticedBy: shifts,
  },
  {
    name: 'a shift shows more tokens than it has',
    file: 'src/queue/doctor-shifts.ts',
    text: 'maxAppointments: Math.max(shift.maxAppointments, bookedCount),',
    replacement: 'maxAppointments: shift.maxAppointments,',
    noticedBy: shifts,
  },
  {
    name: 'yesterday can be booked',
    file: 'src/queue/book-token.ts',
    text: "if (date < dateAt(location.timezone, now)) throw problem('SHIFT_ENDED')",
    replacement: "if (date < dateAt('UTC', now - 7 * 86_400_000)) throw problem('SHIFT_ENDED')",
    noticedBy: refusals,
  },
  {
    name: 'every token costs the domestic fee',
    file: 'src/queue/book-token.ts',
    text: 'return fromAbroad ? international : domestic',
    replacement: 'return domestic',
    noticedBy: money,
  },
  {
    name: 'a token ignores the charge that was sent',
    file: 'src/queue/book-token.ts',
    text: '  checkCharge(request, price)\n',
    replacement: '',
    noticedBy: money,
  },
  {
    name: 'a visitor can mark a token as paid',
    file: 'src/queue/book-token.ts',
    text: '  session?.checkTerms({ ...request, mode })\n',
    replacement: '',
    noticedBy: session,
  },
  {
    name: 'tokens are not counted among the visits of a contact',
    file: 'src/queue/book-token.ts',
    text: '...(session?.bookedBy ?? { contactHash: null, siteHash: null })',
    replacement: '...{ contactHash: null, siteHash: session?.bookedBy.siteHash ?? null }',
    noticedBy: session,
  },
  {
    name: 'a running queue can still be booked in advance',
    file: 'src/queue/book-token.ts',
    text: "if (takenWhile === 'NOT_STARTED' && isStarted) return problem('SHIFT_STARTED')",
    replacement: "if (takenWhile === 'NOT_STARTED' && isStarted) return problem('SHIFT_NOT_STARTED')",
    noticedBy: refusals,
  },
  {
    name: 'the unified route ignores followUp for a token',
    file: 'src/appointments/token-of-booking.ts',
    text: "  if (body.followUp) throw invalid('followUp does not go with a token')\n",
    replacement: '',
    noticedBy: unified,
  },
  {
    name: 'members at the top level override those in qms',
    file: 'src/appointments/book-unified.ts',
    text: "bookingChannel: required(qms.bookingChannel, 'qms.bookingChannel'),",
    replacement: "bookingChannel: body.bookingChannel ?? required(qms.bookingChannel, 'qms.bookingChannel'),",
    noticedBy: unified,
  },
]

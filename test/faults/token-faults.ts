import type { PlantedFault } from './planted-fault.ts'

const tokens = ['src/queue/book-token.test.ts']
const shifts = ['src/queue/doctor-shifts.test.ts']
const unified = ['src/appointments/book-unified.test.ts']

/** In which shifts are on offer, what a token costs, and who gets the next one. */
export const tokenFaults: readonly PlantedFault[] = [
  {
    name: 'a token is booked in another currency than was asked for',
    file: 'src/queue/book-token.ts',
    text: 'if (currency !== undefined && currency !== price.currency)',
    replacement: 'if (currency === null)',
    noticedBy: ['src/queue/book-token.test.ts'],
  },
  {
    name: 'a place that was given back is not given out again',
    file: 'src/queue/queries.ts',
    text: 'and booked < :capacity and ended_at is null',
    replacement: 'and issued < :capacity and ended_at is null',
    noticedBy: tokens,
  },
  {
    name: 'a position counts everybody who ever had a token',
    file: 'src/queue/queries.ts',
    text: '(select waiting from day) as "position"',
    replacement: '(select issued from day) as "position"',
    noticedBy: tokens,
  },
  {
    name: 'a token is given out to an erased patient',
    file: 'src/queue/queries.ts',
    text: 'id = :patientId and erased_at is null',
    replacement: 'id = :patientId',
    noticedBy: tokens,
  },
  {
    name: 'consultations are learned from the oldest',
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
    name: 'whoever has left still has shifts',
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
    noticedBy: tokens,
  },
  {
    name: 'every token costs what it does at home',
    file: 'src/queue/book-token.ts',
    text: 'return fromAbroad ? international : domestic',
    replacement: 'return domestic',
    noticedBy: tokens,
  },
  {
    name: 'a token is booked beside the charge that is sent for it',
    file: 'src/queue/book-token.ts',
    text: '  checkCharge(request, price)\n',
    replacement: '',
    noticedBy: tokens,
  },
  {
    name: 'a visitor says that a token is paid',
    file: 'src/queue/book-token.ts',
    text: '  session?.checkTerms({ ...request, mode })\n',
    replacement: '',
    noticedBy: tokens,
  },
  {
    name: 'tokens are not counted among the visits of a contact',
    file: 'src/queue/book-token.ts',
    text: '...(session?.bookedBy ?? { contactHash: null, siteHash: null })',
    replacement: '...{ contactHash: null, siteHash: session?.bookedBy.siteHash ?? null }',
    noticedBy: tokens,
  },
  {
    name: 'a running queue is booked ahead',
    file: 'src/queue/book-token.ts',
    text: "if (takenWhile === 'NOT_STARTED' && isStarted) return problem('SHIFT_STARTED')",
    replacement: "if (takenWhile === 'NOT_STARTED' && isStarted) return problem('SHIFT_NOT_STARTED')",
    noticedBy: tokens,
  },
  {
    name: 'the unified route passes over a follow-up of a token',
    file: 'src/appointments/token-of-booking.ts',
    text: "  if (body.followUp) throw invalid('followUp does not go with a token')\n",
    replacement: '',
    noticedBy: unified,
  },
  {
    name: 'what is said of a token at the top wins over qms',
    file: 'src/appointments/book-unified.ts',
    text: "bookingChannel: required(qms.bookingChannel, 'qms.bookingChannel'),",
    replacement: "bookingChannel: body.bookingChannel ?? required(qms.bookingChannel, 'qms.bookingChannel'),",
    noticedBy: unified,
  },
]

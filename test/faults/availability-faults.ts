import type { PlantedFault } from './planted-fault.ts'

const booking = ['src/appointments/book-unified.test.ts']
const refusals = ['src/appointments/book-unified-refusals.test.ts']
const slots = ['src/availability/available-slots.test.ts']
const grid = ['src/availability/slot-grid.test.ts']
const gate = ['src/verification/consent-gate.test.ts']

/** Faults in what is offered: free times, the next ones, and their prices. */
export const availabilityFaults: readonly PlantedFault[] = [
  {
    name: 'a slot may end after the hours',
    file: 'src/availability/slot-grid.ts',
    in: 'gridOf',
    replace: 'from + length <= stretch.to;',
    with: 'from < stretch.to;',
    noticedBy: grid,
  },
  {
    name: 'a slot offered in two windows has only the modes of the last',
    file: 'src/availability/slot-grid.ts',
    in: 'withoutRepetition',
    replace: '[...new Set([...known.modes, ...slot.modes])]',
    with: 'slot.modes',
    noticedBy: grid,
  },
  {
    name: 'a slot can be booked at the moment it begins',
    file: 'src/availability/bookable.ts',
    in: 'slotsOn',
    replace: 'from > now',
    with: 'from >= now',
    noticedBy: grid,
  },
  {
    name: "online visits do not need the doctor's permission",
    file: 'src/availability/bookable.ts',
    in: 'forbidden',
    replace: "if (!doctor.allowOnline) return 'ALLOW_ONLINE_IS_OFF'",
    with: '',
    noticedBy: refusals,
  },
  {
    name: 'a deactivated practitioner can be booked',
    file: 'src/availability/bookable.ts',
    in: 'bookableOf',
    replace: 'if (!practice.doctor.isActiveMember) return undefined',
    with: '',
    noticedBy: refusals,
  },
  {
    name: 'a visit of any length can be booked from the start of a slot',
    file: 'src/availability/bookable.ts',
    in: 'isOffered',
    replace: 'const lengthMins = (time.to - time.from) / 60_000',
    with: 'const lengthMins = bookable.practice.slotMins',
    noticedBy: refusals,
  },
  {
    name: 'the time taken on the day itself is not read',
    file: 'src/availability/next-available.ts',
    in: 'daysAndNext',
    replace: 'isIdle ? [] : await busyBetween(date,',
    with: 'isIdle ? [] : await busyBetween(addDays(date, 1),',
    noticedBy: slots,
  },
  {
    name: 'taken time is read only up to the next working day when several days are asked for',
    file: 'src/availability/next-available.ts',
    in: 'daysAndNext',
    replace: 'let readTo = later(last, next.done ? date : next.value.date)',
    with: 'let readTo = next.done ? date : next.value.date',
    noticedBy: ['src/availability/days.test.ts'],
  },
  {
    name: 'a follow-up may follow a visit that already has one',
    file: 'src/availability/follow-up.ts',
    in: 'latestFollowableVisit',
    replace: "and f.parent_appointment_id = a.id and f.status <> 'CANCELLED'",
    with: "and f.parent_appointment_id = a.id and f.status = 'CANCELLED'",
    noticedBy: [...slots, ...booking],
  },
  {
    name: 'a follow-up costs as much as a first visit',
    file: 'src/availability/quote.ts',
    in: 'quote',
    replace: 'if (followUp) return {',
    with: 'if (followUp && tier) return {',
    noticedBy: slots,
  },
  {
    name: 'domestic patients are quoted the international fee',
    file: 'src/availability/quote.ts',
    in: 'feeOf',
    replace: 'practice.fees.filter((fee) => fee.mode === mode)',
    with: 'practice.fees.filter((fee) => fee.mode === mode).toReversed().toSorted((a) => (a.isInternational ? -1 : 1)).slice(0, 1)',
    noticedBy: slots,
  },
  {
    name: 'a tier costs patients from abroad the domestic amount',
    file: 'src/availability/quote.ts',
    in: 'tierPrice',
    replace: 'amountMinor: tier.internationalAmountMinor',
    with: 'amountMinor: tier.amountMinor',
    noticedBy: [...slots, ...gate],
  },
  {
    name: 'a price is booked although the caller expects another currency',
    file: 'src/appointments/visit-price.ts',
    in: 'settled',
    replace: 'currency !== price.currency',
    with: 'currency === undefined',
    noticedBy: gate,
  },
  {
    name: 'a visitor who names no tier pays the plain fee for a longer visit',
    file: 'src/appointments/visit-price.ts',
    in: 'tierOfRequest',
    replace: 'lengthMins === practice.slotMins',
    with: 'lengthMins >= 0',
    noticedBy: ['src/appointments/listed-price.test.ts'],
  },
  {
    name: 'the end of a free period counts as taken',
    file: 'src/occupancy/busy-time.ts',
    in: 'splitByBusy',
    replace: 'if (to > slot.from && (kind === undefined',
    with: 'if (to >= slot.from && (kind === undefined',
    noticedBy: slots,
  },
]

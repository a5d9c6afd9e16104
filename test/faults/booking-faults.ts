import type { PlantedFault } from './planted-fault.ts'

const booking = ['src/appointments/book-unified.test.ts']
const slots = ['src/availability/available-slots.test.ts']
const grid = ['src/availability/slot-grid.test.ts']
const gate = ['src/verification/consent-gate.test.ts']

/** In what is claimed, offered, charged and written. */
export const bookingFaults: readonly PlantedFault[] = [
  // Constraints and functions of migrations.
  {
    name: 'a doctor may be claimed twice at one time',
    file: 'src/db/migrations/0002-bookings.sql',
    text: 'workspace_id with =, doctor_id with =, tstzrange(from_at, to_at) with &&',
    replacement: 'workspace_id with =, doctor_id with =, appointment_id with =, tstzrange(from_at, to_at) with &&',
    noticedBy: booking,
  },
  {
    name: 'a room may be claimed twice at one time',
    file: 'src/db/migrations/0002-bookings.sql',
    text: 'workspace_id with =, room_id with =, tstzrange(from_at, to_at) with &&',
    replacement: 'workspace_id with =, room_id with =, appointment_id with =, tstzrange(from_at, to_at) with &&',
    noticedBy: booking,
  },
  {
    name: 'claims that touch exclude each other',
    file: 'src/db/migrations/0002-bookings.sql',
    text: 'workspace_id with =, doctor_id with =, tstzrange(from_at, to_at) with &&',
    replacement: "workspace_id with =, doctor_id with =, tstzrange(from_at, to_at, '[]') with &&",
    noticedBy: booking,
  },
  {
    name: 'the claim of a live visit may be deleted',
    file: 'src/db/migrations/0002-bookings.sql',
    text: "and a.status <> 'CANCELLED' and a.to_at > clock_timestamp()",
    replacement: "and a.status <> 'CANCELLED' and a.to_at < clock_timestamp()",
    noticedBy: booking,
  },
  {
    name: 'a live visit need not hold its time',
    file: 'src/db/migrations/0002-bookings.sql',
    text: "if new.status <> 'CANCELLED' and new.to_at > clock_timestamp() and not exists (",
    replacement: "if new.status = 'CANCELLED' and new.to_at > clock_timestamp() and not exists (",
    noticedBy: booking,
  },
  {
    name: 'a discount may exceed the charge',
    file: 'src/db/migrations/0002-bookings.sql',
    text: 'check (0 <= discount_minor and discount_minor <= charge_minor)',
    replacement: 'check (0 <= discount_minor)',
    noticedBy: booking,
  },
  {
    name: 'a visit may end after its clinic day',
    file: 'src/db/migrations/0002-bookings.sql',
    text: "interval '1 minute' <= (appointment_date + 1)::timestamp",
    replacement: "interval '1 minute' <= (appointment_date + 2)::timestamp",
    noticedBy: booking,
  },
  {
    name: 'a configuration that has changed still counts as held',
    file: 'src/db/migrations/0012-held-configuration.sql',
    text: 'where id = workspace and configuration_version = version',
    replacement: 'where id = workspace and configuration_version >= version',
    noticedBy: booking,
  },
  {
    name: 'the audit can be changed',
    file: 'src/db/migrations/0009-audit.sql',
    text: 'create trigger audit_is_kept before update or delete on audit_entries',
    replacement: 'create trigger audit_is_kept before delete on audit_entries',
    noticedBy: ['src/audit/audit.test.ts'],
  },
  {
    name: 'a production instance keeps an outbox',
    file: 'src/db/migrations/0005-messages.sql',
    text: "if not exists (select from installation where mode = 'sandbox') then",
    replacement: 'if not exists (select from installation) then',
    noticedBy: ['src/messages/message-rails.test.ts'],
  },

  // Values.
  {
    name: 'an amount with too many decimals is rounded',
    file: 'src/values/money.ts',
    text: 'if (!minor.round(0, Big.roundDown).eq(minor) || minor.gt(minorUnitsMax)) return undefined',
    replacement: 'if (minor.gt(minorUnitsMax)) return undefined',
    noticedBy: ['src/values/money.test.ts'],
  },
  {
    name: 'a currency without decimals is counted in hundredths',
    file: 'src/values/money.ts',
    text: 'base === 10 ? exponent : 2',
    replacement: 'base === 10 ? exponent || 2 : 2',
    noticedBy: ['src/values/money.test.ts'],
  },
  {
    name: 'a phone with its dial code twice is another phone',
    file: 'src/values/phone.ts',
    text: 'if (once?.isValid()) return once.number',
    replacement: 'if (!once) return repeated',
    noticedBy: ['src/values/phone.test.ts'],
  },
  {
    name: 'a wall time that comes twice is known once',
    file: 'src/values/clinic-time.ts',
    text: 'return before === after ? [before] : [before, after]',
    replacement: 'return [before]',
    noticedBy: ['src/values/clinic-time.test.ts'],
  },
  {
    name: 'a timestamp west of UTC is read as east of it',
    file: 'src/values/clinic-time.ts',
    text: "* (sign === '-' ? -1 : 1)",
    replacement: "* (sign === '-' ? 1 : 1)",
    noticedBy: ['src/values/clinic-time.test.ts'],
  },
  {
    name: 'the hours of a day stop where the clocks change',
    file: 'src/values/clinic-time.ts',
    text: 'if (last?.to === from) last.to = to',
    replacement: 'if (last?.to === from) continue',
    noticedBy: grid,
  },
  {
    name: 'three years after a leap day lies 29 February of a common year',
    file: 'src/values/calendar-date.ts',
    text: 'return isCalendarDate(same) ? same :',
    replacement: 'return same ? same :',
    noticedBy: ['src/values/calendar-date.test.ts'],
  },
  {
    name: 'an allowlist takes the whole internet',
    file: 'src/values/ip-address.ts',
    text: 'const ipv4PrefixMin = 8',
    replacement: 'const ipv4PrefixMin = 0',
    noticedBy: ['src/values/ip-address.test.ts'],
  },

  // Availability and prices.
  {
    name: 'a slot may end after the hours',
    file: 'src/availability/slot-grid.ts',
    text: 'from + length <= stretch.to;',
    replacement: 'from < stretch.to;',
    noticedBy: grid,
  },
  {
    name: 'a slot that is on offer in two windows has the modes of the last',
    file: 'src/availability/slot-grid.ts',
    text: 'known ? [...new Set([...known.modes, ...offered])] : offered',
    replacement: 'offered',
    noticedBy: grid,
  },
  {
    name: 'a slot can be booked in the moment it begins',
    file: 'src/availability/bookable.ts',
    text: 'return first && first.from <= now ? grid.filter(({ from }) => from > now) : grid',
    replacement: 'return first && first.from <= now ? grid.filter(({ from }) => from >= now) : grid',
    noticedBy: grid,
  },
  {
    name: 'online visits need no permission of the doctor',
    file: 'src/availability/bookable.ts',
    text: "if (!doctor.allowOnline) return 'ALLOW_ONLINE_IS_OFF'",
    replacement: '',
    noticedBy: booking,
  },
  {
    name: 'a deactivated practitioner can be booked',
    file: 'src/availability/bookable.ts',
    text: 'if (!practice.doctor.isActiveMember) return undefined',
    replacement: '',
    noticedBy: booking,
  },
  {
    name: 'a visit of any length can be booked from the start of a slot',
    file: 'src/availability/bookable.ts',
    text: 'const lengthMins = (time.to - time.from) / 60_000',
    replacement: 'const lengthMins = bookable.practice.slotMins',
    noticedBy: booking,
  },
  {
    name: 'the time taken on the day itself is not read',
    file: 'src/availability/next-available.ts',
    text: 'isIdle ? [] : await busyBetween(date,',
    replacement: 'isIdle ? [] : await busyBetween(addDays(date, 1),',
    noticedBy: slots,
  },
  {
    name: 'of several days, the time taken is read for those up to the next worked one alone',
    file: 'src/availability/next-available.ts',
    text: 'let readTo = later(last, next.done ? date : next.value.date)',
    replacement: 'let readTo = next.done ? date : next.value.date',
    noticedBy: ['src/availability/days.test.ts'],
  },
  {
    name: 'a follow-up may follow a visit that was followed already',
    file: 'src/availability/follow-up.ts',
    text: "and f.parent_appointment_id = a.id and f.status <> 'CANCELLED'",
    replacement: "and f.parent_appointment_id = a.id and f.status = 'CANCELLED'",
    noticedBy: [...slots, ...booking],
  },
  {
    name: 'a follow-up costs what a first visit does',
    file: 'src/availability/quote.ts',
    text: 'if (followUp) return {',
    replacement: 'if (followUp && tier) return {',
    noticedBy: slots,
  },
  {
    name: 'patients at home are quoted the international fee',
    file: 'src/availability/quote.ts',
    text: 'practice.fees.filter((fee) => fee.mode === mode)',
    replacement: 'practice.fees.filter((fee) => fee.mode === mode).toReversed().toSorted((a) => (a.isInternational ? -1 : 1)).slice(0, 1)',
    noticedBy: slots,
  },
  {
    name: 'a tier costs the same from abroad',
    file: 'src/availability/quote.ts',
    text: 'amountMinor: tier.internationalAmountMinor, currency: internationalCurrency',
    replacement: 'amountMinor: tier.amountMinor, currency: internationalCurrency',
    noticedBy: [...slots, ...gate],
  },
  {
    name: 'a price is booked whatever currency the caller takes it for',
    file: 'src/appointments/visit-price.ts',
    text: 'if (currency !== undefined && currency !== price.currency) throw',
    replacement: 'if (currency !== undefined && currency === undefined) throw',
    noticedBy: gate,
  },
  {
    name: 'the end of a free stretch counts as taken',
    file: 'src/occupancy/busy-time.ts',
    text: 'if (to > slot.from && (kind === undefined',
    replacement: 'if (to >= slot.from && (kind === undefined',
    noticedBy: slots,
  },

  // Occupancy and what a booking writes.
  {
    name: 'claims are retired a day before their visits are over',
    file: 'src/occupancy/retire-claims.ts',
    text: 'before: realNow - marginMs',
    replacement: 'before: realNow + marginMs',
    noticedBy: ['src/occupancy/retire-claims.test.ts'],
  },
  {
    name: 'a taken room is told as a taken doctor',
    file: 'src/occupancy/claims.ts',
    text: "return doctor?.taken ? 'doctor' : 'room'",
    replacement: "return doctor ? 'doctor' : 'room'",
    noticedBy: booking,
  },
  {
    name: 'locks are taken in another order',
    file: 'src/occupancy/locks.ts',
    text: "const locks = { patient: lockPatient, doctor: lockByNumber('doctor'), room: lockByNumber('room') }",
    replacement: "const locks = { room: lockByNumber('room'), doctor: lockByNumber('doctor'), patient: lockPatient }",
    noticedBy: ['src/occupancy/locks.test.ts'],
  },
  {
    name: 'a booking is not noted in the audit',
    file: 'src/appointments/queries.ts',
    text: 'from booked\n  ),\n  noticed as',
    replacement: 'from booked where false\n  ),\n  noticed as',
    noticedBy: ['src/audit/audit.test.ts'],
  },
]

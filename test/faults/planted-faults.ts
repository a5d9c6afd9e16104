// Faults that the tests must notice. Each is one small change such as a hand makes by mistake, in the places where a mistake
// costs most: what is claimed, what is charged, who may pass, whose record is shown.

export interface PlantedFault {
  /** What goes wrong with it. */
  name: string
  /** Where it is planted, from the project's folder. */
  file: string
  /** The exact text that is replaced; it is in the file once. */
  text: string
  replacement: string
  /** The test files of which one must fail. */
  noticedBy: readonly string[]
}

const booking = ['src/appointments/book-unified.test.ts']
const slots = ['src/availability/available-slots.test.ts']
const grid = ['src/availability/slot-grid.test.ts']
const gate = ['src/verification/consent-gate.test.ts']
const codes = ['src/verification/one-time-codes.test.ts']
const codeLimits = ['src/verification/limits.test.ts']
const authentication = ['src/http/authentication.test.ts']
const rateLimits = ['src/http/limits.test.ts']
const patients = ['src/patients/upsert-patient.test.ts']

export const plantedFaults: readonly PlantedFault[] = [
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
    text: 'configuration.onlineBookingEnabled && doctor.allowOnline && doctor.canHostOnline',
    replacement: 'configuration.onlineBookingEnabled && doctor.canHostOnline',
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
    text: 'const busy = await busyBetween(date,',
    replacement: 'const busy = await busyBetween(addDays(date, 1),',
    noticedBy: slots,
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
    text: "return doctor?.claimed ? 'doctor' : 'room'",
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
    text: 'from booked\n  )\n  select\n',
    replacement: 'from booked where false\n  )\n  select\n',
    noticedBy: ['src/audit/audit.test.ts'],
  },

  // The gates and the keys.
  {
    name: 'any address may use a developer key',
    file: 'src/http/pipeline.ts',
    text: "if (key.kind === 'DEVELOPER' && !key.admits(address)) throw",
    replacement: "if (key.kind === 'WIDGET' && !key.admits(address)) throw",
    noticedBy: authentication,
  },
  {
    name: 'the limits are looked at before the kind of credential',
    file: 'src/http/pipeline.ts',
    text: 'documentedRoute, kindOfCredential, limits, entitlement,',
    replacement: 'documentedRoute, limits, kindOfCredential, entitlement,',
    noticedBy: ['test/pipeline-order.test.ts'],
  },
  {
    name: 'a session may call what is for developer keys',
    file: 'src/http/pipeline.ts',
    text: "if (caller?.kind === 'session' && to && !admitsSessions(to.policy)) throw",
    replacement: "if (caller?.kind === 'session' && !to) throw",
    noticedBy: ['src/workspaces/widget-sessions.test.ts', 'test/pipeline-order.test.ts'],
  },
  {
    name: 'no reserve is kept for quiet sessions',
    file: 'src/http/pipeline.ts',
    text: 'if (ofVisitor.length === 0) throw tooManyRequests(spent)',
    replacement: 'throw tooManyRequests(spent)',
    noticedBy: rateLimits,
  },
  {
    name: 'the reserve is there for loud sessions too',
    file: 'src/http/pipeline.ts',
    text: 'const reserved = await services.spend([perWorkspace, ...reserve, ...ofVisitor], services.now())',
    replacement: 'const reserved = await services.spend([perWorkspace, ...reserve], services.now())',
    noticedBy: rateLimits,
  },
  {
    name: 'a route of a feature is open to every workspace',
    file: 'src/http/pipeline.ts',
    text: 'if (feature && caller && !(await services.isEntitled(caller.workspaceId, feature))) throw',
    replacement: 'if (feature && !caller) throw',
    noticedBy: ['test/pipeline-order.test.ts'],
  },
  {
    name: 'any number is an acting user',
    file: 'src/http/pipeline.ts',
    text: "if (!(await services.isActiveMember(caller.workspaceId, Number(named)))) throw refusal('ACTING_USER_NOT_ACTIVE')",
    replacement: '',
    noticedBy: ['src/http/acting-user.test.ts'],
  },
  {
    name: 'a deactivated key still works',
    file: 'src/workspaces/keys.ts',
    text: '"k.status = \'ACTIVE\' and (k.expires_at is null or k.expires_at > :now)"',
    replacement: '"k.status <> \'DELETED\' and (k.expires_at is null or k.expires_at > :now)"',
    noticedBy: authentication,
  },
  {
    name: 'a caller behind a proxy claims the address it likes',
    file: 'src/http/client-address.ts',
    text: 'for (const entry of entries.reverse()) {',
    replacement: 'for (const entry of entries) {',
    noticedBy: authentication,
  },

  // One-time codes, the consent gate, sessions.
  {
    name: 'a code can be tried without end',
    file: 'src/verification/queries.ts',
    text: 'and delivered and attempts < 5 and expires_at > :now\n    returning code_hash',
    replacement: 'and delivered and expires_at > :now\n    returning code_hash',
    noticedBy: codes,
  },
  {
    name: 'a code verifies when its time is over',
    file: 'src/verification/queries.ts',
    text: 'and delivered and attempts < 5 and expires_at > :now\n    returning code_hash',
    replacement: 'and delivered and attempts < 5\n    returning code_hash',
    noticedBy: codes,
  },
  {
    name: 'one more code is sent than the limit allows',
    file: 'src/verification/one-time-code.ts',
    text: 'skipped: countMax - 1',
    replacement: 'skipped: countMax',
    noticedBy: codeLimits,
  },
  {
    name: 'the gate knows an end user at any address',
    file: 'src/verification/end-user.ts',
    text: "hash('visitor', endUser.toString('hex'), networkOf(address))",
    replacement: "hash('visitor', endUser.toString('hex'), networkOf(address).slice(0, 0))",
    noticedBy: gate,
  },
  {
    name: 'the patients on any phone are shown',
    file: 'src/verification/search-by-phone.ts',
    text: 'if (!isTheirs) throw',
    replacement: 'if (verifiedContact === undefined) throw',
    noticedBy: ['src/verification/search-by-phone.test.ts'],
  },
  {
    name: 'a session books for any record',
    file: 'src/appointments/session-rules.ts',
    text: '      refuseUnverified(contact)\n',
    replacement: '',
    noticedBy: gate,
  },
  {
    name: 'a session sets its own charge',
    file: 'src/appointments/session-rules.ts',
    text: 'toMinorUnits(consultationCharge, currency) === amountMinor) return',
    replacement: 'toMinorUnits(consultationCharge, currency) !== undefined) return',
    noticedBy: gate,
  },
  {
    name: 'a contact has one visit more than it may',
    file: 'src/appointments/session-rules.ts',
    text: '>= visitsMax) throw',
    replacement: '> visitsMax) throw',
    noticedBy: gate,
  },

  // Patients.
  {
    name: 'a family on one phone is one patient',
    file: 'src/patients/matching.ts',
    text: 'return onPhone.filter((known) => isSameName(person, known))',
    replacement: 'return onPhone',
    noticedBy: patients,
  },
  {
    name: 'a phone alone makes a new record each time',
    file: 'src/patients/matching.ts',
    text: 'if (person.firstNameFolded === null) return onPhone',
    replacement: 'if (person.firstNameFolded === null) return []',
    noticedBy: [...patients, ...booking],
  },
  {
    name: 'a patient without a last name matches no one who has one',
    file: 'src/patients/matching.ts',
    text: '(one.lastNameFolded === null || other.lastNameFolded === null || one.lastNameFolded === other.lastNameFolded)',
    replacement: 'one.lastNameFolded === other.lastNameFolded',
    noticedBy: [...patients, ...booking],
  },
  {
    name: 'an update clears what it does not name',
    file: 'src/patients/queries.ts',
    text: 'email = coalesce(:email, email),',
    replacement: 'email = :email,',
    noticedBy: patients,
  },
  {
    name: 'a record of another workspace is found by its number',
    file: 'src/patients/queries.ts',
    text: 'where workspace_id = :workspaceId and mrn_number = :mrnNumber\n',
    replacement: 'where :workspaceId::bigint is not null and mrn_number = :mrnNumber\n',
    noticedBy: ['test/isolation.test.ts', ...patients],
  },
]

import type { PlantedFault } from './planted-fault.ts'

const addresses = ['src/appointments/home-visits.test.ts']
const travel = ['src/availability/travel.test.ts']

export const homeFaults: readonly PlantedFault[] = [
  {
    name: "a visit at home does not get the patient's address",
    file: 'src/appointments/queries.ts',
    in: 'bookingWith',
    replace: 'then patient_address end',
    with: 'then null::jsonb end',
    noticedBy: addresses,
  },
  {
    name: 'an erasure leaves the address of a visit',
    file: 'src/appointments/patient-tables.ts',
    in: 'appointmentTables',
    replace: "'unoffered_reason', 'visit_address']",
    with: "'unoffered_reason']",
    noticedBy: [...addresses, 'test/schema.test.ts'],
  },
  {
    name: 'a visit elsewhere is booked with an address that nothing shows',
    file: 'src/appointments/booking-body.ts',
    in: 'toBookingRequest',
    replace: 'body.visitAddress !== undefined && !isAtHome(mode)',
    with: 'body.visitAddress !== undefined && false',
    noticedBy: addresses,
  },
  {
    name: 'the times of visits at home are listed without the way to them',
    file: 'src/availability/free-slots.ts',
    in: 'splitSlots',
    replace: 'from: slot.from - travelMs',
    with: 'from: slot.from',
    noticedBy: travel,
  },
  {
    name: 'two visits that are booked at once may be closer than the way between them',
    file: 'src/db/migrations/0088-home-visits.sql',
    in: 'travel_is_left_free',
    replace: 'perform pg_advisory_xact_lock(hashtextextended',
    with: 'perform pg_advisory_xact_lock_shared(hashtextextended',
    noticedBy: travel,
  },
]

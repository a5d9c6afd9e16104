import type { PlantedFault } from './planted-fault.ts'

const openings = ['src/dashboard/patient-records.test.ts']
const records = ['src/appointments/operations/patient-record.test.ts']
const payments = ['src/till/patient-payments.test.ts']
const sales = ['src/checkout/operations/packs-sell.test.ts']

/** Faults on the page of a patient: who may open it, what is audited, and that no page of a list skips anything. */
export const patientFaults: readonly PlantedFault[] = [
  {
    name: 'a page that reads a record again is audited each time',
    file: 'src/audit/opening.ts',
    in: 'noteOpening',
    replace: 'opened === undefined ? [] :',
    with: 'opened !== undefined ? [] :',
    noticedBy: openings,
  },
  {
    name: 'a read by another member counts as one’s own',
    file: 'src/audit/queries.ts',
    in: 'openingNoted',
    replace: 'and acting_user_id is not distinct from :actingUserId and operator',
    with: 'and (true or acting_user_id = :actingUserId) and operator',
    noticedBy: openings,
  },
  {
    name: 'reading one record counts for another',
    file: 'src/audit/queries.ts',
    in: 'openingNoted',
    replace: 'coalesce(patient_ids, array[patient_id]) @> :patientIds::bigint[]',
    with: 'cardinality(:patientIds::bigint[]) > 0',
    noticedBy: openings,
  },
  {
    name: 'reading a record counts forever',
    file: 'src/audit/opening.ts',
    in: 'noteOpening',
    replace: 'since: now - openMs',
    with: 'since: now - 1_000 * openMs',
    noticedBy: openings,
  },
  {
    name: 'a member limited to their own visits opens every record',
    file: 'src/dashboard/own-visits.ts',
    in: 'ownInput',
    replace: 'await ownPatient(queries, member, input.id)',
    with: '',
    noticedBy: openings,
  },
  {
    name: 'a member limited to their own visits sees other visits on the page of a patient',
    file: 'src/dashboard/own-visits.ts',
    in: 'ownInput',
    replace: '=== userId ? { ...input, doctorId: userId } : undefined',
    with: '=== userId ? input : undefined',
    noticedBy: openings,
  },
  {
    name: 'a record is overwritten by someone who saw an older version',
    file: 'src/patients/change-patient.ts',
    in: 'changeKnownPatient',
    replace: 'version !== undefined && version !== versionOf(before)',
    with: 'false',
    noticedBy: records,
  },
  {
    name: 'a page omits one of two visits that begin at the same time',
    file: 'src/appointments/patient-record-queries.ts',
    in: 'visitPage',
    replace: "(at, id) ${direction === 'asc' ? '>' : '<'} (select at, id from booked where id = :after)",
    with: "at ${direction === 'asc' ? '>' : '<'} (select at from booked where id = :after)",
    noticedBy: records,
  },
  {
    name: 'a contact is verified by a booking with another one',
    file: 'src/appointments/patient-record-queries.ts',
    in: 'verifiedByBooking',
    replace: 'max(at) filter (where contact_hash = :email)',
    with: 'max(at) filter (where contact_hash = any (array[:phone, :email]::bytea[]))',
    noticedBy: records,
  },
  {
    name: 'a page omits some of several payments made at the same moment',
    file: 'src/till/patient-payment-queries.ts',
    in: 'paymentsOfPatient',
    replace: '(at, key collate "C") < (select at, key collate "C" from moved where key = :after)',
    with: 'at < (select at from moved where key = :after)',
    noticedBy: payments,
  },
  {
    name: "a refund through a gateway is missing from a patient's payments",
    file: 'src/till/patient-payment-queries.ts',
    in: 'refundsOfBooked',
    replace: "'patient_pack_id'].map(atDesk), online]",
    with: "'patient_pack_id'].map(atDesk)]",
    noticedBy: payments,
  },
  {
    name: 'the sale of a pack is not audited',
    file: 'src/checkout/operations/packs-sell.ts',
    in: 'packsSell',
    replace: "await note(queries, workspaceId, actor, { action: 'CHANGED', patientIds: [patientId], now: clock.now() })",
    with: '',
    noticedBy: sales,
  },
  {
    name: 'a pack that is sold is in no till',
    file: 'src/checkout/operations/packs-sell.ts',
    in: 'packsSell',
    replace: '{ ...paid, locationId: location.id }',
    with: 'paid',
    noticedBy: sales,
  },
  {
    name: 'a refusal discards what was typed into a record',
    file: 'dashboard/src/patients/record-form.tsx',
    in: 'RecordForm',
    replace: "code === 'PATIENT_CHANGED_MEANWHILE' && ask()",
    with: "(code === 'PATIENT_CHANGED_MEANWHILE' ? ask() : setTyped({}))",
    noticedBy: ['test/dashboard-patients.test.ts'],
  },
]

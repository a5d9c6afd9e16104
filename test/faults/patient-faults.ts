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
    text: 'opened === undefined ? [] :',
    replacement: 'opened !== undefined ? [] :',
    noticedBy: openings,
  },
  {
    name: 'a read by another member counts as one’s own',
    file: 'src/audit/queries.ts',
    text: ' and acting_user_id is not distinct from :actingUserId\n    and operator',
    replacement: ' and (true or acting_user_id = :actingUserId)\n    and operator',
    noticedBy: openings,
  },
  {
    name: 'reading one record counts for another',
    file: 'src/audit/queries.ts',
    text: 'coalesce(patient_ids, array[patient_id]) @> :patientIds::bigint[]',
    replacement: 'cardinality(:patientIds::bigint[]) > 0',
    noticedBy: openings,
  },
  {
    name: 'reading a record counts forever',
    file: 'src/audit/opening.ts',
    text: 'since: now - openMs',
    replacement: 'since: now - 1_000 * openMs',
    noticedBy: openings,
  },
  {
    name: 'a member limited to their own visits opens every record',
    file: 'src/dashboard/own-visits.ts',
    text: '      await ownPatient(queries, member, input.id)\n',
    replacement: '',
    noticedBy: openings,
  },
  {
    name: 'a member limited to their own visits sees other visits on the page of a patient',
    file: 'src/dashboard/own-visits.ts',
    text: '=== userId ? { ...input, doctorId: userId } : undefined',
    replacement: '=== userId ? input : undefined',
    noticedBy: openings,
  },
  {
    name: 'a record is overwritten by someone who saw an older version',
    file: 'src/patients/change-patient.ts',
    text: 'version !== undefined && version !== versionOf(before)',
    replacement: 'false',
    noticedBy: records,
  },
  {
    name: 'a page omits one of two visits that begin at the same time',
    file: 'src/appointments/patient-record-queries.ts',
    text: "(at, id) ${direction === 'asc' ? '>' : '<'} (select at, id from booked where id = :after)",
    replacement: "at ${direction === 'asc' ? '>' : '<'} (select at from booked where id = :after)",
    noticedBy: records,
  },
  {
    name: 'a contact is verified by a booking with another one',
    file: 'src/appointments/patient-record-queries.ts',
    text: 'max(at) filter (where contact_hash = :email)',
    replacement: 'max(at) filter (where contact_hash = any (array[:phone, :email]::bytea[]))',
    noticedBy: records,
  },
  {
    name: 'a page omits some of several payments made at the same moment',
    file: 'src/till/patient-payment-queries.ts',
    text: '(at, key collate "C") < (select at, key collate "C" from moved where key = :after)',
    replacement: 'at < (select at from moved where key = :after)',
    noticedBy: payments,
  },
  {
    name: "a refund through a gateway is missing from a patient's payments",
    file: 'src/till/patient-payment-queries.ts',
    text: "'patient_pack_id'].map(atDesk), online]",
    replacement: "'patient_pack_id'].map(atDesk)]",
    noticedBy: payments,
  },
  {
    name: 'the sale of a pack is not audited',
    file: 'src/checkout/operations/packs-sell.ts',
    text: "        await note(queries, workspaceId, actor, { action: 'CHANGED', patientIds: [patientId], now: clock.now() })\n",
    replacement: '',
    noticedBy: sales,
  },
  {
    name: 'a pack that is sold is in no till',
    file: 'src/checkout/operations/packs-sell.ts',
    text: '{ ...paid, locationId: location.id }',
    replacement: 'paid',
    noticedBy: sales,
  },
  {
    name: 'a refusal discards what was typed into a record',
    file: 'dashboard/src/patients/record-form.tsx',
    text: "code === 'PATIENT_CHANGED_MEANWHILE' && ask()",
    replacement: "(code === 'PATIENT_CHANGED_MEANWHILE' ? ask() : setTyped({}))",
    noticedBy: ['test/dashboard-patients.test.ts'],
  },
]

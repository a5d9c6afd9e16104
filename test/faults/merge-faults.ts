import type { PlantedFault } from './planted-fault.ts'

const noticedBy = ['src/patients/merge-patients.test.ts']
const merging = 'src/patients/merge-patients.ts'
const migration = 'src/db/migrations/0063-merged-records.sql'

/** Faults in the merge of two records, and in what the merged id leads to afterwards. */
export const mergeFaults: readonly PlantedFault[] = [
  {
    name: 'a merge does not fill in the date of birth',
    file: merging,
    text: 'dob = coalesce(k.dob, o.dob)',
    replacement: 'dob = k.dob',
    noticedBy,
  },
  {
    name: 'a merge checks only one record for pending work',
    file: merging,
    text: 'for (const patientId of [from, into]) {\n    if',
    replacement: 'for (const patientId of [from]) {\n    if',
    noticedBy,
  },
  {
    name: 'a merge happens without confirmation',
    file: merging,
    text: '  if (!confirmed) return result\n',
    replacement: '',
    noticedBy,
  },
  {
    name: 'the audit records a merge as a read',
    file: merging,
    text: "confirmed ? 'MERGED' : 'READ'",
    replacement: "'READ'",
    noticedBy,
  },
  {
    name: 'something can be added to a merged record',
    file: migration,
    text: 'if exists (select from merged_patients where workspace_id = new.workspace_id and id = new.patient_id) then',
    replacement: 'if false then',
    noticedBy,
  },
  {
    name: 'a record can be merged although others were merged into it',
    file: migration,
    text: '(id = new.merged_into or merged_into = new.id)',
    replacement: '(id = new.merged_into)',
    noticedBy,
  },
  {
    name: 'a pack taken over in a merge pays for no visit under the old id',
    file: 'src/appointments/book.ts',
    text: ", 'SESSION_PACK_NOT_FOUND'])",
    replacement: '])',
    noticedBy,
  },
  {
    name: 'a person is not found by the phone of a merged record',
    file: 'src/patients/queries.ts',
    text: '  where workspace_id = :workspaceId and phone_normalised = :phoneNormalised\n  order by merged_into, id',
    replacement: '  where false and workspace_id = :workspaceId and phone_normalised = :phoneNormalised\n  order by merged_into, id',
    noticedBy,
  },
]

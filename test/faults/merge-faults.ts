import type { PlantedFault } from './planted-fault.ts'

const noticedBy = ['src/patients/merge-patients.test.ts']
const merging = 'src/patients/merge-patients.ts'
const migration = 'src/db/migrations/0063-merged-records.sql'

/** Faults in the merge of two records, and in what the merged id leads to afterwards. */
export const mergeFaults: readonly PlantedFault[] = [
  {
    name: 'a merge does not fill in the date of birth',
    file: merging,
    in: 'fillRecord',
    replace: 'dob = coalesce(k.dob, o.dob)',
    with: 'dob = k.dob',
    noticedBy,
  },
  {
    name: 'a merge checks only one record for pending work',
    file: merging,
    in: 'hold',
    replace: 'for (const patientId of [from, into]) { if',
    with: 'for (const patientId of [from]) { if',
    noticedBy,
  },
  {
    name: 'a merge happens without confirmation',
    file: merging,
    in: 'merge',
    replace: 'if (!confirmed) return result',
    with: '',
    noticedBy,
  },
  {
    name: 'the audit records a merge as a read',
    file: merging,
    in: 'merge',
    replace: "confirmed ? 'MERGED' : 'READ'",
    with: "'READ'",
    noticedBy,
  },
  {
    name: 'something can be added to a merged record',
    file: migration,
    in: 'nothing_is_of_a_merged_record',
    replace: 'if exists (select from merged_patients where workspace_id = new.workspace_id and id = new.patient_id) then',
    with: 'if false then',
    noticedBy,
  },
  {
    name: 'a record can be merged although others were merged into it',
    file: migration,
    in: 'merged_record_is_at_its_end',
    replace: '(id = new.merged_into or merged_into = new.id)',
    with: '(id = new.merged_into)',
    noticedBy,
  },
  {
    name: 'a pack taken over in a merge pays for no visit under the old id',
    file: 'src/appointments/book.ts',
    in: 'notOfRecord',
    replace: ", 'SESSION_PACK_NOT_FOUND'])",
    with: '])',
    noticedBy,
  },
  {
    name: 'a person is not found by the phone of a merged record',
    file: 'src/patients/queries.ts',
    in: 'mergedOnPhone',
    replace: 'where workspace_id = :workspaceId and phone_normalised = :phoneNormalised order by merged_into, id',
    with: 'where false and workspace_id = :workspaceId and phone_normalised = :phoneNormalised order by merged_into, id',
    noticedBy,
  },
]

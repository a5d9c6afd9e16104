// A declaration for the patients room (PatientTable in src/clinic/patients/patient-tables.ts).

import type { Sealing } from '../../base/ports/sealing.ts'
import { openContent } from './message-content.ts'

export const patientMessageTables = [
  {
    table: 'patient_messages',
    ofPatient: 't.patient_id = :patientId',
    erased: 'rows',
    merged: { column: 'patient_id', counted: 'messages' },
    exported: {
      as: 'messages',
      orderedBy: 'id',
      without: ['contact_hash', 'carrier_id_hash', 'reference'],
      sealed: {
        column: 'sealed',
        open: (sealing: Sealing, workspaceId: number, sealed: Buffer) =>
          openContent(sealing, workspaceId, sealed) ?? {},
      },
    },
  },
] as const

// Every table with patient data, in one list, for erasure and export. In the order of locks, docs/decisions/database.md.

import { appointmentTables } from '../appointments/patient-tables.ts'
import { auditTables } from '../audit/patient-tables.ts'
import { deskChangeTables } from '../booking/desk-changes.ts'
import { checkoutTables } from '../checkout/patient-tables.ts'
import { messageTables } from '../messages/patient-tables.ts'
import { noticeTables } from '../notices/patient-tables.ts'
import { claimTables } from '../occupancy/patient-tables.ts'
import { repeatKeyTables } from '../operator/repeat-keys.ts'
import { packTables } from '../packs/patient-tables.ts'
import { mergedTables, patientRegister } from '../patients/patient-tables.ts'
import { paymentTables } from '../payments/patient-tables.ts'
import { queueTables } from '../queue/patient-tables.ts'
import { tillTables } from '../till/patient-tables.ts'

export const patientTables = patientRegister([
  ...[
    ...packTables,
    ...queueTables,
    ...appointmentTables,
    ...claimTables,
    ...paymentTables,
    ...tillTables,
    ...checkoutTables,
    ...repeatKeyTables,
    ...deskChangeTables,
  ],
  ...[...noticeTables, ...messageTables, ...mergedTables, ...auditTables],
])

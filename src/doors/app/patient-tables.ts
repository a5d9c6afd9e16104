// Every table with patient data, in one list, for erasure and export. The list follows the lock
// order (docs/decisions/database.md).

import { messageTables } from '../../base/messages/patient-tables.ts'
import { auditTables } from '../../clinic/audit/patient-tables.ts'
import { formTables } from '../../clinic/forms/patient-tables.ts'
import { noticeTables } from '../../clinic/notices/patient-tables.ts'
import { patientMessageTables } from '../../clinic/patient-messages/patient-tables.ts'
import { mergedTables, patientRegister } from '../../clinic/patients/patient-tables.ts'
import { checkoutTables } from '../../money/checkout/patient-tables.ts'
import { tillTables } from '../../money/desk/patient-tables.ts'
import { packTables } from '../../money/packs/patient-tables.ts'
import { paymentTables } from '../../money/payments/patient-tables.ts'
import { appointmentTables } from '../../visits/appointments/patient-tables.ts'
import { deskChangeTables } from '../../visits/booking/desk-changes.ts'
import { claimTables } from '../../visits/occupancy/patient-tables.ts'
import { queueTables } from '../../visits/queue/patient-tables.ts'
import { repeatKeyTables } from '../register/repeat-keys.ts'

export const patientTables = patientRegister([
  ...packTables,
  ...queueTables,
  ...appointmentTables,
  ...formTables,
  ...claimTables,
  ...paymentTables,
  ...tillTables,
  ...checkoutTables,
  ...repeatKeyTables,
  ...deskChangeTables,
  ...noticeTables,
  ...patientMessageTables,
  ...messageTables,
  ...mergedTables,
  ...auditTables,
])

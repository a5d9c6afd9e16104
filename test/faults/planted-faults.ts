// Faults that the tests must notice. Each is one small change of the kind made by mistake, where mistakes cost most: what is claimed, what
// is charged, who is let in, whose record is shown.

import { absenceFaults } from './absence-faults.ts'
import { availabilityFaults } from './availability-faults.ts'
import { boardFaults } from './board-faults.ts'
import { bookingFaults } from './booking-faults.ts'
import { cacheFaults } from './cache-faults.ts'
import { calendarFaults } from './calendar-faults.ts'
import { changeFaults } from './change-faults.ts'
import { checkoutFaults } from './checkout-faults.ts'
import { clientFaults } from './client-faults.ts'
import { databaseFaults } from './database-faults.ts'
import { developersFaults } from './developers-faults.ts'
import { gateFaults } from './gate-faults.ts'
import { homeFaults } from './home-faults.ts'
import { idempotencyFaults } from './idempotency-faults.ts'
import { importFaults } from './import-faults.ts'
import { mergeFaults } from './merge-faults.ts'
import { noticeFaults } from './notice-faults.ts'
import { packFaults } from './pack-faults.ts'
import { patientFaults } from './patient-faults.ts'
import type { PlantedFault } from './planted-fault.ts'
import { queueFaults } from './queue-faults.ts'
import { recordFaults } from './record-faults.ts'
import { refundFaults } from './refund-faults.ts'
import { reportFaults } from './report-faults.ts'
import { runningFaults } from './running-faults.ts'
import { searchFaults } from './search-faults.ts'
import { seriesFaults } from './series-faults.ts'
import { settingsFaults } from './settings-faults.ts'
import { signInFaults } from './sign-in-faults.ts'
import { tillFaults } from './till-faults.ts'
import { tokenFaults } from './token-faults.ts'
import { undoFaults } from './undo-faults.ts'
import { valueFaults } from './value-faults.ts'
import { videoFaults } from './video-faults.ts'
import { waitingFaults } from './waiting-faults.ts'
import { workFaults } from './work-faults.ts'

export const plantedFaults: readonly PlantedFault[] = [
  ...absenceFaults,
  ...availabilityFaults,
  ...boardFaults,
  ...bookingFaults,
  ...cacheFaults,
  ...calendarFaults,
  ...changeFaults,
  ...checkoutFaults,
  ...clientFaults,
  ...databaseFaults,
  ...developersFaults,
  ...gateFaults,
  ...homeFaults,
  ...idempotencyFaults,
  ...importFaults,
  ...mergeFaults,
  ...noticeFaults,
  ...packFaults,
  ...patientFaults,
  ...queueFaults,
  ...recordFaults,
  ...refundFaults,
  ...runningFaults,
  ...searchFaults,
  ...seriesFaults,
  ...settingsFaults,
  ...signInFaults,
  ...tillFaults,
  ...reportFaults,
  ...tokenFaults,
  ...undoFaults,
  ...valueFaults,
  ...videoFaults,
  ...waitingFaults,
  ...workFaults,
]

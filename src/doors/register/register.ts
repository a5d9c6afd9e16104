// All operations. The command line and the dashboard use this list.

import type { Static, TObject, TSchema } from 'typebox'
import { workOperations } from '../../base/due-work/operations/work.ts'
import { outboxOperations } from '../../base/messages/operations/outbox.ts'
import type {
  OnApplication,
  OnDatabaseInWorkspace,
  Operation,
} from '../../base/operations/operation.ts'
import { clockOperations } from '../../base/ports/operations/clock.ts'
import { auditOperations } from '../../clinic/audit/operations/audit.ts'
import { locationAndDoctorOperations } from '../../clinic/catalogue/operations/locations-and-doctors.ts'
import { staffOperations } from '../../clinic/catalogue/operations/staff.ts'
import { formOperations } from '../../clinic/forms/operations/forms.ts'
import { noticesFailures } from '../../clinic/notices/operations/failed-notices.ts'
import { noticeOperations } from '../../clinic/notices/operations/notices.ts'
import { patientMessagePlay } from '../../clinic/patient-messages/operations/message-play.ts'
import { patientChannelOperations } from '../../clinic/patient-messages/operations/patient-channels.ts'
import {
  patientMessageSend,
  patientMessages,
  patientMessagesDone,
} from '../../clinic/patient-messages/operations/patient-messages.ts'
import { patientAlert } from '../../clinic/patients/operations/patient-alert.ts'
import { patientBookingRule } from '../../clinic/patients/operations/patient-booking-rule.ts'
import { mergeOperations } from '../../clinic/patients/operations/patient-merge.ts'
import {
  patientEdit,
  patientLikely,
  patientPhone,
  patientSearch,
} from '../../clinic/patients/operations/patient-search.ts'
import { patientOperations } from '../../clinic/patients/operations/patients.ts'
import { patientsExpiring } from '../../clinic/patients/operations/patients-expiring.ts'
import {
  dashboardLink,
  staffInvite,
  staffLinkRevoke,
  staffLinks,
} from '../../clinic/sign-in/operations/links.ts'
import { staffSessions, staffSignOut } from '../../clinic/sign-in/operations/sessions.ts'
import { entitlementOperations } from '../../clinic/workspaces/operations/entitlements.ts'
import { keyCallOperations } from '../../clinic/workspaces/operations/key-calls.ts'
import { keyOperations } from '../../clinic/workspaces/operations/keys.ts'
import { workspaceList } from '../../clinic/workspaces/operations/workspace-list.ts'
import { backupOperations } from '../../management/backup/operations/backup.ts'
import { removalOperations } from '../../management/backup/operations/workspace-removal.ts'
import { accountTest } from '../../management/clinic-file/operations/account-test.ts'
import {
  formPreview,
  formVersion,
  formVersions,
} from '../../management/clinic-file/operations/form-preview.ts'
import { noticePreviewOperations } from '../../management/clinic-file/operations/notice-preview.ts'
import { settingsOperations } from '../../management/clinic-file/operations/settings.ts'
import { workspaceOperations } from '../../management/clinic-file/operations/workspaces.ts'
import { importOperations } from '../../management/csv-import/operations/imports.ts'
import { demoToday } from '../../management/demo-history/operations/demo-today.ts'
import { newsList, newsMail, newsSeen } from '../../management/news/operations/news.ts'
import { reportShow } from '../../management/report/operations/report.ts'
import { secretRotate } from '../../management/secret/operations/secret-rotate.ts'
import { paymentRequestOperations } from '../../money/checkout/operations/payment-requests.ts'
import { paymentOperations } from '../../money/checkout/operations/payments.ts'
import { deskPaymentOperations } from '../../money/desk/operations/desk-payments.ts'
import { packSaleOperations } from '../../money/desk/operations/packs-sell.ts'
import { patientPayments } from '../../money/desk/operations/patient-payments.ts'
import { receiptOperations } from '../../money/desk/operations/receipts.ts'
import { tillOperations } from '../../money/desk/operations/till.ts'
import { tokenGive } from '../../money/desk/operations/token-give.ts'
import { visitBook } from '../../money/desk/operations/visit-book.ts'
import { packOperations } from '../../money/packs/operations/packs.ts'
import { sandboxGatewayOperations } from '../../money/payments/operations/sandbox-gateway.ts'
import {
  blockAdd,
  blockClose,
  blockList,
  blockOpen,
  blockRemove,
} from '../../visits/appointments/operations/blocks.ts'
import {
  visitCancel,
  visitCancelQuote,
  visitMove,
  visitStatus,
} from '../../visits/appointments/operations/change-visit.ts'
import { dayShow } from '../../visits/appointments/operations/day-show.ts'
import { visitDisplaced } from '../../visits/appointments/operations/displaced-visits.ts'
import { doctorLate } from '../../visits/appointments/operations/doctor-late.ts'
import { patientRecordOperations } from '../../visits/appointments/operations/patient-record.ts'
import { seriesOperations } from '../../visits/appointments/operations/series.ts'
import { visitStranded } from '../../visits/appointments/operations/stranded-visits.ts'
import { visitArrive } from '../../visits/appointments/operations/visit-arrive.ts'
import { visitEdit } from '../../visits/appointments/operations/visit-edit.ts'
import { visitFind } from '../../visits/appointments/operations/visit-find.ts'
import { visitList, visitSheet } from '../../visits/appointments/operations/visit-list.ts'
import { visitNotes } from '../../visits/appointments/operations/visit-notes.ts'
import { visitQuote } from '../../visits/appointments/operations/visit-quote.ts'
import { visitShow } from '../../visits/appointments/operations/visit-show.ts'
import { visitUndo } from '../../visits/appointments/operations/visit-undo.ts'
import { visitVideo } from '../../visits/appointments/operations/visit-video.ts'
import { visitVitals } from '../../visits/appointments/operations/visit-vitals.ts'
import { waitingOperations } from '../../visits/appointments/operations/waiting.ts'
import { waitingOfferOperations } from '../../visits/appointments/operations/waiting-offers.ts'
import { weekShow } from '../../visits/appointments/operations/week-show.ts'
import { availabilityOperations } from '../../visits/availability/operations/explain.ts'
import { timesNearest } from '../../visits/availability/operations/times-nearest.ts'
import { calendarOperations } from '../../visits/calendars/operations/calendars.ts'
import { boardOperations } from '../../visits/queue/operations/boards.ts'
import { queueLine } from '../../visits/queue/operations/queue-line.ts'
import { queueEvents, queueList, queueShow } from '../../visits/queue/operations/queues.ts'
import {
  queueActions,
  queueEnd,
  queueMove,
  queueNext,
  queueStart,
  queueTakeBack,
  queueUndo,
} from '../../visits/queue/operations/run-queue.ts'
import { workspaceEmbed } from '../patient-pages/operations/embed.ts'
import type { OperatorServices } from './operator-services.ts'
import { problem } from './problems.ts'

/**
 * An operation that can run with the available services; the compiler checks this against its
 * context.
 */
type Runnable =
  | Operation<TObject, TSchema, OnApplication<OperatorServices> & { workspaceId: number }>
  | Operation<TObject, TSchema, OnDatabaseInWorkspace>

const registered = [
  ...workspaceOperations,
  ...settingsOperations,
  workspaceList,
  workspaceEmbed,
  ...removalOperations,
  ...keyOperations,
  ...keyCallOperations,
  ...entitlementOperations,
  ...staffOperations,
  ...locationAndDoctorOperations,
  dayShow,
  weekShow,
  doctorLate,
  blockAdd,
  blockClose,
  blockRemove,
  blockOpen,
  blockList,
  dashboardLink,
  staffInvite,
  staffLinks,
  staffLinkRevoke,
  staffSessions,
  staffSignOut,
  ...importOperations,
  ...patientOperations,
  ...mergeOperations,
  patientSearch,
  patientPhone,
  patientLikely,
  patientEdit,
  patientAlert,
  newsList,
  newsSeen,
  newsMail,
  patientMessages,
  patientMessageSend,
  patientMessagesDone,
  patientMessagePlay,
  ...patientChannelOperations,
  patientBookingRule,
  patientsExpiring,
  ...patientRecordOperations,
  patientPayments,
  ...formOperations,
  ...auditOperations,
  visitQuote,
  visitBook,
  visitArrive,
  tokenGive,
  visitCancelQuote,
  visitVitals,
  visitNotes,
  visitEdit,
  visitList,
  visitFind,
  visitStranded,
  visitSheet,
  visitShow,
  visitVideo,
  visitStatus,
  visitCancel,
  visitMove,
  visitUndo,
  visitDisplaced,
  ...seriesOperations,
  ...waitingOperations,
  ...waitingOfferOperations,
  ...deskPaymentOperations,
  ...paymentRequestOperations,
  queueList,
  queueShow,
  queueLine,
  queueStart,
  queueNext,
  ...queueActions,
  queueUndo,
  queueTakeBack,
  queueMove,
  queueEnd,
  queueEvents,
  ...boardOperations,
  ...availabilityOperations,
  timesNearest,
  ...packOperations,
  ...packSaleOperations,
  ...paymentOperations,
  ...tillOperations,
  ...receiptOperations,
  reportShow,
  secretRotate,
  ...calendarOperations,
  ...outboxOperations,
  ...noticeOperations,
  noticesFailures,
  ...noticePreviewOperations,
  formPreview,
  formVersions,
  formVersion,
  accountTest,
  ...sandboxGatewayOperations,
  ...workOperations,
  ...clockOperations,
  demoToday,
  ...backupOperations,
]

export const operations: readonly Runnable[] = registered

/**
 * The input and output of each operation, by name; the dashboard imports this type, and nothing
 * else from the service.
 */
export type OperationTypes = {
  [Registered in (typeof registered)[number] as Registered['name']]: {
    input: Static<Registered['input']>
    output: Static<Registered['output']>
  }
}

/** Returns the operation that another process requests by name. */
export function getOperation(name: string): Operation {
  const found = operations.find((candidate) => candidate.name === name)
  if (found) return found
  throw problem('OPERATION_NOT_FOUND', { name })
}

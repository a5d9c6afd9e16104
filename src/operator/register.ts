// All operations. The command line and the dashboard use this list.

import type { Static, TObject, TSchema } from 'typebox'
import { blockAdd, blockClose, blockList, blockOpen, blockRemove } from '../appointments/operations/blocks.ts'
import { visitCancel, visitCancelQuote, visitMove, visitStatus } from '../appointments/operations/change-visit.ts'
import { dayShow } from '../appointments/operations/day-show.ts'
import { visitDisplaced } from '../appointments/operations/displaced-visits.ts'
import { doctorLate } from '../appointments/operations/doctor-late.ts'
import { patientRecordOperations } from '../appointments/operations/patient-record.ts'
import { seriesOperations } from '../appointments/operations/series.ts'
import { visitStranded } from '../appointments/operations/stranded-visits.ts'
import { visitArrive } from '../appointments/operations/visit-arrive.ts'
import { visitEdit } from '../appointments/operations/visit-edit.ts'
import { visitFind } from '../appointments/operations/visit-find.ts'
import { visitList, visitSheet } from '../appointments/operations/visit-list.ts'
import { visitNotes } from '../appointments/operations/visit-notes.ts'
import { visitQuote } from '../appointments/operations/visit-quote.ts'
import { visitShow } from '../appointments/operations/visit-show.ts'
import { visitUndo } from '../appointments/operations/visit-undo.ts'
import { visitVideo } from '../appointments/operations/visit-video.ts'
import { visitVitals } from '../appointments/operations/visit-vitals.ts'
import { waitingOperations } from '../appointments/operations/waiting.ts'
import { waitingOfferOperations } from '../appointments/operations/waiting-offers.ts'
import { weekShow } from '../appointments/operations/week-show.ts'
import { auditOperations } from '../audit/operations/audit.ts'
import { availabilityOperations } from '../availability/operations/explain.ts'
import { timesNearest } from '../availability/operations/times-nearest.ts'
import { backupOperations } from '../backup/operations/backup.ts'
import { removalOperations } from '../backup/operations/workspace-removal.ts'
import { workspaceEmbed } from '../booking-page/operations/embed.ts'
import { calendarOperations } from '../calendars/operations/calendars.ts'
import { placeOperations } from '../catalogue/operations/places.ts'
import { staffOperations } from '../catalogue/operations/staff.ts'
import { deskPaymentOperations } from '../checkout/operations/desk-payments.ts'
import { packSaleOperations } from '../checkout/operations/packs-sell.ts'
import { paymentRequestOperations } from '../checkout/operations/payment-requests.ts'
import { paymentOperations } from '../checkout/operations/payments.ts'
import { tokenGive } from '../checkout/operations/token-give.ts'
import { visitBook } from '../checkout/operations/visit-book.ts'
import { noticePreviewOperations } from '../clinic-file/operations/notice-preview.ts'
import { settingsOperations } from '../clinic-file/operations/settings.ts'
import { workspaceOperations } from '../clinic-file/operations/workspaces.ts'
import { importOperations } from '../csv-import/operations/imports.ts'
import { workOperations } from '../due-work/operations/work.ts'
import { outboxOperations } from '../messages/operations/outbox.ts'
import { noticeOperations } from '../notices/operations/notices.ts'
import type { OnApplication, OnDatabaseInWorkspace, Operation } from '../operations/operation.ts'
import { packOperations } from '../packs/operations/packs.ts'
import { patientAlert } from '../patients/operations/patient-alert.ts'
import { mergeOperations } from '../patients/operations/patient-merge.ts'
import { patientEdit, patientLikely, patientPhone, patientSearch } from '../patients/operations/patient-search.ts'
import { patientOperations } from '../patients/operations/patients.ts'
import { sandboxGatewayOperations } from '../payments/operations/sandbox-gateway.ts'
import { clockOperations } from '../ports/operations/clock.ts'
import { boardOperations } from '../queue/operations/boards.ts'
import { queueLine } from '../queue/operations/queue-line.ts'
import { queueEvents, queueList, queueShow } from '../queue/operations/queues.ts'
import { queueActions, queueEnd, queueMove, queueNext, queueStart, queueTakeBack, queueUndo } from '../queue/operations/run-queue.ts'
import { reportShow } from '../report/operations/report.ts'
import { dashboardLink, staffInvite, staffLinkRevoke, staffLinks } from '../sign-in/operations/links.ts'
import { staffSessions, staffSignOut } from '../sign-in/operations/sessions.ts'
import { patientPayments } from '../till/operations/patient-payments.ts'
import { receiptOperations } from '../till/operations/receipts.ts'
import { tillOperations } from '../till/operations/till.ts'
import { problem } from '../values/problem.ts'
import { entitlementOperations } from '../workspaces/operations/entitlements.ts'
import { keyCallOperations } from '../workspaces/operations/key-calls.ts'
import { keyOperations } from '../workspaces/operations/keys.ts'
import { workspaceList } from '../workspaces/operations/workspace-list.ts'
import type { OperatorServices } from './operator-services.ts'

/** An operation that can be run with the available services: the compiler compares its context with them. */
type Runnable = Operation<TObject, TSchema, OnApplication<OperatorServices> & { workspaceId: number }> | Operation<TObject, TSchema, OnDatabaseInWorkspace>

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
  ...placeOperations,
  ...[dayShow, weekShow, doctorLate],
  ...[blockAdd, blockClose, blockRemove, blockOpen, blockList],
  ...[dashboardLink, staffInvite, staffLinks, staffLinkRevoke, staffSessions, staffSignOut],
  ...importOperations,
  ...patientOperations,
  ...mergeOperations,
  ...[patientSearch, patientPhone, patientLikely, patientEdit, patientAlert],
  ...patientRecordOperations,
  patientPayments,
  ...auditOperations,
  ...[visitQuote, visitBook, visitArrive, tokenGive, visitCancelQuote, visitVitals, visitNotes, visitEdit],
  ...[visitList, visitFind, visitStranded, visitSheet, visitShow, visitVideo, visitStatus, visitCancel, visitMove, visitUndo],
  visitDisplaced,
  ...seriesOperations,
  ...waitingOperations,
  ...waitingOfferOperations,
  ...deskPaymentOperations,
  ...paymentRequestOperations,
  ...[queueList, queueShow, queueLine, queueStart, queueNext, ...queueActions, queueUndo, queueTakeBack, queueMove, queueEnd, queueEvents],
  ...boardOperations,
  ...availabilityOperations,
  timesNearest,
  ...packOperations,
  ...packSaleOperations,
  ...paymentOperations,
  ...tillOperations,
  ...receiptOperations,
  reportShow,
  ...calendarOperations,
  ...outboxOperations,
  ...noticeOperations,
  ...noticePreviewOperations,
  ...sandboxGatewayOperations,
  ...workOperations,
  ...clockOperations,
  ...backupOperations,
]

export const operations: readonly Runnable[] = registered

/** The input and output of each operation, by name; the dashboard imports this type, and nothing else of the service. */
export type OperationTypes = {
  [Registered in (typeof registered)[number] as Registered['name']]: {
    input: Static<Registered['input']>
    output: Static<Registered['output']>
  }
}

/** The operation with a name, as another process requests it. */
export function operationNamed(name: string): Operation {
  const found = operations.find((candidate) => candidate.name === name)
  if (found) return found
  throw problem('OPERATION_NOT_FOUND', { name })
}

// Every operation there is. The command line and a dashboard read this list.

import type { TObject, TSchema } from 'typebox'
import type { OnApplication, OnDatabaseInWorkspace, Operation } from '../operations/operation.ts'
import { OperatorProblem } from '../values/operator-problem.ts'
import { availabilityOperations } from './operations/availability.ts'
import { backupOperations } from './operations/backup.ts'
import { calendarOperations } from './operations/calendars.ts'
import { clockOperations } from './operations/clock.ts'
import { deskPaymentOperations } from './operations/desk-payments.ts'
import { entitlementOperations } from './operations/entitlements.ts'
import { importOperations } from './operations/imports.ts'
import { keyOperations } from './operations/keys.ts'
import { noticeOperations } from './operations/notices.ts'
import { outboxOperations } from './operations/outbox.ts'
import { packOperations } from './operations/packs.ts'
import { patientOperations } from './operations/patients.ts'
import { paymentOperations } from './operations/payments.ts'
import { queueOperations } from './operations/queue.ts'
import { sandboxGatewayOperations } from './operations/sandbox-gateway.ts'
import { staffOperations } from './operations/staff.ts'
import { visitOperations } from './operations/visits.ts'
import { workOperations } from './operations/work.ts'
import { removalOperations } from './operations/workspace-removal.ts'
import { workspaceOperations } from './operations/workspaces.ts'
import type { OperatorServices } from './operator-services.ts'

/** An operation that can be run on what there is: the compiler compares what each one asks for with it. */
type Runnable = Operation<TObject, TSchema, OnApplication<OperatorServices> & { workspaceId: number }> | Operation<TObject, TSchema, OnDatabaseInWorkspace>

export const operations: readonly Runnable[] = [
  ...workspaceOperations,
  ...removalOperations,
  ...keyOperations,
  ...entitlementOperations,
  ...staffOperations,
  ...importOperations,
  ...patientOperations,
  ...visitOperations,
  ...deskPaymentOperations,
  ...queueOperations,
  ...availabilityOperations,
  ...packOperations,
  ...paymentOperations,
  ...calendarOperations,
  ...outboxOperations,
  ...noticeOperations,
  ...sandboxGatewayOperations,
  ...workOperations,
  ...clockOperations,
  ...backupOperations,
]

/** The operation of a name, as another process asks for it. */
export function operationNamed(name: string): Operation {
  const found = operations.find((candidate) => candidate.name === name)
  if (found) return found
  throw new OperatorProblem(`the service knows no operation ${name}`, 'the command line and the service are of different versions; restart the service')
}

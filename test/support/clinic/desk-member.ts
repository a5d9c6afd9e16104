// A member of the staff who uses the dashboard: runs operations as the dashboard does.

import { randomUUID } from 'node:crypto'
import type { Operation } from '../../../src/base/operations/operation.ts'
import { getOperation } from '../../../src/doors/register/register.ts'
import { runOperation } from '../../../src/doors/register/run-operation.ts'
import type { Clinic, Harness, Json } from './harness.ts'

/**
 * Calls operations as a member, Nina of the reception by default; each call has its own key unless
 * one is named.
 */
export function openMemberDesk(
  harness: Harness,
  clinic: Clinic,
  userId = clinic.id('staff', 'nina-roy'),
) {
  return (name: string, input: Json = {}, repeatKey: string = randomUUID()): Promise<Json> => {
    const context = {
      ...harness.application,
      actor: { kind: 'staff', userId },
      workspaceId: clinic.workspaceId,
      progress: undefined,
      repeatKey,
    }
    return runOperation(getOperation(name) as Operation, context as never, input)
  }
}

/**
 * Everything in a clinic that is as before once a change has been undone: its visits and tokens,
 * their times, money, packs and planned messages. It omits the history, and the marks by which
 * others learn of a change.
 */
export async function readClinicState(harness: Harness, clinic: Clinic): Promise<Json> {
  const readRows = async (text: string) =>
    (await harness.sql(text, [clinic.workspaceId])).map(({ row }) => row)
  return {
    visits: await readRows(
      `select to_jsonb(a) - array['updated_at', 'revision', 'changed_in'] as row from appointments a where workspace_id = $1 order by id`,
    ),
    tokens: await readRows(
      `select to_jsonb(v) - array['updated_at', 'changed_in'] as row from queue_visits v where workspace_id = $1 order by id`,
    ),
    days: await readRows(
      'select to_jsonb(d) as row from queue_days d where workspace_id = $1 order by id',
    ),
    claims: await readRows(
      'select to_jsonb(c) as row from claims c where workspace_id = $1 order by appointment_id',
    ),
    packs: await readRows(
      'select to_jsonb(p) as row from patient_packs p where workspace_id = $1 order by id',
    ),
    waiting: await readRows(
      'select to_jsonb(e) as row from waiting_entries e where workspace_id = $1 order by id',
    ),
    planned: await readRows(
      `select to_jsonb(d) - array['id', 'lease', 'attempts', 'planned_again'] as row from due_work d where workspace_id = $1 order by kind, subject_id`,
    ),
    till: await readRows(`select jsonb_build_object('method', method, 'minor', sum(amount_minor)) as row from till_entries where workspace_id = $1
      group by method having sum(amount_minor) <> 0 order by method`),
    refunds: await readRows(
      `select jsonb_build_object('minor', amount_minor) as row from refunds where workspace_id = $1 and state in ('REQUESTED', 'PENDING', 'DONE')`,
    ),
  }
}

// An erasure while what the patient has is being changed: all of it happens, and nothing deadlocks.

import { expect, it, vi } from 'vitest'
import { countDeadlocks } from '../support/clinic/connections.ts'
import { book, type Json, openHarness, slotTimes } from '../support/clinic/harness.ts'
import { createPayingClinic } from '../support/clinic/paying-clinic.ts'
import { tokenBody } from '../support/clinic/queue-clinic.ts'
import { createDatabaseGate } from '../support/database/database-gate.ts'

it('lets changes of visits, tokens and packs that are under way end, and deadlocks with none [INV-16]', async () => {
  const harness = await openHarness({ databaseConnections: 16 })
  const clinic = await createPayingClinic(harness)
  const operate = (name: string, input: Json): Promise<Json> =>
    harness.operate(name, { workspace: clinic.name, ...input })
  const ids: number[] = []
  for (const clock of ['09:00', '09:15', '09:30', '09:45'])
    ids.push((await book(clinic, slotTimes(clock))).json.appointment.id)
  const [confirmed, moved, cancelled, paid] = ids
  const [{ patientId }] = (await harness.sql(
    'select patient_id::int as "patientId" from appointments where id = $1',
    [confirmed],
  )) as [{ patientId: number }]
  expect(
    (
      await clinic.post(
        '/v1/qms-appointments/pre/book',
        tokenBody(clinic, { patientPayload: undefined, patientId }),
      )
    ).status,
  ).toBe(201)
  const [token] = await harness.sql('select id::int from queue_visits where workspace_id = $1', [
    clinic.workspaceId,
  ])
  const { id: pack } = await operate('packs-grant', { patientId, pack: 'ten' })
  // Each change has locked what it changes, and goes on to its patient.
  const gate = await createDatabaseGate(
    harness,
    'before insert on audit_entries for each statement',
  )
  const changes = [
    operate('visit-status', { id: confirmed, status: 'CONFIRMED' }),
    operate('visit-move', { id: moved, to: '2030-01-07T12:00' }),
    operate('visit-cancel', { id: cancelled, reason: 'Patient called' }),
    operate('visit-pay', { id: paid, method: 'CASH' }),
    operate('token-pay', { id: token.id, method: 'CASH' }),
    operate('packs-correct', { id: pack, sessions: -1, reason: 'used before' }),
  ]
  await gate.waitUntilReached(changes.length - 1)
  const transactions = vi.spyOn(harness.application.database, 'transaction')
  const erasing = operate('patient-erase', { id: patientId, confirmed: true })
  const waiting =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  // The erasure waits for a change, or has given way to one and begins again.
  await expect
    .poll(
      async () =>
        transactions.mock.calls.length > 1 || (await harness.sql(waiting)).length > changes.length,
    )
    .toBe(true)
  await gate.open()
  await Promise.all([...changes, erasing])
  expect(
    await harness.sql('select status from appointments where id = any ($1) order by id', [
      [confirmed, moved, cancelled],
    ]),
  ).toEqual(['CONFIRMED', 'RESCHEDULED', 'CANCELLED'].map((status) => ({ status })))
  expect(
    await harness.sql('select from patients where id = $1 and erased_at is not null', [patientId]),
  ).toHaveLength(1)
  expect(await countDeadlocks(harness)).toBe(0)
})

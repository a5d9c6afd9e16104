// What must hold once a storm is over, checked in both sets of books and in the database.

import { expect } from 'vitest'
import type { Clinic, Json } from '../support/clinic/harness.ts'
import { feeKeptReason, type Storm } from '../support/storms/storm.ts'
import type { StormSite } from '../support/storms/storm-sites.ts'

const subjectTables = `(
  select 'appointment' as kind, id, payment_reference as tag, payment_status as payment, payment_mode as mode, status = 'CANCELLED' as is_over,
    cancellation_reason as reason
  from appointments where workspace_id = $1
  union all
  select 'visit', id, payment_reference, payment_status, payment_mode, status = 'CANCELLED', null from queue_visits where workspace_id = $1
  union all
  select 'pack', id, payment_reference, payment_status, payment_mode, ended_at is not null, null
  from patient_packs where workspace_id = $1 and payment_status is not null
)`
const sessionQuery = (thing: string) =>
  `(case ${thing}.kind when 'appointment' then s.appointment_id when 'visit' then s.visit_id else s.patient_pack_id end) = ${thing}.id`
const failedRefund =
  "exists (select from refunds r where r.workspace_id = s.workspace_id and r.payment_session_id = s.id and r.state = 'FAILED')"

/** Everything that is still in progress and needs only a check at the gateway. */
const anomalies = {
  'a payment that is waited for':
    "select session_ref from payment_sessions where workspace_id = $1 and state in ('OPENING', 'OPEN', 'FAILED')",
  'a refund whose outcome no one knows':
    "select id from refunds where workspace_id = $1 and state in ('REQUESTED', 'PENDING')",
  'late money that is still here': `select session_ref from payment_sessions s where workspace_id = $1 and state = 'RETURNING' and not ${failedRefund}`,
}

const questions = {
  'two bookings of a key [INV-30]': `select tag from ${subjectTables} t group by tag having count(*) > 1`,
  'a booking that waits for ever [INV-28]': `select tag from ${subjectTables} t where payment = 'PENDING' and not is_over`,
  'a paid booking without its money, or with it twice': `
    select tag from ${subjectTables} t where payment = 'PAID' and not is_over and (
      select count(*) from payment_sessions s where s.workspace_id = $1 and ${sessionQuery('t')} and s.state = 'PAID') <> 1`,
  'money that is kept for what is over [INV-29]': `
    select tag from ${subjectTables} t join payment_sessions s on s.workspace_id = $1 and ${sessionQuery('t')}
    where is_over and s.state in ('PAID', 'RETURNING') and not ${failedRefund} and reason is distinct from '${feeKeptReason}'`,
  'what is said to be refunded, and is not': `
    select tag from ${subjectTables} t where payment = 'REFUNDED' and not exists (
      select from payment_sessions s join ledger_entries e on e.workspace_id = s.workspace_id and e.payment_session_id = s.id and e.cause = 'REFUNDED'
      where s.workspace_id = $1 and ${sessionQuery('t')} and s.state = 'RETURNED')`,
  'what was refunded, and is not said to be': `
    select tag from ${subjectTables} t join payment_sessions s on s.workspace_id = $1 and ${sessionQuery('t')}
    where s.state = 'RETURNED' and (payment <> 'REFUNDED' or not is_over)`,
  'a refund that is neither done nor given up':
    "select id from refunds where workspace_id = $1 and state not in ('DONE', 'REFUSED', 'FAILED')",
  'a refund whose money is not in the books, or another amount': `
    select r.id from refunds r left join ledger_entries e
      on e.workspace_id = r.workspace_id and e.payment_session_id = r.payment_session_id and e.cause = 'REFUNDED'
    where r.workspace_id = $1 and r.state = 'DONE' and r.payment_session_id is not null and e.amount_minor is distinct from r.amount_minor`,
  'late money that went back in part [INV-29]': `
    select e.payment_session_id from ledger_entries e join ledger_entries back
      on back.workspace_id = e.workspace_id and back.payment_session_id = e.payment_session_id and back.cause = 'REFUNDED'
    where e.workspace_id = $1 and e.credit = 'OWED_BACK' and e.cause = 'CAPTURED' and (back.debit, back.amount_minor) is distinct from (e.credit, e.amount_minor)`,
  'two refunds of a payment [INV-22]':
    "select payment_session_id from refunds where workspace_id = $1 and state = 'DONE' group by 1 having count(*) > 1",
  'a place that is held by what is given up': `
    select c.appointment_id from claims c join appointments a on a.workspace_id = c.workspace_id and a.id = c.appointment_id
    where c.workspace_id = $1 and a.status = 'CANCELLED'`,
  'a pack that can be used and was not paid': `
    select p.id from patient_packs p left join appointments a on a.workspace_id = p.workspace_id and a.patient_package_id = p.id
    where p.workspace_id = $1 and p.activated_at is not null and p.ended_at is null and coalesce(p.payment_status, a.payment_status) <> 'PAID'`,
  'a pack that is paid and cannot be used': `
    select p.id from patient_packs p left join appointments a on a.workspace_id = p.workspace_id and a.patient_package_id = p.id
    where p.workspace_id = $1 and p.ended_at is null and coalesce(p.payment_status, a.payment_status) = 'PAID' and coalesce(a.status, '') <> 'CANCELLED'
      and (p.activated_at is null or p.is_refunding)`,
  // A reservation whose checkout could not be opened is kept unpaid, and a retry would open it
  //
  'a key whose answer no one will find': `
    select t.tag from idempotency_keys k join ${subjectTables} t
      on (case t.kind when 'appointment' then k.appointment_id when 'visit' then k.visit_id else k.patient_pack_id end) = t.id
    where k.workspace_id = $1 and k.answer is null and not t.is_over and t.payment not in ('UNPAID', 'PAID')`,
  'a key that is still being worked on [IDEM-07]':
    'select key_hash from idempotency_keys where workspace_id = $1 and leased_until is not null',
  'a patient without what was booked [INV-31]': `
    select p.id from patients p where p.workspace_id = $1
      and not exists (select from appointments a where a.workspace_id = $1 and a.patient_id = p.id)
      and not exists (select from queue_visits v where v.workspace_id = $1 and v.patient_id = p.id)
      and not exists (select from patient_packs k where k.workspace_id = $1 and k.patient_id = p.id)`,
  'a checkout that no one looks after': `
    select session_ref from payment_sessions s where s.workspace_id = $1 and s.state in ('RELEASED', 'NOT_OPENED') and s.gateway_id is not null
      and not exists (select from due_work d where d.workspace_id = $1 and d.kind = 'checkout' and d.subject_id = s.id)`,
}

async function readAnswers(
  queries: Readonly<Record<string, string>>,
  { house: harness }: StormSite,
  { workspaceId }: Clinic,
): Promise<Record<string, Json[]>> {
  const found: Record<string, Json[]> = {}
  for (const [wrong, question] of Object.entries(queries)) {
    const contradicting = await harness.sql(question, [workspaceId])
    if (contradicting.length > 0) found[wrong] = contradicting
  }
  return found
}

/**
 * Both books, payment by payment, except payments whose gateway received less than was asked for.
 */
async function expectSameMoney(
  site: StormSite,
  { workspaceId, ...clinic }: Clinic,
  { parts }: Pick<Storm, 'parts'>,
): Promise<void> {
  const atGateway = (await site.readBooks({ workspaceId, ...clinic })).filter(
    ({ reference }) => !parts.has(reference),
  )
  const atService = await site.house.sql(
    `select s.session_ref as reference,
       sum(case m.cause when 'CAPTURED' then m.amount_minor else 0 end)::float8 as captured,
       sum(case m.cause when 'REFUNDED' then m.amount_minor else 0 end)::float8 as refunded,
       count(*) filter (where m.cause = 'REFUNDED')::int as refunds
     from ledger_entries m join payment_sessions s on s.workspace_id = m.workspace_id and s.id = m.payment_session_id
     where m.workspace_id = $1 group by s.session_ref`,
    [workspaceId],
  )
  const sortRows = (books: Json[]) =>
    [...books].sort((one, other) => (one.reference < other.reference ? -1 : 1))
  expect(sortRows(atService)).toEqual(sortRows(atGateway))
  for (const { reference, captured, refunded, refunds } of atGateway) {
    expect(refunds, reference).toBeLessThanOrEqual(1)
    expect(refunded, reference).toBeLessThanOrEqual(captured)
  }
}

/** Nothing is in progress any more, and the money is the same in both books. */
export async function expectNoAnomaly(
  site: StormSite,
  clinic: Clinic,
  storm: Storm,
): Promise<void> {
  expect(await readAnswers(anomalies, site, clinic)).toEqual({})
  await expectSameMoney(site, clinic, storm)
}

export async function expectConsistent(
  site: StormSite,
  clinic: Clinic,
  storm: Storm,
): Promise<void> {
  const { house: harness } = site
  const { workspaceId } = clinic
  await expectSameMoney(site, clinic, storm)
  expect(await readAnswers({ ...anomalies, ...questions }, site, clinic)).toEqual({})
  // Only underpayments need a person to settle them.
  const dead = await harness.sql(
    `select s.session_ref as "sessionRef", w.kind, w.last_error as reason from due_work w
     left join payment_sessions s on w.kind = 'checkout' and s.workspace_id = w.workspace_id and s.id = w.subject_id
     where w.workspace_id = $1 and w.kind in ('checkout', 'refund') and w.state = 'DEAD'`,
    [workspaceId],
  )
  for (const { kind, reason } of dead)
    expect([kind, reason]).toEqual(['checkout', expect.stringContaining('reports other details')])
  expect(new Set(dead.map(({ sessionRef }) => sessionRef))).toEqual(storm.parts)

  // Every failed refund is visible to a person.
  const listed: Json[] = await harness.operate('payments-list', {
    workspace: clinic.name,
    limit: 1_000,
  })
  const failed = await harness.sql(
    `select distinct s.session_ref as "sessionRef" from refunds r join payment_sessions s on s.workspace_id = r.workspace_id and s.id = r.payment_session_id
     where r.workspace_id = $1 and r.state = 'FAILED' and s.state in ('PAID', 'RETURNING')`,
    [workspaceId],
  )
  for (const { sessionRef } of failed)
    expect(listed.find((row) => row.sessionRef === sessionRef)?.problem, sessionRef).toContain(
      'could not refund the payment',
    )

  // The refunds that callers were told about are true.
  const visits: Json[] = await harness.sql(
    `select a.payment_reference as key, a.payment_status as payment, a.status, a.cancellation_reason as reason,
       (select sum(e.amount_minor)::float8 from ledger_entries e join payment_sessions s on s.workspace_id = e.workspace_id and s.id = e.payment_session_id
        where s.workspace_id = a.workspace_id and s.appointment_id = a.id and e.cause = 'REFUNDED') as refunded
     from appointments a where a.workspace_id = $1`,
    [workspaceId],
  )
  for (const [key, minor] of storm.refundsAsked) {
    const visit = visits.find((row) => row.key === key)
    if (visit?.status !== 'CANCELLED') continue
    const isGiven = visit.payment === 'REFUNDED'
    expect([key, visit.refunded]).toEqual([key, isGiven ? minor : null])
  }
  for (const [key, statuses] of storm.refundsAnswered) {
    const visit = visits.find((row) => row.key === key)
    expect([key, visit?.status]).toEqual([key, 'CANCELLED'])
    if (statuses.has('REFUNDED')) expect([key, visit?.payment]).toEqual([key, 'REFUNDED'])
  }
}

// The history of the demo clinic, at several moments: the product's own rules hold, as plain SQL
// says them, and everything that a visitor should see is there.

import { describe, expect, it } from 'vitest'
import { type Harness, type Json, openHarness } from '../../../test/support/clinic/harness.ts'
import type { Database } from '../../base/db/database.ts'
import { isoAt } from '../../base/values/clinic-time.ts'
import { createDemo, type Demo } from '../../doors/demo/demo.ts'
import { createEmptyClinic } from '../../doors/demo/empty-clinic.ts'
import { bringToToday } from './bring-to-today.ts'
import { demoToday } from './operations/demo-today.ts'

const zone = 'Asia/Kolkata'

const moments = {
  'in the morning': '2030-01-16T09:00:00+05:30',
  'on Saturday after the last hours': '2030-01-19T16:00:00+05:30',
  'on a Sunday': '2030-01-20T13:00:00+05:30',
  'at night': '2030-01-22T23:30:00+05:30',
  'before the hours of a last day of a month': '2030-01-31T08:05:00+05:30',
  'in the small hours': '2030-02-06T02:10:00+05:30',
  'just after its queue has begun': '2030-02-07T08:31:00+05:30',
  'just before the end of its queue': '2030-02-08T19:55:00+05:30',
  'on the first day of a month': '2030-03-01T11:10:00+05:30',
  'in another year': '2032-02-29T18:20:00+05:30',
}

/** Rows that must not be there, each a contradiction. */
const contradictions = {
  'a visit overlaps another of its practitioner': `
    select a.id from appointments a join appointments b on b.doctor_id = a.doctor_id and b.id > a.id and b.from_at < a.to_at and b.to_at > a.from_at
    where 'CANCELLED' not in (a.status, b.status)`,
  'a visit lies in a blocked time': `
    select a.id from appointments a join blocks b on (b.doctor_id = a.doctor_id or b.room_id = a.room_id) and b.from_at < a.to_at and b.to_at > a.from_at
    where a.status <> 'CANCELLED'`,
  'a live visit to come has another claim than its own': `
    select a.id from appointments a left join claims c on c.appointment_id = a.id and (c.doctor_id, c.from_at, c.to_at) = (a.doctor_id, a.from_at, a.to_at)
    where a.status <> 'CANCELLED' and a.to_at > clock_timestamp() and c.appointment_id is null
      or a.status = 'CANCELLED' and exists (select from claims where appointment_id = a.id)`,
  'something was paid that is not in full, or the reverse': `
    select p.id from (
      select a.id, a.payment_status, a.charge_minor - a.discount_minor as due, sum(d.amount_minor) as paid
      from appointments a left join desk_payments d on d.appointment_id = a.id where a.payment_mode <> 'ONLINE' and a.booking_type = 'ONE_TIME_APPOINTMENT' group by a.workspace_id, a.id
      union all
      select v.id, v.payment_status, v.charge_minor - v.discount_minor, sum(d.amount_minor)
      from queue_visits v left join desk_payments d on d.visit_id = v.id group by v.workspace_id, v.id
      union all
      select o.id, o.payment_status, o.amount_minor, sum(d.amount_minor)
      from patient_packs o left join desk_payments d on d.patient_pack_id = o.id group by o.workspace_id, o.id
    ) p
    where (p.payment_status in ('PAID', 'REFUNDED')) <> (coalesce(p.paid, 0) = p.due)`,
  'an online visit is not in the ledger as paid': `
    select a.id from appointments a
    left join payment_sessions s on s.appointment_id = a.id and s.state = 'PAID'
    left join ledger_entries e on e.payment_session_id = s.id and e.cause = 'CAPTURED' and e.amount_minor = a.charge_minor - a.discount_minor
    left join sandbox_gateway_movements m on m.gateway_id = s.gateway_id and m.kind = 'CAPTURED' and m.amount_minor = e.amount_minor
    where a.payment_mode = 'ONLINE' and a.booking_type = 'ONE_TIME_APPOINTMENT' and m.id is null`,
  'a refund is not what was paid': `
    select r.id from refunds r join appointments a on a.id = r.appointment_id
    where r.amount_minor <> (select sum(amount_minor) from desk_payments d where d.appointment_id = a.id) or a.payment_status <> 'REFUNDED'`,
  'a till does not hold what was paid and not refunded': `
    select currency from (
      select currency, sum(amount_minor) as minor from till_entries group by 1
    ) till
    full join (
      select currency, sum(minor) as moved from (
        select currency, amount_minor as minor from desk_payments union all select currency, -amount_minor from refunds where payment_session_id is null
      ) money group by 1
    ) moved using (currency)
    where minor is distinct from moved`,
  'a till has entries out of the order of time': `
    select number from (select number, at, lag(at) over (partition by till_id order by number) as before from till_entries) e where at < before`,
  'a close differs from its entries': `
    select c.number from till_closes c
    join till_counts n on n.till_id = c.till_id and n.close_number = c.number
    where n.expected_minor <> (
        select sum(amount_minor) from till_entries e where e.till_id = c.till_id and e.number between c.first_entry and c.last_entry and (e.method, e.currency) = (n.method, n.currency)
      )`,
  'a day that is over is not closed': `
    select e.number from till_entries e join tills t on t.id = e.till_id join locations l on l.id = t.location_id
    where e.number > t.closed_through and (e.at at time zone l.timezone)::date < $1`,
  'a pack has used other sessions than its visits': `
    select p.id from patient_packs p
    where p.sessions_used <> (select count(*) from appointments a where a.patient_package_id = p.id and a.status <> 'CANCELLED') or p.sessions_used > p.total_sessions`,
  'a token has no number of its own, or a count is wrong': `
    select d.id from queue_days d
    where (d.issued, d.booked, d.waiting) <> (
      select count(*), count(*) filter (where status <> 'CANCELLED'), count(*) filter (where status in ('WAITING', 'CALLED')) from queue_visits v where v.queue_day_id = d.id
    ) or d.issued <> (select max(token_number) from queue_visits v where v.queue_day_id = d.id)`,
  'a queue runs outside the hours of its shift, or has seen someone before it began': `
    select d.id from queue_days d
    join work_shifts s on s.id = d.work_shift_id
    join locations l on l.id = s.location_id
    left join queue_visits v on v.queue_day_id = d.id
    where (d.started_at at time zone l.timezone) not between d.date + make_interval(mins => s.from_minute) and d.date + make_interval(mins => s.to_minute)
      or d.started_at is null and (d.date <> $1 or v.status <> 'WAITING')
      or d.started_at is not null and d.ended_at is null and $2 > (d.date + make_interval(mins => s.to_minute)) at time zone l.timezone
      or least(v.called_at, v.began_at, v.completed_at) < d.started_at or v.began_at < v.called_at or v.completed_at < v.began_at
      or v.consultation_seconds <> extract(epoch from v.completed_at - v.began_at)::integer`,
  'a patient has arrived for a queue that has not begun, or is served without having arrived': `
    select v.id from queue_visits v join queue_days d on d.id = v.queue_day_id
    where d.started_at is null and v.arrived_at is not null or v.called_at is not null and (v.arrived_at is null or v.arrived_at > v.called_at)`,
  'two patients are in the room of one queue': `
    select queue_day_id from queue_visits where status = 'IN_CONSULTATION' group by 1 having count(*) > 1`,
  'a queue of the past goes on': `
    select id from queue_days where date < $1 and (ended_at is null or waiting > 0)`,
  'the audit does not say how a visit came to its status': `
    select a.id from appointments a
    where not exists (select from audit_entries e where e.appointment_id = a.id and e.action = 'BOOKED')
      or a.status in ('COMPLETED', 'NO_SHOW', 'CANCELLED', 'IN_CONSULTATION') and not exists (select from audit_entries e where e.appointment_id = a.id and e.status = a.status)
    union all
    select v.id from queue_visits v
    where not exists (select from audit_entries e where e.visit_id = v.id and e.action = 'BOOKED')
      or v.status in ('COMPLETED', 'NO_SHOW', 'IN_CONSULTATION') and not exists (select from audit_entries e where e.visit_id = v.id and e.status = v.status)`,
  'something happens in the future': `
    select a.id from appointments a
    where $2 < greatest(a.created_at, a.updated_at, a.arrived_at, a.patient_confirmed_at) or a.status in ('COMPLETED', 'IN_CONSULTATION', 'NO_SHOW') and a.from_at > $2
    union all select id from desk_payments where at > $2
    union all select id from audit_entries where at > $2
    union all select id from queue_visits where greatest(created_at, arrived_at, called_at, began_at, completed_at) > $2`,
  'a visit is over and no one has said how, except a few that were forgotten': `
    select * from (select count(*) from appointments where status in ('SCHEDULED', 'CONFIRMED', 'IN_CONSULTATION') and appointment_date < $1) as open
    where count > 40`,
}

/** What there must be some of. */
const kinds = {
  ...Object.fromEntries(
    ['SCHEDULED', 'CONFIRMED', 'COMPLETED', 'NO_SHOW', 'CANCELLED', 'IN_CONSULTATION'].map(
      (status) => [`visits ${status}`, `select from appointments where status = '${status}'`],
    ),
  ),
  ...Object.fromEntries(
    ['COMPLETED', 'NO_SHOW'].map((status) => [
      `tokens ${status}`,
      `select from queue_visits where status = '${status}'`,
    ]),
  ),
  // Only within the hours of its shift does a queue run.
  ...Object.fromEntries(
    ['WAITING', 'CALLED', 'SKIPPED', 'IN_CONSULTATION'].map((status) => [
      `tokens ${status}`,
      `select where ($2 at time zone '${zone}')::time not between '08:30' and '20:00' or exists (select from queue_visits where status = '${status}')`,
    ]),
  ),
  'tokens of today': 'select from queue_visits where appointment_date = $1',
  ...Object.fromEntries(
    ['CASH', 'UPI', 'CARD', 'INSURANCE'].map((method) => [
      `payments by ${method}`,
      `select from desk_payments where method = '${method}'`,
    ]),
  ),
  'payments online': "select from ledger_entries where cause = 'CAPTURED'",
  'payments in euros': "select from desk_payments where currency = 'EUR'",
  'part payments':
    "select from appointments a join desk_payments d on d.appointment_id = a.id where a.payment_status = 'UNPAID'",
  'payments by two methods':
    'select appointment_id from desk_payments where appointment_id is not null group by 1 having count(distinct method) > 1',
  'visits that are owed':
    "select from appointments a where status = 'COMPLETED' and payment_status = 'UNPAID'",
  refunds: "select from refunds where state = 'DONE'",
  discounts: 'select from appointments where discount_minor > 0 and discount_reason is not null',
  'packs half used':
    'select from patient_packs where sessions_used between 1 and total_sessions - 1',
  'follow-ups': 'select from appointments where follow_up',
  series:
    'select series_id from appointments where series_id is not null group by 1 having count(*) > 1',
  'families with one phone': 'select phone_normalised from patients group by 1 having count(*) > 3',
  'names in another script': "select from patients where first_name ~ '[\\u0900-\\u097F]'",
  'long names': 'select from patients where char_length(last_name) > 20',
  alerts: 'select from patients where alert is not null',
  notes: 'select from appointments where appointment_notes is not null',
  vitals: "select from appointment_vitals where vitals ? 'temperature'",
  'home visits': "select from appointments where mode = 'HOME_VISIT' and visit_address is not null",
  'online visits': "select from appointments where mode = 'ONLINE'",
  'leave of a practitioner': 'select from blocks where doctor_id is not null and to_at > $2',
  'maintenance of a room': 'select from blocks where room_id is not null and to_at > $2',
  'lateness today': 'select from late_practitioners where date = $1',
  'waiting patients': "select from waiting_entries where state = 'OPEN' and to_date >= $1",
  'sent notices': "select from notices where state = 'SENT'",
  'planned reminders': "select from due_work where kind = 'visit-reminder'",
  'counted tills': 'select from till_counts where counted_minor = expected_minor',
  'differences in tills': 'select from till_closes where reason is not null',
  'visits a fortnight ahead': 'select from appointments where appointment_date > $1::date + 9',
  'visits sixty days ago': 'select from appointments where appointment_date < $1::date - 50',
}

/** Runs each query with the date and the time of a moment, and returns those with rows. */
async function findRows(house: Harness, queries: Record<string, string>, now: number) {
  const today = isoAt(zone, now).slice(0, 10)
  const found: string[] = []
  for (const [name, text] of Object.entries(queries)) {
    const values = [today, new Date(now).toISOString()]
    const typed = text.replaceAll(/\$1(?!:)/g, '$1::date').replaceAll('$2', '$2::timestamptz')
    const uses = ['$1', '$2'].filter((parameter) => typed.includes(parameter))
    const numbered = uses.length === 1 ? typed.replaceAll('$2', '$1') : typed
    const rows = await house.sql(
      `select exists (${numbered}) as found`,
      uses.map((parameter) => values[parameter === '$1' ? 0 : 1]),
    )
    if (rows[0].found) found.push(name)
  }
  return found
}

async function openDemo(moment: string): Promise<{ house: Harness; demo: Demo }> {
  const house = await openHarness()
  await house.moveTo(moment)
  const demo = await createDemo(house.application)
  if (!demo) throw new Error('there already was a workspace')
  return { house, demo }
}

/** What the day of the demo clinic shows of visits: how many are over, going on and to come. */
async function shownDay(house: Harness) {
  const day = await house.operate('day-show', { workspace: 'sunrise', addressId: 1 })
  const visits: Json[] = day.doctors.flatMap((column: Json) => column.visits)
  const count = (...statuses: string[]) =>
    visits.filter(({ status }) => statuses.includes(status)).length
  return {
    over: count('COMPLETED'),
    current: count('IN_CONSULTATION'),
    coming: count('SCHEDULED', 'CONFIRMED'),
  }
}

describe.each(Object.entries(moments))('the demo clinic, started %s', (_, moment) => {
  it('contradicts none of the rules, has something of every kind, and shows a day at work', async () => {
    const { house } = await openDemo(moment)
    const now = house.application.clock.now()
    expect(await findRows(house, contradictions, now)).toEqual([])
    const found = await findRows(house, kinds, now)
    expect(Object.keys(kinds).filter((kind) => !found.includes(kind))).toEqual([])
    const { over, current, coming } = await shownDay(house)
    expect(Math.min(over, current, coming)).toBeGreaterThan(0)
  })
})

describe('the demo clinic', () => {
  it('is brought to a later day by a command, keeps what others did, and is not filled twice', async () => {
    const { house, demo } = await openDemo('2030-01-16T11:00:00+05:30')
    const someoneElses = {
      addressId: demo.addressId,
      doctorId: demo.doctorId,
      mode: 'OFFLINE',
      bookingType: 'ONE_TIME_APPOINTMENT',
      fromDateTimeIso: demo.fromDateTimeIso,
      toDateTimeIso: demo.toDateTimeIso,
      patientPayload: { firstName: 'Meera', phoneNumber: '9876543210' },
      paymentMode: 'CASH',
      consultationCharge: 500,
      source: 'DEVELOPER_API',
    }
    const bookSlot = () =>
      house.call('POST', '/v1/appointments/book-appointment-unified', {
        key: demo.key,
        body: someoneElses,
      })
    const booked = await bookSlot()
    expect([booked.status, (await bookSlot()).status]).toEqual([201, 400])
    expect(await createDemo(house.application)).toBeUndefined()

    await house.moveTo('2030-01-21T15:30:00+05:30')
    const brought = await house.operate('demo-today', {})
    expect(brought).toMatchObject({ today: '2030-01-21' })
    expect(Math.min(brought.added, brought.changed, brought.queueDays)).toBeGreaterThan(2)
    const now = house.application.clock.now()
    expect(
      (await findRows(house, contradictions, now)).filter(
        (name) => !name.includes('of its practitioner'),
      ),
    ).toEqual([])
    const found = await findRows(house, kinds, now)
    expect(Object.keys(kinds).filter((kind) => !found.includes(kind))).toEqual([])
    const { over, current, coming } = await shownDay(house)
    expect(Math.min(over, current, coming)).toBeGreaterThan(0)
    expect(
      await house.sql('select status from appointments where id = $1', [
        booked.json.appointment.id,
      ]),
    ).toEqual([{ status: 'SCHEDULED' }])

    const again = await house.operate('demo-today', {})
    expect(again).toMatchObject({ added: 0, queueDays: 0 })
  })

  it('keeps the time free that the README books, on every day', async () => {
    const { house } = await openDemo('2030-01-16T11:00:00+05:30')
    expect(
      await house.sql(
        `select count(*) from appointments where doctor_id = 1 and (from_at at time zone '${zone}')::time = '10:00'`,
      ),
    ).toEqual([{ count: 0 }])
  })

  it('is filled by a number of statements that does not depend on its visits', async () => {
    const { house } = await openDemo('2030-01-16T11:00:00+05:30')
    const { database, clock, publicUrl } = house.application
    let statements = 0
    const counted: Database = {
      ...database,
      transaction: (work, kind) =>
        database.transaction(
          (queries) =>
            work({
              rows(statement, ...parameters) {
                statements += 1
                return queries.rows(statement, ...parameters)
              },
            }),
          kind,
        ),
    }
    await bringToToday({ database: counted, clock, publicUrl }, 1)
    expect(statements).toBeLessThan(50)
  })

  it('is not what the command meets elsewhere: another clinic, a sandbox that starts empty, production', async () => {
    const empty = await openHarness()
    await createEmptyClinic(empty.application)
    expect(await empty.sql('select from patients')).toEqual([])
    expect(await empty.sql('select from appointments')).toEqual([])
    await expect(empty.operate('demo-today', {})).rejects.toThrow('this sandbox has no demo')
    const production = { ...empty.application, mode: 'production' as const }
    await expect(
      demoToday.run({ ...production, actor: { kind: 'service' }, progress: undefined }, {}),
    ).rejects.toThrow('DEMO_NOT_IN_PRODUCTION')
  })
})

// What a workspace's rows must never say, whoever wrote them and whatever was killed: one query
// each, which must return no rows.

import type { Harness, Json } from '../clinic/harness.ts'

const contradictionQueries = {
  time: {
    'two live visits of a doctor or in a room at once': `
      select a.id, b.id as other from appointments a join appointments b
        on b.workspace_id = a.workspace_id and b.id > a.id and (b.doctor_id = a.doctor_id or b.room_id = a.room_id)
       and tstzrange(a.from_at, a.to_at) && tstzrange(b.from_at, b.to_at)
      where a.workspace_id = $1 and a.status <> 'CANCELLED' and b.status <> 'CANCELLED'`,
    'a live visit without exactly its claim, or a claim of none': `
      select a.id, a.status, c.appointment_id as claim from (select * from appointments where workspace_id = $1) a
      full join (
        select * from claims c where workspace_id = $1
        and not exists (select from waiting_offers o where o.workspace_id = $1 and o.claim_id = c.appointment_id and o.state = 'OPEN')
      ) c on c.appointment_id = a.id
      where a.id is null or (a.status = 'CANCELLED') <> (c.appointment_id is null)
        or c.appointment_id is not null and (c.doctor_id, c.room_id, c.from_at, c.to_at) is distinct from (a.doctor_id, a.room_id, a.from_at, a.to_at)`,
  },
  bookings: {
    'a wallet that is not its movements': `
      select p.id, p.sessions_used from patient_packs p
      where p.workspace_id = $1
        and p.sessions_used <> -(select coalesce(sum(m.sessions), 0) from pack_movements m where m.workspace_id = $1 and m.patient_pack_id = p.id)`,
    'a wallet that is not its visits, but for those whose session returned': `
      select p.id, p.sessions_used from patient_packs p
      where p.workspace_id = $1 and p.sessions_used <> (
        select count(*) from appointments a
        where a.workspace_id = $1 and a.patient_package_id = p.id
          and not exists (select from pack_movements m where m.workspace_id = $1 and m.appointment_id = a.id and m.cause = 'RETURNED')
      )`,
    'a session that returned from a visit that stands': `
      select a.id, a.status from pack_movements m join appointments a on a.workspace_id = m.workspace_id and a.id = m.appointment_id
      where m.workspace_id = $1 and m.cause = 'RETURNED' and a.status <> 'CANCELLED'`,
    'a patient whom a booking left behind': `
      select p.id from patients p
      where p.workspace_id = $1 and not exists (select from appointments a where a.workspace_id = $1 and a.patient_id = p.id)`,
  },
  refunds: {
    'a refund without a refunded visit, or the other way, or two of one': `
      select a.id, a.payment_status, count(r.id) from appointments a
      left join refunds r on r.workspace_id = a.workspace_id and r.appointment_id = a.id
      where a.workspace_id = $1
      group by a.workspace_id, a.id
      having count(r.id) <> (a.payment_status = 'REFUNDED')::int`,
    'a refund of a visit that stands or is void, or of another amount': `
      select a.id, a.status, r.amount_minor from refunds r join appointments a on a.workspace_id = r.workspace_id and a.id = r.appointment_id
      where r.workspace_id = $1
        and (a.status <> 'CANCELLED' or a.voided or r.amount_minor <> round((a.charge_minor - a.discount_minor) * r.percentage::text::numeric / 100))`,
  },
  audit: {
    'a change that is recorded for no one': `
      select a.id, a.revision, a.status from appointments a
      left join audit_entries e on e.workspace_id = a.workspace_id and e.appointment_id = a.id and e.action in ('STATUS_CHANGED', 'CANCELLED', 'RESCHEDULED')
      where a.workspace_id = $1
      group by a.workspace_id, a.id
      having count(e.id) < a.revision or count(e.id) filter (where e.action = 'CANCELLED') <> (a.status = 'CANCELLED')::int`,
  },
}

type Subject = keyof typeof contradictionQueries

/**
 * The rows that contradict each other, by what is wrong with them; of all kinds or of the given
 * one. Empty if there are none. Assumes that every visit is upcoming, and that every patient was
 * created with a visit.
 */
export async function findContradictions(
  harness: Harness,
  workspaceId: number,
  about?: Subject,
): Promise<Record<string, Json[]>> {
  const found: Record<string, Json[]> = {}
  const queries: Record<string, string> = about
    ? contradictionQueries[about]
    : Object.assign({}, ...Object.values(contradictionQueries))
  for (const [wrong, question] of Object.entries(queries)) {
    const rows = await harness.sql(question, [workspaceId])
    if (rows.length > 0) found[wrong] = rows
  }
  return found
}

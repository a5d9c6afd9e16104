import { narrowType, type RowOf, statement } from '../../base/db/statement.ts'
import { memberNameSql } from '../../base/operations/actor.ts'
import type { Mode } from '../../base/values/modes.ts'
import type { NoticeState } from '../../clinic/notices/queries.ts'
import {
  patientSummaryColumns,
  patientSummarySelectList,
} from '../../clinic/patients/visiting-patient.ts'
import { claimParameters, claimSql } from '../occupancy/claims.ts'

export const offerStates = ['OPEN', 'ACCEPTED', 'DECLINED', 'EXPIRED', 'TAKEN_BACK'] as const
export type OfferState = (typeof offerStates)[number]

const offerParameters = {
  entryId: 'bigint',
  mode: narrowType<Mode>('text'),
  chargeMinor: 'bigint',
  currency: 'text',
  expiresAt: 'timestamptz',
  actingUserId: 'bigint?',
  operator: 'text?',
  createdAt: 'timestamptz',
} as const

const offerColumns = {
  id: 'bigint',
  ...offerParameters,
  patientId: 'bigint',
  locationId: 'bigint',
  doctorId: 'bigint',
  roomId: 'bigint?',
  from: 'timestamptz',
  to: 'timestamptz',
  state: narrowType<OfferState>('text'),
  endedAt: 'timestamptz?',
} as const
export type Offer = RowOf<typeof offerColumns>

const offerSelectList = `o.id, o.entry_id as "entryId", o.mode, o.charge_minor as "chargeMinor", o.currency, o.expires_at as "expiresAt",
    o.acting_user_id as "actingUserId", o.operator, o.created_at as "createdAt", e.patient_id as "patientId", e.location_id as "locationId",
    o.doctor_id as "doctorId", o.room_id as "roomId", o.from_at as "from", o.to_at as "to", o.state, o.ended_at as "endedAt"`
const entryJoin = 'join waiting_entries e on e.workspace_id = o.workspace_id and e.id = o.entry_id'

/**
 * SQL: whether `visit` is a later visit of the same kind by the patient of `time`; if so, it moves
 * to that time, and no second visit is booked (WAIT-03). A visit keeps its practitioner, location,
 * room, mode and length when it moves.
 */
export const replacementCondition = (
  visit: string,
  time: string,
) => `${visit}.workspace_id = ${time}.workspace_id and ${visit}.patient_id = ${time}.patient_id
      and ${visit}.doctor_id = ${time}.doctor_id and ${visit}.location_id = ${time}.location_id and ${visit}.room_id is not distinct from ${time}.room_id
      and ${visit}.mode = ${time}.mode and ${visit}.from_at > ${time}.from_at and ${visit}.to_at - ${visit}.from_at = ${time}.to_at - ${time}.from_at
      and ${visit}.status in ('SCHEDULED', 'CONFIRMED', 'RESCHEDULED') and ${visit}.payment_status <> 'PENDING'
      and not exists (select from refunds r where r.workspace_id = ${visit}.workspace_id and r.appointment_id = ${visit}.id and r.state = 'REQUESTED')`

const timeParameters = {
  patientIds: 'bigint[]',
  doctorIds: 'bigint[]',
  roomIds: 'bigint[]',
  modes: 'text[]',
  froms: 'bigint[]',
  tos: 'bigint[]',
} as const

/**
 * For each of these times at a location, in order, the patient's next visit that it would replace.
 * Times are in milliseconds since 1970; room 0 means none.
 */
export const replacedVisits = statement(
  'replaced_visits',
  {
    takes: { workspaceId: 'bigint', locationId: 'bigint', ...timeParameters },
    returns: { appointmentId: 'bigint?', from: 'timestamptz?' },
  },
  `
  select replaced.id as "appointmentId", replaced.from_at as "from"
  from (
    select :workspaceId::bigint as workspace_id, :locationId::bigint as location_id, t.patient_id, t.doctor_id, nullif(t.room_id, 0) as room_id, t.mode,
      timestamptz 'epoch' + t.from_ms * interval '1 ms' as from_at, timestamptz 'epoch' + t.to_ms * interval '1 ms' as to_at, t.place
    from unnest(:patientIds::bigint[], :doctorIds::bigint[], :roomIds::bigint[], :modes::text[], :froms::bigint[], :tos::bigint[])
      with ordinality as t (patient_id, doctor_id, room_id, mode, from_ms, to_ms, place)
  ) t
  left join lateral (
    select v.id, v.from_at
    from appointments v
    where v.workspace_id = :workspaceId and ${replacementCondition('v', 't')}
    order by v.from_at
    limit 1
  ) replaced on true
  order by t.place`,
)

/**
 * A lock per workspace, under which offers are made one at a time, so that their number can be
 * limited.
 */
export const lockOffers = statement(
  'lock_offers',
  { takes: { workspaceId: 'bigint' }, returns: {} },
  `
  select from pg_advisory_xact_lock(hashtextextended('waiting offers', :workspaceId))`,
)

export const countOpenOffers = statement(
  'count_open_offers',
  {
    takes: { workspaceId: 'bigint', patientId: 'bigint' },
    returns: { ofWorkspace: 'bigint', ofPatient: 'bigint' },
  },
  `
  select count(*) as "ofWorkspace", count(*) filter (where e.patient_id = :patientId) as "ofPatient"
  from waiting_offers o
  ${entryJoin}
  where o.workspace_id = :workspaceId and o.state = 'OPEN'`,
)

/**
 * Claims a time and offers it, or returns why it could not: a changed configuration, or (if the
 * configuration is current and there is no offer) time that is taken.
 */
export const insertOffer = statement(
  'insert_offer',
  {
    takes: { ...claimParameters, ...offerParameters, configurationVersion: 'bigint' },
    returns: { configurationCurrent: 'boolean', id: 'bigint?' },
  },
  `
  with ready as (
    select nextval('appointments_id_seq') as appointment_id
    where configuration_is_held(:workspaceId, :configurationVersion)
  ),
  claim as (${claimSql('ready')}
  ),
  offer as (
    insert into waiting_offers (workspace_id, entry_id, claim_id, doctor_id, room_id, mode, from_at, to_at, charge_minor, currency, expires_at,
      acting_user_id, operator, created_at)
    select :workspaceId, :entryId, appointment_id, :doctorId, :roomId, :mode, :fromAt, :toAt, :chargeMinor, :currency, :expiresAt,
      :actingUserId, :operator, :createdAt
    from claim
    returning id
  )
  select exists (select from ready) as "configurationCurrent", (select id from offer) as id`,
)

export const offerById = statement(
  'offer_by_id',
  { takes: { workspaceId: 'bigint', offerId: 'bigint' }, returns: offerColumns },
  `
  select ${offerSelectList}
  from waiting_offers o
  ${entryJoin}
  where o.workspace_id = :workspaceId and o.id = :offerId`,
)

/** The open offer of an entry. */
export const openOfferForEntry = statement(
  'open_offer_for_entry',
  {
    takes: { workspaceId: 'bigint', entryId: 'bigint' },
    returns: { id: 'bigint', doctorId: 'bigint', from: 'timestamptz', expiresAt: 'timestamptz' },
  },
  `
  select id, doctor_id as "doctorId", from_at as "from", expires_at as "expiresAt"
  from waiting_offers
  where workspace_id = :workspaceId and entry_id = :entryId and state = 'OPEN'`,
)

/** The latest offer of each entry, with the state of its message. */
export const latestOffers = statement(
  'latest_offers',
  {
    takes: { workspaceId: 'bigint', entryIds: 'bigint[]' },
    returns: {
      ...offerColumns,
      memberName: 'text?',
      notice: narrowType<NoticeState | null>('text?'),
    },
  },
  `
  select ${offerSelectList}, ${memberNameSql('o')} as "memberName", (
      select n.state from notices n
      where n.workspace_id = o.workspace_id and n.offer_id = o.id and n.kind = 'offer'
      order by n.id desc
      limit 1
    ) as notice
  from unnest(:entryIds::bigint[]) as asked (id)
  cross join lateral (
    select * from waiting_offers
    where workspace_id = :workspaceId and entry_id = asked.id
    order by id desc
    limit 1
  ) as o
  ${entryJoin}`,
)

/** Open offers of some practitioners at a location within a period, with their patients. */
export const openOffersWithin = statement(
  'open_offers_within',
  {
    takes: {
      workspaceId: 'bigint',
      locationId: 'bigint',
      doctorIds: 'bigint[]',
      from: 'timestamptz',
      to: 'timestamptz',
    },
    returns: {
      id: 'bigint',
      entryId: 'bigint',
      patientId: 'bigint',
      expiresAt: 'timestamptz',
      ...patientSummaryColumns,
    },
  },
  `
  select o.id, o.entry_id as "entryId", e.patient_id as "patientId", o.expires_at as "expiresAt", ${patientSummarySelectList}
  from waiting_offers o
  ${entryJoin}
  join patients p on p.workspace_id = e.workspace_id and p.id = e.patient_id
  where o.workspace_id = :workspaceId and o.state = 'OPEN' and e.location_id = :locationId and o.doctor_id = any(:doctorIds)
    and o.from_at < :to and o.to_at > :from`,
)

/** Ends an open offer, which also frees its time. */
export const endOffer = statement(
  'end_offer',
  {
    takes: {
      workspaceId: 'bigint',
      offerId: 'bigint',
      state: narrowType<Exclude<OfferState, 'OPEN'>>('text'),
      now: 'timestamptz',
    },
    returns: { id: 'bigint' },
  },
  `
  update waiting_offers
  set state = :state, ended_at = :now
  where workspace_id = :workspaceId and id = :offerId and state = 'OPEN'
  returning id`,
)

/** Offers of all workspaces whose times are over, a thousand at a time. */
export const deleteOffersBefore = statement(
  'delete_offers_before',
  { takes: { before: 'timestamptz' }, returns: { id: 'bigint' } },
  `
  delete from waiting_offers
  where (workspace_id, id) in (
    select workspace_id, id
    from waiting_offers
    where to_at < :before
    order by to_at
    limit 1000
    for update skip locked
  )
  returning id`,
)

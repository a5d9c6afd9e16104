import { narrowType, statement } from '../../base/db/statement.ts'
import { authorParameters } from '../../base/operations/actor.ts'
import type { PaymentStatus } from '../payments/payable.ts'

/** A pack that a patient owns. */
export const ownedPackColumns = {
  id: 'bigint',
  patientId: 'bigint',
  packageConfigId: 'bigint',
  displayName: 'text',
  totalSessions: 'integer',
  sessionsUsed: 'integer',
  /** If null, a visit of any length uses one session. */
  visitMins: 'integer?',
  purchasedOn: 'date',
  /** The last date on which it pays for a visit. */
  expiresOn: 'date',
  allowFamilyBooking: 'boolean',
  /** If empty, every doctor. */
  doctorIds: 'bigint[]',
} as const

const ownedPackSelectList = `p.id, p.patient_id as "patientId", p.session_pack_id as "packageConfigId", p.display_name as "displayName",
    p.total_sessions as "totalSessions", p.sessions_used as "sessionsUsed", p.visit_mins as "visitMins", p.purchased_on as "purchasedOn",
    p.expires_on as "expiresOn", p.allow_family_booking as "allowFamilyBooking",
    array(
      select d.doctor_id from patient_pack_doctors d where d.workspace_id = p.workspace_id and d.patient_pack_id = p.id order by d.doctor_id
    ) as "doctorIds"`

/** Whether a pack can be used as long as it has sessions. */
const activeCondition = 'p.activated_at is not null and p.ended_at is null and not p.is_refunding'

/** Whether a pack's owner and a patient are family, that is, share a phone number. */
const familyCondition = `exists (
      select from patients o
      where o.workspace_id = p.workspace_id and o.id = p.patient_id and o.erased_at is null and o.phone_normalised = patient.phone_normalised
    )`

/**
 * Packs with sessions left for any of these patients, their own or their family's, oldest first,
 * including unpaid, inactive packs; an expired pack has none left. Each phone is looked up once: a
 * placeholder number has thousands of patients, and pairing each with all the others would give
 * millions of pairs.
 */
export const patientPacks = statement(
  'packs_of_patients',
  {
    takes: { workspaceId: 'bigint', patientIds: 'bigint[]', today: 'date' },
    returns: { ...ownedPackColumns, isActive: 'boolean' },
    isShort: true,
  },
  `
  select ${ownedPackSelectList}, p.activated_at is not null as "isActive"
  from patient_packs p
  where p.workspace_id = :workspaceId and p.patient_id = any (array(
      select id from patients
      where workspace_id = :workspaceId and id = any (:patientIds::bigint[]) and erased_at is null
      union
      select id from patients
      where workspace_id = :workspaceId and erased_at is null and phone_normalised = any (array(
          select distinct phone_normalised from patients
          where workspace_id = :workspaceId and id = any (:patientIds::bigint[]) and erased_at is null and phone_normalised is not null
        ))
    ))
    and (p.patient_id = any (:patientIds::bigint[]) or p.allow_family_booking)
    and p.ended_at is null and not p.is_refunding and p.expires_on >= :today and p.sessions_used < p.total_sessions
  order by p.id`,
)

/** One pack, for a patient who wants to use it. */
export const packToUse = statement(
  'pack_to_use',
  {
    takes: { workspaceId: 'bigint', patientPackId: 'bigint', patientId: 'bigint' },
    returns: {
      ...ownedPackColumns,
      isActive: 'boolean',
      isOfPatient: 'boolean',
      isOfFamily: 'boolean',
    },
    isShort: true,
  },
  `
  select ${ownedPackSelectList}, ${activeCondition} as "isActive", p.patient_id = patient.id as "isOfPatient",
    ${familyCondition} as "isOfFamily"
  from patient_packs p
  join patients patient on patient.workspace_id = p.workspace_id and patient.id = :patientId
  where p.workspace_id = :workspaceId and p.id = :patientPackId`,
)

/**
 * Locks a pack until the transaction ends, so that only one transaction at a time counts its
 * sessions.
 */
export const lockPackRow = statement(
  'lock_pack',
  {
    takes: { workspaceId: 'bigint', patientPackId: 'bigint' },
    returns: {
      id: 'bigint',
      sessionsUsed: 'integer',
      isActivated: 'boolean',
      isEnded: 'boolean',
      expiresOn: 'date',
    },
  },
  `
  select id, sessions_used as "sessionsUsed", activated_at is not null as "isActivated", ended_at is not null as "isEnded", expires_on as "expiresOn"
  from patient_packs
  where workspace_id = :workspaceId and id = :patientPackId
  for no key update`,
)

/** Activates a paid pack, unless its purchase was undone in the meantime. */
export const activatePack = statement(
  'activate_pack',
  { takes: { workspaceId: 'bigint', patientPackId: 'bigint', now: 'timestamptz' } },
  `
  update patient_packs
  set activated_at = :now
  where workspace_id = :workspaceId and id = :patientPackId and activated_at is null and ended_at is null`,
)

/** Deactivates a pack whose payment was recorded by mistake. */
export const deactivatePack = statement(
  'deactivate_pack',
  { takes: { workspaceId: 'bigint', patientPackId: 'bigint' } },
  `
  update patient_packs
  set activated_at = null
  where workspace_id = :workspaceId and id = :patientPackId and activated_at is not null`,
)

export const setRefunding = statement(
  'set_pack_refunding',
  { takes: { workspaceId: 'bigint', patientPackId: 'bigint', isRefunding: 'boolean' } },
  `
  update patient_packs
  set is_refunding = :isRefunding
  where workspace_id = :workspaceId and id = :patientPackId`,
)

/** Returns the session of a cancelled visit, and ends the pack if its purchase is undone. */
export const returnPackSession = statement(
  'return_pack_session',
  {
    takes: {
      workspaceId: 'bigint',
      patientPackId: 'bigint',
      appointmentId: 'bigint',
      endsPack: 'boolean',
      now: 'timestamptz',
      ...authorParameters,
    },
    returns: {},
  },
  `
  with ended as (
    update patient_packs
    set ended_at = :now
    where workspace_id = :workspaceId and id = :patientPackId and :endsPack
  )
  insert into pack_movements (workspace_id, patient_pack_id, at, cause, sessions, appointment_id, key_id, by_session, acting_user_id, operator, by_service)
  values (:workspaceId, :patientPackId, :now, 'RETURNED', 1, :appointmentId, :keyId, :bySession, :actingUserId, :operator, :byService)`,
)

/**
 * Uses the session of a visit again when its cancellation is undone, if the cancellation had
 * returned it; a pack that the cancellation ended becomes active again.
 */
export const reusePackSession = statement(
  'reuse_pack_session',
  {
    takes: {
      workspaceId: 'bigint',
      patientPackId: 'bigint',
      appointmentId: 'bigint',
      now: 'timestamptz',
      ...authorParameters,
    },
  },
  `
  with returned as (
    select max(at) filter (where cause = 'RETURNED') as at
    from pack_movements
    where workspace_id = :workspaceId and appointment_id = :appointmentId
    having sum(sessions) = 0
  ),
  goes_on as (
    update patient_packs
    set ended_at = null
    from returned
    where workspace_id = :workspaceId and id = :patientPackId and ended_at = returned.at
  )
  insert into pack_movements (workspace_id, patient_pack_id, at, cause, sessions, appointment_id, key_id, by_session, acting_user_id, operator, by_service)
  select :workspaceId, :patientPackId, :now, 'USED', -1, :appointmentId, :keyId, :bySession, :actingUserId, :operator, :byService
  from returned`,
)

/** A pack that was sold on its own, with its payment. */
export const soldPackById = statement(
  'sold_pack_by_id',
  {
    takes: { workspaceId: 'bigint', patientPackId: 'bigint' },
    returns: {
      ...ownedPackColumns,
      isActive: 'boolean',
      amountMinor: 'bigint',
      currency: 'text',
      paymentStatus: narrowType<PaymentStatus>('text'),
      paymentMode: 'text',
      paymentReference: 'text?',
    },
  },
  `
  select ${ownedPackSelectList}, ${activeCondition} as "isActive", p.amount_minor as "amountMinor", p.currency,
    coalesce(p.payment_status, 'UNPAID') as "paymentStatus", coalesce(p.payment_mode, '') as "paymentMode", p.payment_reference as "paymentReference"
  from patient_packs p
  where p.workspace_id = :workspaceId and p.id = :patientPackId and p.payment_status is not null`,
)

/**
 * Sells a pack on its current terms, at the agreed price. It has its own payment unless it is
 * bought with a visit.
 */
export const insertPatientPack = statement(
  'insert_patient_pack',
  {
    takes: {
      workspaceId: 'bigint',
      patientId: 'bigint',
      packageConfigId: 'bigint',
      currency: 'text',
      amountMinor: 'bigint',
      purchasedOn: 'date',
      activatedAt: 'timestamptz?',
      paymentStatus: narrowType<PaymentStatus | null>('text?'),
      paymentMode: 'text?',
      paymentReference: 'text?',
      now: 'timestamptz',
    },
    returns: { id: 'bigint' },
  },
  `
  with sold as (
    insert into patient_packs (
      workspace_id, patient_id, session_pack_id, display_name, total_sessions, visit_mins, allow_family_booking, currency, amount_minor,
      purchased_on, expires_on, activated_at, payment_status, payment_mode, payment_reference, created_at
    )
    select :workspaceId, :patientId, id, display_name, total_sessions, visit_mins, allow_family_booking, :currency, :amountMinor,
      :purchasedOn, :purchasedOn::date + validity_days, :activatedAt, :paymentStatus, :paymentMode, :paymentReference, :now
    from session_packs
    where workspace_id = :workspaceId and id = :packageConfigId
    returning id
  ),
  allowed as (
    insert into patient_pack_doctors (workspace_id, patient_pack_id, doctor_id)
    select :workspaceId, sold.id, d.doctor_id
    from sold
    join session_pack_doctors d on d.workspace_id = :workspaceId and d.session_pack_id = :packageConfigId
  )
  select id from sold`,
)

/** Packs of a patient with all movements, oldest first, starting after a given id. */
export const patientWallet = statement(
  'wallet_of_patient',
  {
    takes: { workspaceId: 'bigint', patientId: 'bigint', after: 'bigint', limit: 'bigint' },
    returns: {
      ...ownedPackColumns,
      isActive: 'boolean',
      isEnded: 'boolean',
      isRefunding: 'boolean',
      amountMinor: 'bigint',
      currency: 'text',
      /** Null for a pack that was bought with a visit, or granted. */
      paymentStatus: narrowType<PaymentStatus | null>('text?'),
      movements:
        narrowType<
          readonly {
            at: string
            cause: 'USED' | 'RETURNED' | 'CORRECTED'
            sessions: number
            appointmentId: number | null
            reason: string | null
            by: string
          }[]
        >('jsonb'),
    },
  },
  `
  select ${ownedPackSelectList}, ${activeCondition} as "isActive", p.ended_at is not null as "isEnded", p.is_refunding as "isRefunding", p.amount_minor as "amountMinor",
    p.currency, p.payment_status as "paymentStatus",
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'at', m.at, 'cause', m.cause, 'sessions', m.sessions, 'appointmentId', m.appointment_id, 'reason', m.reason,
        'by', coalesce(
          'operator ' || m.operator, case when m.by_session then 'session of key ' || m.key_id when m.key_id is not null then 'key ' || m.key_id end,
          (select display_name from users u where u.workspace_id = m.workspace_id and u.id = m.acting_user_id), 'service'
        )
      ) order by m.id), '[]')
      from pack_movements m
      where m.workspace_id = p.workspace_id and m.patient_pack_id = p.id
    ) as movements
  from patient_packs p
  where p.workspace_id = :workspaceId and p.patient_id = :patientId and p.id > :after
  order by p.id
  limit :limit`,
)

export const correctPack = statement(
  'correct_pack',
  {
    takes: {
      workspaceId: 'bigint',
      patientPackId: 'bigint',
      sessions: 'integer',
      reason: 'text',
      now: 'timestamptz',
      ...authorParameters,
    },
    returns: { patientId: 'bigint' },
  },
  `
  with pack as (
    select id, patient_id from patient_packs where workspace_id = :workspaceId and id = :patientPackId
  ),
  corrected as (
    insert into pack_movements (workspace_id, patient_pack_id, at, cause, sessions, reason, key_id, by_session, acting_user_id, operator, by_service)
    select :workspaceId, id, :now, 'CORRECTED', :sessions, :reason, :keyId, :bySession, :actingUserId, :operator, :byService
    from pack
  )
  select patient_id as "patientId" from pack`,
)

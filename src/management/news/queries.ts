import { narrowType, statement } from '../../base/db/statement.ts'
import { type MemberRole, memberRolesSql } from '../../base/operations/member-rights.ts'
import { publicNameSql } from '../../base/values/public-name.ts'

export const newsKinds = ['BOOKED', 'MOVED', 'CANCELLED', 'CONFIRMED', 'PAID', 'WROTE'] as const
export type NewsKind = (typeof newsKinds)[number]

/**
 * What patients did, newest first: by web pages, links in notices, messages, and keys without a
 * member of staff. A booking that waits for its payment is told when it is paid.
 */
export const newsOfPatients = statement(
  'news_of_patients',
  {
    takes: {
      workspaceId: 'bigint',
      doctorIds: 'bigint[]?',
      since: 'timestamptz',
      until: 'timestamptz',
      limit: 'bigint',
    },
    returns: {
      at: 'timestamptz',
      kind: narrowType<NewsKind>('text'),
      visitId: 'bigint?',
      isToken: 'boolean',
      addressId: 'bigint?',
      fromAt: 'timestamptz?',
      timezone: 'text?',
      practitioner: 'text?',
      patientId: 'bigint?',
      firstName: 'text?',
      lastName: 'text?',
    },
  },
  `
  select n.at, n.kind, n.visit_id as "visitId", n.is_token as "isToken", n.location_id as "addressId", n.from_at as "fromAt", l.timezone,
    ${publicNameSql('u')} as practitioner, p.id as "patientId", p.first_name as "firstName", p.last_name as "lastName"
  from (
    (
      select e.at,
        case
          when e.action = 'RESCHEDULED' then 'MOVED'
          when e.action = 'STATUS_CHANGED' then 'CONFIRMED'
          else e.action
        end as kind,
        coalesce(a.id, v.id) as visit_id, v.id is not null as is_token, coalesce(a.location_id, v.location_id) as location_id,
        coalesce(a.doctor_id, v.doctor_id) as doctor_id, a.from_at, coalesce(a.patient_id, v.patient_id) as patient_id
      from audit_entries e
      left join appointments a on a.workspace_id = e.workspace_id and a.id = e.appointment_id
      left join queue_visits v on v.workspace_id = e.workspace_id and v.id = e.visit_id
      where e.workspace_id = :workspaceId and e.at > :since and e.at <= :until
        and e.acting_user_id is null and e.operator is null and e.action in ('BOOKED', 'RESCHEDULED', 'CANCELLED', 'STATUS_CHANGED', 'PAID')
        and (e.action = 'PAID' or not e.by_service)
        and (e.action <> 'STATUS_CHANGED' or e.status = 'CONFIRMED')
        and coalesce(a.id, v.id) is not null and coalesce(a.payment_status, v.payment_status) <> 'PENDING'
        and (:doctorIds::bigint[] is null or coalesce(a.doctor_id, v.doctor_id) = any(:doctorIds))
      order by e.at desc
      limit :limit
    )
    union all
    (
      select m.sent_at, 'WROTE', a.id, false, a.location_id, a.doctor_id, a.from_at, m.patient_id
      from patient_messages m
      left join appointments a on a.workspace_id = m.workspace_id and a.id = m.appointment_id
      where m.workspace_id = :workspaceId and m.sent_at > :since and m.sent_at <= :until and m.from_patient and m.outcome = 'FOR_STAFF'
        and (:doctorIds::bigint[] is null or a.doctor_id = any(:doctorIds))
      order by m.sent_at desc
      limit :limit
    )
  ) as n
  left join locations l on l.workspace_id = :workspaceId and l.id = n.location_id
  left join users u on u.workspace_id = :workspaceId and u.id = n.doctor_id
  left join patients p on p.workspace_id = :workspaceId and p.id = n.patient_id and p.erased_at is null
  order by n.at desc, n.visit_id desc
  limit :limit`,
)

const memberParameters = { workspaceId: 'bigint', userId: 'bigint' } as const

/** When and how news are mailed. */
export const mailChoices = ['NONE', 'AT_ONCE', 'HOURLY', 'DAILY'] as const
export type MailChoice = (typeof mailChoices)[number]

export const newsOfMember = statement(
  'staff_news_of_member',
  {
    takes: memberParameters,
    returns: {
      seenAt: 'timestamptz?',
      mails: narrowType<MailChoice>('text'),
      mailMinute: 'smallint?',
    },
  },
  `
  select seen_at as "seenAt", mails, mail_minute as "mailMinute"
  from staff_news
  where workspace_id = :workspaceId and user_id = :userId`,
)

/**
 * Records that a member has seen the news up to an instant; it only moves forward. Returns no row
 * if there is no such active member.
 */
export const setSeen = statement(
  'set_news_seen',
  { takes: { ...memberParameters, until: 'timestamptz' }, returns: { id: 'bigint' } },
  `
  insert into staff_news as known (workspace_id, user_id, seen_at)
  select u.workspace_id, u.id, :until
  from users u
  where u.workspace_id = :workspaceId and u.id = :userId and u.status = 'active'
  on conflict on constraint staff_news_pkey do update
  set seen_at = greatest(known.seen_at, excluded.seen_at)
  returning user_id as id`,
)

/** Sets how a member gets news by mail. Returns no row if there is no such active member. */
export const setMails = statement(
  'set_news_mails',
  {
    takes: {
      ...memberParameters,
      mails: narrowType<MailChoice>('text'),
      mailMinute: 'smallint?',
      now: 'timestamptz',
    },
    returns: { id: 'bigint' },
  },
  `
  insert into staff_news as known (workspace_id, user_id, mails, mail_minute, mailed_at)
  select u.workspace_id, u.id, :mails, :mailMinute, :now
  from users u
  where u.workspace_id = :workspaceId and u.id = :userId and u.status = 'active'
  on conflict on constraint staff_news_pkey do update
  set mails = excluded.mails, mail_minute = excluded.mail_minute, mailed_at = case when known.mails = 'NONE' then excluded.mailed_at else coalesce(known.mailed_at, excluded.mailed_at) end
  returning user_id as id`,
)

/** The members of a workspace who want news by mail, as they are now. */
export const mailedMembers = statement(
  'members_with_news_by_mail',
  {
    takes: { workspaceId: 'bigint' },
    returns: {
      userId: 'bigint',
      name: 'text',
      email: 'text?',
      clinic: 'text',
      timezone: 'text',
      mails: narrowType<Exclude<MailChoice, 'NONE'>>('text'),
      mailMinute: 'smallint?',
      mailedAt: 'timestamptz',
      roles: narrowType<readonly MemberRole[]>('jsonb'),
    },
  },
  `
  select n.user_id as "userId", u.display_name as name, u.email_normalised as email, w.title as clinic, w.timezone,
    n.mails, n.mail_minute as "mailMinute", coalesce(n.mailed_at, 'epoch') as "mailedAt", ${memberRolesSql} as roles
  from staff_news n
  join users u on u.workspace_id = n.workspace_id and u.id = n.user_id and u.status = 'active'
  join workspaces w on w.id = n.workspace_id and w.status = 'ACTIVE'
  where n.workspace_id = :workspaceId and n.mails <> 'NONE'
  order by n.user_id`,
)

export const setMailed = statement(
  'set_news_mailed',
  { takes: { ...memberParameters, until: 'timestamptz' } },
  `
  update staff_news
  set mailed_at = greatest(mailed_at, :until)
  where workspace_id = :workspaceId and user_id = :userId and mails <> 'NONE'`,
)

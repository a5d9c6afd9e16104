import { narrowType, statement } from '../../base/db/statement.ts'
import type { FormContent, FormMoment } from '../../base/values/forms.ts'

const takes = { workspaceId: 'bigint' } as const

const rulesColumns = {
  id: 'bigint',
  name: 'text',
  version: 'integer',
  completeFrom: 'integer',
  when: narrowType<FormMoment>('text'),
  newPatients: 'boolean',
  visitTypeIds: 'bigint[]?',
  doctorIds: 'bigint[]?',
  everyMonths: 'integer?',
} as const

const rulesList = `f.id, f.name, f.version, f.complete_from as "completeFrom", f.rules ->> 'when' as "when",
    coalesce((f.rules -> 'newPatients')::boolean, false) as "newPatients",
    case when f.rules ? 'visitTypes' then array(
      select t.id from visit_types t where t.workspace_id = f.workspace_id and f.rules -> 'visitTypes' ? t.name
    ) end as "visitTypeIds",
    case when f.rules ? 'practitioners' then array(
      select u.id from users u where u.workspace_id = f.workspace_id and f.rules -> 'practitioners' ? u.name
    ) end as "doctorIds",
    (f.rules -> 'everyMonths')::integer as "everyMonths"`

export const anyForm = statement(
  'any_form',
  { returns: { id: 'bigint' } },
  `
  select id
  from forms
  where active
  limit 1`,
)

/** The forms of a workspace, without what they ask. */
export const formRules = statement(
  'form_rules',
  { takes, returns: { ...rulesColumns, title: 'text' } },
  `
  select ${rulesList}, f.content ->> 'title' as title
  from forms f
  where f.workspace_id = :workspaceId and f.active
  order by f.place, f.id`,
)

/** The forms of a workspace with what they ask. */
export const formsInUse = statement(
  'forms_in_use',
  { takes, returns: { ...rulesColumns, content: narrowType<FormContent>('jsonb') } },
  `
  select ${rulesList}, f.content
  from forms f
  where f.workspace_id = :workspaceId and f.active
  order by f.place, f.id`,
)

/** What each version of a form asked, the latest first. */
export const versionsOfForm = statement(
  'versions_of_form',
  {
    takes: { ...takes, name: 'text', limit: 'bigint' },
    returns: { version: 'integer', content: narrowType<FormContent>('jsonb') },
  },
  `
  select v.version, v.content
  from forms f
  join form_versions v on v.workspace_id = f.workspace_id and v.form_id = f.id
  where f.workspace_id = :workspaceId and f.name = :name
  order by v.version desc
  limit :limit`,
)

/** SQL that is true if the patient of a visit has never been to the clinic before it. */
const isNewSql = (alias: string) => `not exists (
      select from appointments o
      where o.workspace_id = ${alias}.workspace_id and o.patient_id = ${alias}.patient_id and o.id <> ${alias}.id and (o.status in ('IN_CONSULTATION', 'COMPLETED') or o.arrived_at is not null)
    ) and not exists (
      select from queue_visits q
      where q.workspace_id = ${alias}.workspace_id and q.patient_id = ${alias}.patient_id and q.id <> ${alias}.id and q.status in ('IN_CONSULTATION', 'COMPLETED')
    )`

/** What forms depend on, of appointments and tokens whose patients are not erased. */
export const formVisits = statement(
  'form_visits',
  {
    takes: { ...takes, ids: 'bigint[]' },
    returns: {
      id: 'bigint',
      isToken: 'boolean',
      patientId: 'bigint',
      doctorId: 'bigint',
      visitTypeId: 'bigint?',
      fromAt: 'timestamptz',
      timezone: 'text',
      isNewPatient: 'boolean',
    },
  },
  `
  select a.id, false as "isToken", a.patient_id as "patientId", a.doctor_id as "doctorId", a.visit_type_id as "visitTypeId", a.from_at as "fromAt",
    a.timezone, ${isNewSql('a')} as "isNewPatient"
  from appointments a
  join patients p on p.workspace_id = a.workspace_id and p.id = a.patient_id and p.erased_at is null
  where a.workspace_id = :workspaceId and a.id = any (:ids::bigint[])
  union all
  select v.id, true, v.patient_id, v.doctor_id, null, (v.appointment_date + make_interval(mins => s.from_minute)) at time zone l.timezone,
    l.timezone, ${isNewSql('v')}
  from queue_visits v
  join patients p on p.workspace_id = v.workspace_id and p.id = v.patient_id and p.erased_at is null
  join work_shifts s on s.workspace_id = v.workspace_id and s.id = v.work_shift_id
  join locations l on l.workspace_id = v.workspace_id and l.id = v.location_id
  where v.workspace_id = :workspaceId and v.id = any (:ids::bigint[])`,
)

/**
 * Locks a visit or token while one of its forms is written: merges and erasures of its patient give
 * way or wait.
 */
export const lockFormVisit = statement(
  'lock_visit_of_form',
  {
    takes: { ...takes, visitId: 'bigint' },
    returns: { patientId: 'bigint' },
  },
  `
  with appointment as (
    select workspace_id, patient_id from appointments where workspace_id = :workspaceId and id = :visitId for no key update
  ), token as (
    select workspace_id, patient_id from queue_visits where workspace_id = :workspaceId and id = :visitId for no key update
  )
  select p.id as "patientId"
  from (select * from appointment union all select * from token) visit
  join patients p on p.workspace_id = visit.workspace_id and p.id = visit.patient_id and p.erased_at is null
  for key share of p`,
)

const fillColumns = {
  id: 'bigint',
  formId: 'bigint',
  version: 'integer',
  patientId: 'bigint',
  visitId: 'bigint',
  completedAt: 'timestamptz',
  isSigned: 'boolean',
  withdrawnAt: 'timestamptz?',
} as const

const fillList = `d.id, d.form_id as "formId", d.version, d.patient_id as "patientId", coalesce(d.appointment_id, d.visit_id) as "visitId",
    d.completed_at as "completedAt", d.signed_hash is not null as "isSigned", d.withdrawn_at as "withdrawnAt"`

/** The last time that each form was filled in by each of some patients, and for each of some visits. */
export const lastFills = statement(
  'last_fills_of_forms',
  { takes: { ...takes, patientIds: 'bigint[]', visitIds: 'bigint[]' }, returns: fillColumns },
  `
  select ${fillList}
  from (
    select distinct on (patient_id, form_id) *
    from filled_forms
    where workspace_id = :workspaceId and patient_id = any (:patientIds::bigint[]) and state = 'DONE'
    order by patient_id, form_id, completed_at desc, id desc
  ) as d
  union
  select ${fillList}
  from filled_forms d
  where d.workspace_id = :workspaceId and d.state = 'DONE' and (d.appointment_id = any (:visitIds::bigint[]) or d.visit_id = any (:visitIds::bigint[]))`,
)

/** The sealed answers of the last fill of each form by each of some patients, oldest first. */
export const lastSealedFills = statement(
  'last_sealed_fills',
  {
    takes: { ...takes, patientIds: 'bigint[]' },
    returns: { id: 'bigint', patientId: 'bigint', sealed: 'bytea' },
  },
  `
  select id, patient_id as "patientId", sealed
  from (
    select distinct on (patient_id, form_id) id, patient_id, sealed, completed_at
    from filled_forms
    where workspace_id = :workspaceId and patient_id = any (:patientIds::bigint[]) and state = 'DONE'
    order by patient_id, form_id, completed_at desc, id desc
  ) as d
  order by completed_at, id`,
)

/** The last fill of one form by a patient. */
export const lastFillOfForm = statement(
  'last_fill_of_form',
  {
    takes: { ...takes, patientId: 'bigint', formId: 'bigint' },
    returns: {
      id: 'bigint',
      version: 'integer',
      visitId: 'bigint',
      completedAt: 'timestamptz',
      withdrawnAt: 'timestamptz?',
      sealed: 'bytea',
      /** What its version asked. */
      content: narrowType<FormContent>('jsonb'),
    },
  },
  `
  select d.id, d.version, coalesce(d.appointment_id, d.visit_id) as "visitId", coalesce(d.completed_at, 'epoch') as "completedAt",
    d.withdrawn_at as "withdrawnAt", d.sealed, v.content
  from filled_forms d
  join form_versions v on v.workspace_id = d.workspace_id and v.form_id = d.form_id and v.version = d.version
  where d.workspace_id = :workspaceId and d.patient_id = :patientId and d.form_id = :formId and d.state = 'DONE'
  order by d.completed_at desc, d.id desc
  limit 1`,
)

/** The drafts of a visit. */
export const draftsOfVisit = statement(
  'drafts_of_visit',
  {
    takes: { ...takes, visitId: 'bigint' },
    returns: { id: 'bigint', formId: 'bigint', version: 'integer', sealed: 'bytea' },
  },
  `
  select id, form_id as "formId", version, sealed
  from filled_forms
  where workspace_id = :workspaceId and (appointment_id = :visitId or visit_id = :visitId) and state = 'DRAFT'`,
)

export const countFillsForVisit = statement(
  'count_fills_for_visit',
  { takes: { ...takes, visitId: 'bigint', formId: 'bigint' }, returns: { count: 'bigint' } },
  `
  select count(*)
  from filled_forms
  where workspace_id = :workspaceId and (appointment_id = :visitId or visit_id = :visitId) and form_id = :formId and state = 'DONE'`,
)

/** The id of the next row, which its answers are sealed for. */
export const nextFilledFormId = statement(
  'next_filled_form_id',
  { returns: { id: 'bigint' } },
  `
  select nextval(pg_get_serial_sequence('filled_forms', 'id')) as id`,
)

export const writeFilledForm = statement(
  'write_filled_form',
  {
    takes: {
      ...takes,
      id: 'bigint',
      formId: 'bigint',
      version: 'integer',
      patientId: 'bigint',
      appointmentId: 'bigint?',
      visitId: 'bigint?',
      sealed: 'bytea',
      language: 'text',
      filledBy: narrowType<'PATIENT' | 'STAFF' | 'TABLET'>('text'),
      userId: 'bigint?',
      now: 'timestamptz',
      isDone: 'boolean',
      signedHash: 'bytea?',
    },
  },
  `
  insert into filled_forms as existing (workspace_id, id, form_id, version, patient_id, appointment_id, visit_id, state, sealed, language, filled_by, user_id,
    changed_at, completed_at, signed_hash)
  values (:workspaceId, :id, :formId, :version, :patientId, :appointmentId, :visitId, case when :isDone then 'DONE' else 'DRAFT' end, :sealed, :language,
    :filledBy, :userId, :now, case when :isDone then :now::timestamptz end, :signedHash)
  on conflict (workspace_id, id) do update
  set version = excluded.version, state = excluded.state, sealed = excluded.sealed, language = excluded.language, filled_by = excluded.filled_by,
    user_id = excluded.user_id, changed_at = excluded.changed_at, completed_at = excluded.completed_at, signed_hash = excluded.signed_hash
  where existing.state = 'DRAFT'`,
)

/** Everything that a patient has filled in, the latest first. */
export const fillsOfPatient = statement(
  'fills_of_patient',
  {
    takes: {
      ...takes,
      patientId: 'bigint',
      visitId: 'bigint?',
      /** Only this one. */
      fillId: 'bigint?',
      limit: 'bigint',
    },
    returns: {
      id: 'bigint',
      name: 'text',
      version: 'integer',
      content: narrowType<FormContent>('jsonb'),
      visitId: 'bigint',
      completedAt: 'timestamptz',
      language: 'text',
      filledBy: narrowType<'PATIENT' | 'STAFF' | 'TABLET'>('text'),
      member: 'text?',
      signedHash: 'bytea?',
      withdrawnAt: 'timestamptz?',
      sealed: 'bytea',
    },
  },
  `
  select d.id, f.name, d.version, v.content, coalesce(d.appointment_id, d.visit_id) as "visitId", coalesce(d.completed_at, 'epoch') as "completedAt", d.language,
    d.filled_by as "filledBy", u.display_name as member, d.signed_hash as "signedHash", d.withdrawn_at as "withdrawnAt", d.sealed
  from filled_forms d
  join forms f on f.workspace_id = d.workspace_id and f.id = d.form_id
  join form_versions v on v.workspace_id = d.workspace_id and v.form_id = d.form_id and v.version = d.version
  left join users u on u.workspace_id = d.workspace_id and u.id = d.user_id
  where d.workspace_id = :workspaceId and d.patient_id = :patientId and d.state = 'DONE'
    and (:visitId::bigint is null or d.appointment_id = :visitId or d.visit_id = :visitId)
    and (:fillId::bigint is null or d.id = :fillId)
  order by d.completed_at desc, d.id desc
  limit :limit`,
)

export const markSignatureWithdrawn = statement(
  'withdraw_signature',
  {
    takes: { ...takes, patientId: 'bigint', id: 'bigint', now: 'timestamptz' },
    returns: { withdrawnAt: 'timestamptz', visitId: 'bigint', isToken: 'boolean' },
  },
  `
  update filled_forms
  set withdrawn_at = coalesce(withdrawn_at, :now)
  where workspace_id = :workspaceId and patient_id = :patientId and id = :id and signed_hash is not null
  returning coalesce(withdrawn_at, :now) as "withdrawnAt", coalesce(appointment_id, visit_id) as "visitId", visit_id is not null as "isToken"`,
)

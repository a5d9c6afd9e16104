import type { Static } from 'typebox'
import { choice, flag, integer, optional } from '../../../base/contract/schemas.ts'
import { narrowType, statement } from '../../../base/db/statement.ts'
import { type AppointmentSystem, appointmentSystems } from '../../../base/values/modes.ts'
import type { PatientRules } from '../../../base/values/patient-rules.ts'
import type { Problem } from '../../../base/values/problem.ts'
import type { RefundPolicy } from '../../../base/values/refund-policy.ts'
import { tidyName } from '../../../base/values/text.ts'
import { idsOfPractitioners } from '../../../clinic/catalogue/name-queries.ts'
import { problem } from '../problems.ts'
import { closedObject, itemsByName, line, videoLink } from '../words.ts'
import { calendarsOfPractitioner } from './calendars.ts'
import { closingsOfPractitioner } from './closings.ts'
import { patientRulesMember } from './patient-rules.ts'
import { practicesOfPractitioner } from './practices.ts'
import { profileOfPractitioner } from './profiles.ts'
import { refundPolicyMember } from './refund-policy.ts'
import {
  createDescription,
  type Section,
  statesStatement,
  takesRows,
  unlessDefault,
  withoutEmpty,
} from './section.ts'
import {
  describeMember,
  memberFacts,
  memberFields,
  storedMember,
  storedMemberColumns,
} from './staff.ts'

const members = {
  practitioners: itemsByName(
    closedObject({
      ...memberFields,
      specialization: line('Specialization of the practitioner.', 'Dermatology'),
      system: choice(appointmentSystems, 'SCHEDULED sells slots, QMS sells tokens.'),
      ownVideo: optional(
        flag('The practitioner has a video account; true when there is a videoLink.', false),
      ),
      videoLink: optional(
        videoLink(
          "Where the practitioner's online visits happen.",
          'https://video.example.org/asha-rao',
        ),
      ),
      permissions: optional(
        closedObject(
          {
            allowOnline: optional(flag('true when omitted.')),
            allowOffline: optional(flag('true when omitted.')),
            allowCancellation: optional(flag('true when omitted.')),
            allowRescheduling: optional(flag('true when omitted.')),
            cancellationAllowedBeforeInHours: optional(
              integer('0 when omitted.', 24, { minimum: 0, maximum: 8760 }),
            ),
          },
          'What patients may do themselves.',
        ),
      ),
      followUpDays: optional(
        integer('For how many days after a visit a follow-up is possible; default: 7.', 7, {
          minimum: 0,
          maximum: 365,
        }),
      ),
      ...refundPolicyMember,
      ...patientRulesMember('the practitioner'),
      ...profileOfPractitioner,
      ...closingsOfPractitioner,
      ...calendarsOfPractitioner,
      ...practicesOfPractitioner,
    }),
    'Practitioners by name.',
  ),
}

interface File {
  practitioners: Static<typeof members.practitioners>
}

function bookedSystemProblem(names: readonly string[]): Problem {
  const mistakes = names.map((name) => ({
    path: `practitioners.${name}.system`,
    reason: 'must stay as it was',
  }))
  return problem('BOOKING_SYSTEM_IN_USE', {}, { mistakes })
}

/** The practitioners who have bookings in a different system from the one in the imported file. */
const practitionersInOtherSystem = statement(
  'practitioners_in_other_system',
  {
    takes: { workspaceId: 'bigint', names: 'text[]', systems: 'text[]' },
    returns: { name: 'text' },
  },
  `
  select wanted.name
  from unnest(:names::text[], :systems::text[]) as wanted (name, system)
  join users u on u.workspace_id = :workspaceId and u.name = wanted.name
  join practitioners p on p.workspace_id = u.workspace_id and p.user_id = u.id
  -- At most one row of each, the first of its index: for an EXISTS, the planner may hash the whole table, and for any row it may read the
  -- table from its beginning. Only for those whose system changes: CASE is never computed before its condition.
  where case when p.appointment_system <> wanted.system then coalesce(
    (select true from appointments a where a.workspace_id = p.workspace_id and a.doctor_id = p.user_id order by a.from_at limit 1),
    (select true from queue_visits v where v.workspace_id = p.workspace_id and v.doctor_id = p.user_id order by v.appointment_date limit 1)
  ) end
  order by wanted.name`,
)

const columns = `specialization, appointment_system, allow_online, allow_offline, allow_cancellation, allow_rescheduling,
    cancellation_allowed_before_hours, has_own_video, video_link, follow_up_valid_days, refund_policy, patient_rules`
const qualifiedColumns = (table: string) => columns.replace(/\w+/g, `${table}.$&`)

const upsertPractitioners = statement(
  'upsert_practitioners',
  { takes: takesRows, returns: {} },
  // This does not use ON CONFLICT DO UPDATE, which locks every row as if its key changed (the
  // system is part of a key): the bookings of all practitioners would wait for the end of the
  // import.
  `
  with imported as (
    select u.id as user_id, ${qualifiedColumns('d')}
    from jsonb_to_recordset(:rows::jsonb) as d (
      name text, specialization text, appointment_system text, allow_online boolean, allow_offline boolean,
      allow_cancellation boolean, allow_rescheduling boolean, cancellation_allowed_before_hours integer,
      has_own_video boolean, video_link text, follow_up_valid_days integer, refund_policy jsonb, patient_rules jsonb
    )
    join users u on u.workspace_id = :workspaceId and u.name = d.name
  ),
  changed as (
    update practitioners p
    set (${columns}) = (${qualifiedColumns('d')})
    from imported d
    where p.workspace_id = :workspaceId and p.user_id = d.user_id and (${qualifiedColumns('p')}) is distinct from (${qualifiedColumns('d')})
  )
  insert into practitioners (workspace_id, user_id, ${columns})
  select :workspaceId, user_id, ${columns}
  from imported d
  where not exists (select from practitioners p where p.workspace_id = :workspaceId and p.user_id = d.user_id)`,
)

const storedPractitioners = statement(
  'stored_practitioners',
  {
    takes: { workspaceId: 'bigint' },
    returns: {
      ...storedMemberColumns,
      specialization: 'text',
      system: narrowType<AppointmentSystem>('text'),
      ownVideo: 'boolean',
      videoLink: 'text?',
      followUpDays: 'integer',
      refundPolicy: narrowType<RefundPolicy>('jsonb?'),
      patientRules: narrowType<PatientRules>('jsonb?'),
      allowOnline: 'boolean',
      allowOffline: 'boolean',
      allowCancellation: 'boolean',
      allowRescheduling: 'boolean',
      cancellationAllowedBeforeInHours: 'integer',
    },
  },
  `
  select ${storedMember}, p.specialization, p.appointment_system as system, p.has_own_video as "ownVideo", p.video_link as "videoLink",
    p.follow_up_valid_days as "followUpDays", p.refund_policy as "refundPolicy", p.patient_rules as "patientRules", p.allow_online as "allowOnline", p.allow_offline as "allowOffline",
    p.allow_cancellation as "allowCancellation", p.allow_rescheduling as "allowRescheduling",
    p.cancellation_allowed_before_hours as "cancellationAllowedBeforeInHours"
  from practitioners p
  join users u on u.workspace_id = p.workspace_id and u.id = p.user_id
  where p.workspace_id = :workspaceId and u.is_described
  order by p.user_id`,
)

/**
 * What practitioners have in addition to what all members of staff have, at all their locations.
 */
export const practitioners = {
  members,

  async refuse({ queries, workspaceId }, { practitioners }) {
    const names = Object.keys(practitioners)
    const booked = await queries.rows(practitionersInOtherSystem, {
      workspaceId,
      names,
      systems: Object.values(practitioners).map(({ system }) => system),
    })
    if (booked.length > 0) throw bookedSystemProblem(booked.map(({ name }) => name))
  },

  async write({ queries, workspaceId }, { practitioners }) {
    const rows = Object.entries(practitioners).map(
      ([
        name,
        {
          specialization,
          system,
          permissions = {},
          videoLink = null,
          ownVideo = videoLink !== null,
          followUpDays,
          refundPolicy = null,
          patientRules = null,
        },
      ]) => ({
        name,
        specialization: tidyName(specialization),
        appointment_system: system,
        allow_online: permissions.allowOnline ?? true,
        allow_offline: permissions.allowOffline ?? true,
        allow_cancellation: permissions.allowCancellation ?? true,
        allow_rescheduling: permissions.allowRescheduling ?? true,
        cancellation_allowed_before_hours: permissions.cancellationAllowedBeforeInHours ?? 0,
        has_own_video: ownVideo,
        video_link: videoLink,
        follow_up_valid_days: followUpDays ?? 7,
        refund_policy: refundPolicy,
        patient_rules: patientRules,
      }),
    )
    await queries.rows(upsertPractitioners, { workspaceId, rows })
  },

  description: createDescription(
    { practitioners: storedPractitioners },
    ({ practitioners }, file: File) => {
      for (const {
        name,
        specialization,
        system,
        ownVideo,
        videoLink,
        followUpDays,
        refundPolicy,
        patientRules,
        ...row
      } of practitioners) {
        const {
          allowOnline,
          allowOffline,
          allowCancellation,
          allowRescheduling,
          cancellationAllowedBeforeInHours: hours,
          ...member
        } = row
        const permissions = {
          ...withoutEmpty({
            allowOnline: unlessDefault(true, allowOnline),
            allowOffline: unlessDefault(true, allowOffline),
          }),
          ...withoutEmpty({
            allowCancellation: unlessDefault(true, allowCancellation),
            allowRescheduling: unlessDefault(true, allowRescheduling),
          }),
          ...withoutEmpty({ cancellationAllowedBeforeInHours: unlessDefault(0, hours) }),
        }
        file.practitioners[name] = {
          ...describeMember(member),
          specialization,
          system,
          ...withoutEmpty({
            ownVideo: unlessDefault(videoLink !== null, ownVideo),
            videoLink,
            followUpDays: unlessDefault(7, followUpDays),
            refundPolicy,
            patientRules,
          }),
          ...(Object.keys(permissions).length > 0 && { permissions }),
          at: {},
        }
      }
    },
  ),

  ids: { practitioner: idsOfPractitioners },

  states: {
    practitioner: statesStatement('practitioners', {
      name: 'u.name',
      facts: `${qualifiedColumns('p')}, ${memberFacts}`,
      source: `practitioners p
  join users u on u.workspace_id = p.workspace_id and u.id = p.user_id
  where p.workspace_id = :workspaceId and u.is_described`,
    }),
  },

  // A booking was made after the check in `refuse`.
  violations: {
    doctor_runs_scheduled_system: () => bookedSystemProblem([]),
    doctor_runs_queue: () => bookedSystemProblem([]),
  },
} satisfies Section<File>

import { combinedStatement } from '../../base/db/combined-statement.ts'
import { narrowType, statement } from '../../base/db/statement.ts'
import type { MessageSettings } from '../../base/messages/channels.ts'
import type { GatewaySettings } from '../../base/values/gateway-settings.ts'
import type { LegalTexts } from '../../base/values/legal-texts.ts'
import type { AppointmentSystem, Mode, ShiftMode } from '../../base/values/modes.ts'
import type { NewPatientField } from '../../base/values/new-patient-fields.ts'
import type { PatientRules } from '../../base/values/patient-rules.ts'
import type { RefundPolicy } from '../../base/values/refund-policy.ts'
import type { JitsiSettings } from '../../base/values/video-link.ts'
import type { NoticeSettings } from '../notices/notice-settings.ts'
import type { ProfileDetails } from './profile-details.ts'
import type { Membership } from './staff/membership.ts'

// The configuration as stored; `configuration.ts` assembles the rows.

const takes = { workspaceId: 'bigint' } as const

export const workspaceRow = statement(
  'workspace_row',
  {
    takes,
    returns: {
      /** Changes with every change of the configuration; only meaningful for comparison. */
      version: 'bigint',
      title: 'text',
      timezone: 'text',
      /**
       * The source of practitioners' video links; null: only practitioners with their own link have
       * one.
       */
      video: narrowType<'BUILT_IN' | 'ACCOUNT'>('text?'),
      videoLink: 'text?',
      /** The account at a Jitsi server; null: none. */
      jitsi: narrowType<JitsiSettings>('jsonb?'),
      paymentGateway: 'text?',
      paymentMethods: 'text[]',
      sessionVisitsMax: 'integer',
      /** What new patients must enter on web pages, in addition to their first name. */
      askedOfNewPatients: narrowType<readonly NewPatientField[]>('jsonb'),
      /** Whether callers with a key must charge the clinic's prices. */
      strictPrices: 'boolean',
      /** What is refunded when patients cancel; null: nothing. */
      refundPolicy: narrowType<RefundPolicy>('jsonb?'),
      /** The rules for patients of the whole workspace; null: none. */
      patientRules: narrowType<PatientRules>('jsonb?'),
      entitlements: 'text[]',
      /** Accounts at external payment gateways; null if the clinic file has none. */
      gateways: narrowType<GatewaySettings>('jsonb?'),
      /** How messages are sent; null if the clinic file does not configure it. */
      messages: narrowType<MessageSettings>('jsonb?'),
      /** The notices to patients; null: none. */
      notices: narrowType<NoticeSettings>('jsonb?'),
      /** The name in the clinic file and in addresses. */
      workspace: 'text',
      /** Privacy notice, imprint and terms; null: none. */
      legal: narrowType<LegalTexts>('jsonb?'),
      /** Set manually. */
      noticesOff: 'boolean',
    },
  },
  `
  select configuration_version as version, title, timezone, video, video_link as "videoLink", jitsi, payment_gateway as "paymentGateway",
    payment_methods as "paymentMethods",
    coalesce(session_visits_max, 10) as "sessionVisitsMax",
    coalesce((select settings -> 'newPatients' from booking_pages where workspace_id = :workspaceId and published), '[]') as "askedOfNewPatients",
    strict_prices as "strictPrices", refund_policy as "refundPolicy", patient_rules as "patientRules", entitlements, gateways, messages, notices, name as workspace, legal, notices_off as "noticesOff"
  from workspaces
  where id = :workspaceId`,
)

/** How many clinics have the built-in video. */
export const countBuiltInVideo = statement(
  'count_built_in_video',
  { returns: { workspaces: 'bigint' } },
  `
  select count(*) as workspaces
  from workspaces
  where video = 'BUILT_IN' and video_link is null and status = 'ACTIVE'`,
)

export const configurationVersion = statement(
  'configuration_version',
  { takes, returns: { version: 'bigint' }, isShort: true },
  `
  select configuration_version as version
  from workspaces
  where id = :workspaceId`,
)

export const locationRows = statement(
  'location_rows',
  {
    takes,
    returns: {
      id: 'bigint',
      fullAddress: 'text',
      city: 'text',
      state: 'text',
      /** ISO2. */
      country: 'text',
      timezone: 'text',
      currency: 'text',
      /** Null: no international price list. */
      internationalCurrency: 'text?',
    },
  },
  `
  select id, full_address as "fullAddress", city, state, country, timezone, currency,
    international_currency as "internationalCurrency"
  from locations
  where workspace_id = :workspaceId and active
  order by id`,
)

const roomRows = statement(
  'room_rows',
  { takes, returns: { id: 'bigint', locationId: 'bigint' } },
  `
  select id, location_id as "locationId"
  from rooms
  where workspace_id = :workspaceId and active`,
)

export const practitionerRows = statement(
  'practitioner_rows',
  {
    takes,
    returns: {
      id: 'bigint',
      displayName: 'text',
      status: narrowType<Membership>('text'),
      specialization: 'text',
      appointmentSystem: narrowType<AppointmentSystem>('text'),
      allowOnline: 'boolean',
      allowOffline: 'boolean',
      allowCancellation: 'boolean',
      allowRescheduling: 'boolean',
      cancellationAllowedBeforeHours: 'integer',
      hasOwnVideo: 'boolean',
      videoLink: 'text?',
      followUpValidDays: 'integer',
      refundPolicy: narrowType<RefundPolicy>('jsonb?'),
      patientRules: narrowType<PatientRules>('jsonb?'),
    },
  },
  `
  select u.id, u.display_name as "displayName", u.status, p.specialization,
    p.appointment_system as "appointmentSystem", p.allow_online as "allowOnline", p.allow_offline as "allowOffline",
    p.allow_cancellation as "allowCancellation", p.allow_rescheduling as "allowRescheduling",
    p.cancellation_allowed_before_hours as "cancellationAllowedBeforeHours",
    p.has_own_video as "hasOwnVideo", p.video_link as "videoLink", p.follow_up_valid_days as "followUpValidDays", p.refund_policy as "refundPolicy",
    p.patient_rules as "patientRules"
  from practitioners p
  join users u on u.workspace_id = p.workspace_id and u.id = p.user_id
  where p.workspace_id = :workspaceId
  order by u.id`,
)

const activeMembers = statement(
  'active_members',
  { takes, returns: { id: 'bigint' } },
  `
  select id
  from users
  where workspace_id = :workspaceId and status = 'active'`,
)

export const doctorLocations = statement(
  'doctor_locations',
  {
    takes,
    returns: {
      doctorId: 'bigint',
      locationId: 'bigint',
      slotMins: 'integer',
      followUpFeeMinor: 'bigint',
      travelMins: 'integer',
      patientRules: narrowType<PatientRules>('jsonb?'),
    },
  },
  `
  select doctor_id as "doctorId", location_id as "locationId", slot_mins as "slotMins",
    follow_up_fee_minor as "followUpFeeMinor", travel_mins as "travelMins", patient_rules as "patientRules"
  from doctor_locations
  where workspace_id = :workspaceId and active
  order by location_id, doctor_id`,
)

export const consultationFees = statement(
  'consultation_fees',
  {
    takes,
    returns: {
      doctorId: 'bigint',
      locationId: 'bigint',
      mode: narrowType<Mode>('text'),
      isInternational: 'boolean',
      amountMinor: 'bigint',
    },
  },
  `
  select doctor_id as "doctorId", location_id as "locationId", mode, is_international as "isInternational",
    amount_minor as "amountMinor"
  from consultation_fees
  where workspace_id = :workspaceId
  order by mode, is_international`,
)

export const durationTiers = statement(
  'duration_tiers',
  {
    takes,
    returns: {
      id: 'bigint',
      doctorId: 'bigint',
      locationId: 'bigint',
      name: 'text',
      durationMins: 'integer',
      amountMinor: 'bigint',
      /** Null: the tier has no international price; the domestic one applies to everyone. */
      internationalAmountMinor: 'bigint?',
    },
  },
  `
  select id, doctor_id as "doctorId", location_id as "locationId", name, duration_mins as "durationMins",
    amount_minor as "amountMinor", international_amount_minor as "internationalAmountMinor"
  from duration_tiers
  where workspace_id = :workspaceId and active
  order by id`,
)

const workingHours = statement(
  'working_hours',
  {
    takes,
    returns: {
      doctorId: 'bigint',
      locationId: 'bigint',
      /** The weekday, for a window of every week; null if the window is for one date. */
      weekday: 'smallint?',
      date: 'date?',
      fromMinute: 'smallint',
      /** If beyond 1440, it ends on the next day. */
      toMinute: 'smallint',
      modes: narrowType<readonly Mode[]>('text[]'),
    },
  },
  `
  select doctor_id as "doctorId", location_id as "locationId", weekday, date, from_minute as "fromMinute",
    to_minute + next_day_minutes as "toMinute", modes
  from working_hours
  where workspace_id = :workspaceId
  order by from_minute, id`,
)

const hourExceptions = statement(
  'hour_exceptions',
  { takes, returns: { doctorId: 'bigint', locationId: 'bigint', date: 'date' } },
  `
  select doctor_id as "doctorId", location_id as "locationId", date
  from hour_exceptions
  where workspace_id = :workspaceId`,
)

const closingDays = statement(
  'closing_days',
  {
    takes,
    returns: {
      locationId: 'bigint?',
      practitionerId: 'bigint?',
      firstDate: 'date',
      lastDate: 'date',
    },
  },
  `
  select location_id as "locationId", practitioner_id as "practitionerId", first_date as "firstDate", last_date as "lastDate"
  from closing_days
  where workspace_id = :workspaceId
  order by first_date`,
)

export const sessionPackRows = statement(
  'session_pack_rows',
  {
    takes,
    returns: {
      id: 'bigint',
      /** The name in the clinic file. */
      name: 'text',
      displayName: 'text',
      totalSessions: 'integer',
      /** Null: a visit of any length is one session. */
      visitMins: 'integer?',
      validityDays: 'integer',
      currency: 'text',
      amountMinor: 'bigint',
      /** Null: one price for everyone. */
      internationalCurrency: 'text?',
      internationalAmountMinor: 'bigint?',
      allowFamilyBooking: 'boolean',
      /** Empty: every doctor. */
      doctorIds: 'bigint[]',
    },
  },
  `
  select id, name, display_name as "displayName", total_sessions as "totalSessions", visit_mins as "visitMins", validity_days as "validityDays",
    currency, amount_minor as "amountMinor", international_currency as "internationalCurrency",
    international_amount_minor as "internationalAmountMinor", allow_family_booking as "allowFamilyBooking",
    array(
      select d.doctor_id from session_pack_doctors d where d.workspace_id = p.workspace_id and d.session_pack_id = p.id order by d.doctor_id
    ) as "doctorIds"
  from session_packs p
  where workspace_id = :workspaceId and active
  order by id`,
)

export const visitTypeRows = statement(
  'visit_type_rows',
  {
    takes,
    returns: {
      id: 'bigint',
      displayName: 'text',
      description: 'text?',
      /** Null: the length of the tier, or the usual length. */
      visitMins: 'integer?',
      /** The name of the duration tiers that are the type. */
      tierName: 'text?',
      /** Empty: every mode. */
      modes: narrowType<readonly Mode[]>('text[]'),
      currency: 'text?',
      /** Null: the fees of the practitioner. */
      amountMinor: 'bigint?',
      internationalCurrency: 'text?',
      internationalAmountMinor: 'bigint?',
      patientRules: narrowType<PatientRules>('jsonb?'),
      /** Empty: every practitioner with slots. */
      doctorIds: 'bigint[]',
      /** Rooms of any location, in the order in which they are taken. */
      roomIds: 'bigint[]',
    },
  },
  `
  select id, display_name as "displayName", description, visit_mins as "visitMins", tier_name as "tierName", modes, currency, amount_minor as "amountMinor",
    international_currency as "internationalCurrency", international_amount_minor as "internationalAmountMinor", patient_rules as "patientRules",
    array(
      select d.doctor_id from visit_type_doctors d where d.workspace_id = t.workspace_id and d.visit_type_id = t.id order by d.doctor_id
    ) as "doctorIds",
    array(
      select r.room_id from visit_type_rooms r where r.workspace_id = t.workspace_id and r.visit_type_id = t.id order by r.room_id
    ) as "roomIds"
  from visit_types t
  where workspace_id = :workspaceId and active
  order by place, id`,
)

const profileColumns = {
  profileId: 'bigint',
  name: 'text',
  specialization: 'text?',
  qualification: 'text?',
  experience: 'integer?',
  languages: 'text[]',
  profileImageUrl: 'text?',
} as const

// A profile that names no specialization shows the practitioner's own.
const profile = `p.id as "profileId", p.name, coalesce(p.specialization, (
    select d.specialization from practitioners d where d.workspace_id = p.workspace_id and d.user_id = p.user_id
  )) as specialization, p.qualification, p.experience, p.languages, p.profile_image_url as "profileImageUrl"`

export const profileRows = statement(
  'profile_rows',
  { takes, returns: { ...profileColumns, userId: 'bigint?', published: 'boolean' } },
  `
  select ${profile}, p.user_id as "userId", p.published
  from public_profiles p
  where p.workspace_id = :workspaceId
  order by p.id`,
)

export const publishedProfile = statement(
  'published_profile',
  {
    takes: { ...takes, profileId: 'bigint' },
    returns: {
      ...profileColumns,
      details: narrowType<Partial<ProfileDetails>>('jsonb'),
      updatedAt: 'timestamptz',
    },
  },
  `
  select ${profile}, p.details, p.updated_at as "updatedAt"
  from public_profiles p
  left join users u on u.workspace_id = p.workspace_id and u.id = p.user_id
  where p.workspace_id = :workspaceId and p.id = :profileId and p.published and (p.user_id is null or u.status = 'active')`,
)

/** Queue shifts on offer. */
export const workShiftRows = statement(
  'work_shift_rows',
  {
    takes,
    returns: {
      doctorId: 'bigint',
      locationId: 'bigint',
      id: 'bigint',
      name: 'text',
      mode: narrowType<ShiftMode>('text'),
      /** ISO weekdays of every week, or null if it runs on one date. */
      weekdays: 'bigint[]?',
      date: 'date?',
      fromMinute: 'smallint',
      toMinute: 'smallint',
      letter: 'text',
      maxAppointments: 'integer',
      defaultSeconds: 'integer',
    },
  },
  `
  select doctor_id as "doctorId", location_id as "locationId", id, name, mode, weekdays::bigint[] as weekdays, date, from_minute as "fromMinute",
    to_minute as "toMinute", letter, max_appointments as "maxAppointments", default_seconds as "defaultSeconds"
  from work_shifts
  where workspace_id = :workspaceId and active
  order by from_minute, id`,
)

/** All parts of a configuration. Changing any of them changes `version`. */
export const configurationParts = {
  workspace: workspaceRow,
  locations: locationRows,
  rooms: roomRows,
  practitioners: practitionerRows,
  activeMembers,
  mappings: doctorLocations,
  fees: consultationFees,
  tiers: durationTiers,
  shifts: workShiftRows,
  hours: workingHours,
  exceptions: hourExceptions,
  closings: closingDays,
  profiles: profileRows,
  sessionPacks: sessionPackRows,
  visitTypes: visitTypeRows,
}

/** All of it, as of one instant. */
export const fullConfiguration = combinedStatement('full_configuration', takes, configurationParts)

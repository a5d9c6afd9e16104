import { statement } from '../db/statement.ts'

export const workspaceRow = statement(
  'workspace_row',
  {
    configurationVersion: 'bigint',
    timezone: 'text',
    video: 'text?',
    paymentGateway: 'text?',
    paymentMethods: 'text[]',
    entitlements: 'text[]',
    messages: 'jsonb?',
  },
  `
  select configuration_version as "configurationVersion", timezone, video, payment_gateway as "paymentGateway",
    payment_methods as "paymentMethods", entitlements, messages
  from workspaces
  where id = $1`,
)

export const locationRows = statement(
  'location_rows',
  {
    id: 'bigint',
    fullAddress: 'text',
    city: 'text',
    state: 'text',
    country: 'text',
    timezone: 'text',
    currency: 'text',
    internationalCurrency: 'text?',
  },
  `
  select id, full_address as "fullAddress", city, state, country, timezone, currency,
    international_currency as "internationalCurrency"
  from locations
  where workspace_id = $1 and active
  order by id`,
)

export const roomRows = statement(
  'room_rows',
  { id: 'bigint', locationId: 'bigint' },
  `
  select id, location_id as "locationId"
  from rooms
  where workspace_id = $1 and active`,
)

export const practitionerRows = statement(
  'practitioner_rows',
  {
    id: 'bigint',
    displayName: 'text',
    status: 'text',
    specialization: 'text',
    appointmentSystem: 'text',
    allowOnline: 'boolean',
    allowOffline: 'boolean',
    allowCancellation: 'boolean',
    allowRescheduling: 'boolean',
    cancellationAllowedBeforeHours: 'integer',
    hasOwnVideo: 'boolean',
    followUpValidDays: 'integer',
  },
  `
  select u.id, u.display_name as "displayName", u.status, p.specialization,
    p.appointment_system as "appointmentSystem", p.allow_online as "allowOnline", p.allow_offline as "allowOffline",
    p.allow_cancellation as "allowCancellation", p.allow_rescheduling as "allowRescheduling",
    p.cancellation_allowed_before_hours as "cancellationAllowedBeforeHours",
    p.has_own_video as "hasOwnVideo", p.follow_up_valid_days as "followUpValidDays"
  from practitioners p
  join users u on u.workspace_id = p.workspace_id and u.id = p.user_id
  where p.workspace_id = $1
  order by u.id`,
)

export const activeMembers = statement(
  'active_members',
  { id: 'bigint' },
  `
  select id
  from users
  where workspace_id = $1 and status = 'active'`,
)

export const doctorLocations = statement(
  'doctor_locations',
  { doctorId: 'bigint', locationId: 'bigint', slotMins: 'integer', followUpFeeMinor: 'bigint' },
  `
  select doctor_id as "doctorId", location_id as "locationId", slot_mins as "slotMins",
    follow_up_fee_minor as "followUpFeeMinor"
  from doctor_locations
  where workspace_id = $1 and active
  order by location_id, doctor_id`,
)

export const consultationFees = statement(
  'consultation_fees',
  { doctorId: 'bigint', locationId: 'bigint', mode: 'text', isInternational: 'boolean', amountMinor: 'bigint' },
  `
  select doctor_id as "doctorId", location_id as "locationId", mode, is_international as "isInternational",
    amount_minor as "amountMinor"
  from consultation_fees
  where workspace_id = $1
  order by mode, is_international`,
)

export const durationTiers = statement(
  'duration_tiers',
  {
    id: 'bigint',
    doctorId: 'bigint',
    locationId: 'bigint',
    durationMins: 'integer',
    amountMinor: 'bigint',
    internationalAmountMinor: 'bigint?',
  },
  `
  select id, doctor_id as "doctorId", location_id as "locationId", duration_mins as "durationMins",
    amount_minor as "amountMinor", international_amount_minor as "internationalAmountMinor"
  from duration_tiers
  where workspace_id = $1 and active
  order by id`,
)

export const workingHours = statement(
  'working_hours',
  {
    doctorId: 'bigint',
    locationId: 'bigint',
    weekday: 'smallint?',
    date: 'date?',
    fromMinute: 'smallint',
    toMinute: 'smallint',
    modes: 'text[]',
  },
  `
  select doctor_id as "doctorId", location_id as "locationId", weekday, date, from_minute as "fromMinute",
    to_minute as "toMinute", modes
  from working_hours
  where workspace_id = $1
  order by from_minute, id`,
)

export const hourExceptions = statement(
  'hour_exceptions',
  { doctorId: 'bigint', locationId: 'bigint', date: 'date' },
  `
  select doctor_id as "doctorId", location_id as "locationId", date
  from hour_exceptions
  where workspace_id = $1`,
)

export const profileRows = statement(
  'profile_rows',
  {
    profileId: 'bigint',
    userId: 'bigint?',
    name: 'text',
    specialization: 'text?',
    qualification: 'text?',
    experience: 'integer?',
    profileImageUrl: 'text?',
    published: 'boolean',
  },
  `
  select id as "profileId", user_id as "userId", name, specialization, qualification, experience,
    profile_image_url as "profileImageUrl", published
  from public_profiles
  where workspace_id = $1
  order by id`,
)

export const publishedProfile = statement(
  'published_profile',
  {
    profileId: 'bigint',
    name: 'text',
    specialization: 'text?',
    qualification: 'text?',
    experience: 'integer?',
    profileImageUrl: 'text?',
    details: 'jsonb',
    updatedAt: 'timestamptz',
  },
  `
  select p.id as "profileId", p.name, p.specialization, p.qualification, p.experience,
    p.profile_image_url as "profileImageUrl", p.details, p.updated_at as "updatedAt"
  from public_profiles p
  left join users u on u.workspace_id = p.workspace_id and u.id = p.user_id
  where p.workspace_id = $1 and p.id = $2 and p.published and (p.user_id is null or u.status = 'active')`,
)

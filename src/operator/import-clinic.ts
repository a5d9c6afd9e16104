import { at, type Database, type Queries, violatedConstraint } from '../db/database.ts'
import type { MessageSettings } from '../ports/messages/message-settings.ts'
import { weekdays } from '../values/calendar-date.ts'
import { canonicalZone, type Instant, parseClock } from '../values/clinic-time.ts'
import { normalisedEmail } from '../values/email.ts'
import { toMinorUnits } from '../values/money.ts'
import { defaultCountryCode, phoneDigits } from '../values/phone.ts'
import { tidyName } from '../values/text.ts'
import type { AtLocation, ClinicFile } from './clinic-file.ts'
import {
  asLongAsItTakes,
  bookedBySlots,
  mergeDoctorLocations,
  mergeExceptions,
  mergeFees,
  mergeHours,
  mergeLocations,
  mergePractitioners,
  mergeProfiles,
  mergeRooms,
  mergeTiers,
  namedIds,
  pricedOtherwise,
  upsertWorkspace,
  workspaceIdByName,
} from './import-queries.ts'
import { locationsForStock, type MedicineRow, medicineColumns, replaceMedicines } from './merge-medicines.ts'
import { mergeRoles, mergeUserLocations, mergeUserRoles, mergeUsers, releaseEmails } from './merge-staff.ts'
import { OperatorProblem } from './operation.ts'

type Member = NonNullable<ClinicFile['staff']>[string] | ClinicFile['practitioners'][string]

/** Ids by kind and name: `ids.practitioner['asha-rao']`. */
export type NamedIds = Record<string, Record<string, number>>

/** Brings a workspace to what a file describes, in one transaction, and answers the ids of its names. */
export async function importClinic(database: Database, file: ClinicFile, now: Instant): Promise<{ workspaceId: number; ids: NamedIds }> {
  try {
    return await database.transaction(async (queries) => {
      await queries.rows(asLongAsItTakes, [])
      const workspaceId = await writeWorkspace(queries, file)
      await refuseQueuesOfBooked(queries, workspaceId, file)
      if (file.medicines === undefined) await refuseOtherCurrencies(queries, workspaceId, file)
      for (const [statement, rows] of describedRows(file)) await queries.rows(statement, [workspaceId, JSON.stringify(rows)])
      await queries.rows(mergeProfiles, [workspaceId, JSON.stringify(profileRows(file)), at(now)])
      if (file.medicines) await replaceMedicines(queries, workspaceId, await medicineRows(queries, workspaceId, file, file.medicines))
      return { workspaceId, ids: await idsOf(queries, workspaceId) }
    })
  } catch (error) {
    // Booked since the look below.
    if (violatedConstraint(error) === 'doctor_runs_scheduled_system') throw queueOfBooked([])
    if (violatedConstraint(error) === 'user_email_unique') {
      throw new OperatorProblem(
        'an email of the file belongs to somebody who left it or was added through the API, and nothing was imported',
        'see who has it: clinic staff list; and give one of the two another',
      )
    }
    throw error
  }
}

async function refuseQueuesOfBooked(queries: Queries, workspaceId: number, { practitioners }: ClinicFile) {
  const queued = Object.keys(practitioners).filter((name) => practitioners[name]?.system === 'QMS')
  const booked = await queries.rows(bookedBySlots, [workspaceId, queued])
  if (booked.length > 0) throw queueOfBooked(booked.map(({ name }) => name))
}

/** Amounts of medicines are in the smallest unit of their location's currency, and the file does not say them anew. */
async function refuseOtherCurrencies(queries: Queries, workspaceId: number, { locations }: ClinicFile) {
  const described = Object.entries(locations).map(([name, { currency }]) => ({ name, currency }))
  const priced = await queries.rows(pricedOtherwise, [workspaceId, JSON.stringify(described)])
  if (priced.length === 0) return
  throw new OperatorProblem(
    'a location whose medicines have prices cannot change its currency, and nothing was imported',
    'describe the medicines in the clinic file too, or keep the currency',
    priced.map(({ name, currency }) => ({ path: `locations.${name}.currency`, reason: `must stay ${currency}` })),
  )
}

function queueOfBooked(names: string[]): OperatorProblem {
  return new OperatorProblem(
    'a practitioner who has appointments cannot change from SCHEDULED to QMS, and nothing was imported',
    'describe a second practitioner for the queue, or keep system: SCHEDULED',
    names.map((name) => ({ path: `practitioners.${name}.system`, reason: 'must stay SCHEDULED' })),
  )
}

/** The ids of a workspace's names. */
export async function idsOf(queries: Queries, workspaceId: number): Promise<NamedIds> {
  const ids: NamedIds = {}
  for (const { kind, name, id } of await queries.rows(namedIds, [workspaceId])) {
    ids[kind] ??= {}
    ids[kind][name] = id
  }
  return ids
}

async function writeWorkspace(queries: Queries, { workspace }: ClinicFile): Promise<number> {
  const messages: MessageSettings | null = workspace.messages ?? null
  const video = workspace.video === undefined ? null : workspace.video === 'built-in' ? 'BUILT_IN' : 'ACCOUNT'
  await queries.rows(upsertWorkspace, [
    workspace.name,
    tidyName(workspace.title),
    canonicalZone(workspace.timezone) ?? workspace.timezone,
    video,
    workspace.paymentGateway ?? null,
    workspace.paymentMethods ?? [],
    workspace.entitlements ?? [],
    messages === null ? null : JSON.stringify(messages),
  ])
  // Holding the row keeps two imports of one workspace apart.
  const [row] = await queries.rows(workspaceIdByName, [workspace.name])
  if (!row) throw new Error('a workspace was written but is not there')
  return row.id
}

/** The rows of every table, in the order in which they can refer to each other. */
function describedRows({ workspace, locations, roles = {}, staff = {}, practitioners }: ClinicFile) {
  const places = Object.entries(locations)
  const people = Object.entries(practitioners)
  const others = Object.entries(staff)
  const everybody = [...people, ...others]
  const members = everybody.map(([name, member]) => ({ name, ...memberRow(member) }))
  const practices = people.flatMap(([doctor, { at: practised }]) =>
    Object.entries(practised).map(([location, practice]) => ({
      doctor,
      location,
      practice,
      minor: (amount: number, international = false) => minorAt(locations, location, amount, international),
    })),
  )
  return [
    [
      mergeLocations,
      places.map(([name, place]) => ({
        name,
        full_address: tidyName(place.fullAddress),
        city: tidyName(place.city),
        state: tidyName(place.state),
        country: place.country,
        timezone: canonicalZone(place.timezone ?? workspace.timezone),
        currency: place.currency,
        international_currency: place.internationalCurrency ?? null,
      })),
    ],
    [mergeRooms, places.flatMap(([location, { rooms = [] }]) => rooms.map((name) => ({ location, name })))],
    [mergeRoles, Object.entries(roles).map(([name, { displayName }]) => ({ name, display_name: tidyName(displayName) }))],
    [releaseEmails, members],
    [mergeUsers, members],
    [mergeUserRoles, everybody.map(([name, { roles: linked = [] }]) => ({ name, linked }))],
    // Practitioners work where doctor_locations says.
    [mergeUserLocations, [...others.map(([name, { at: linked }]) => ({ name, linked })), ...people.map(([name]) => ({ name, linked: [] }))]],
    [
      mergePractitioners,
      people.map(([name, { specialization, system, permissions = {}, ownVideo, followUpDays }]) => ({
        name,
        specialization: tidyName(specialization),
        appointment_system: system,
        allow_online: permissions.allowOnline ?? true,
        allow_offline: permissions.allowOffline ?? true,
        allow_cancellation: permissions.allowCancellation ?? true,
        allow_rescheduling: permissions.allowRescheduling ?? true,
        cancellation_allowed_before_hours: permissions.cancellationAllowedBeforeInHours ?? 0,
        has_own_video: ownVideo ?? false,
        follow_up_valid_days: followUpDays ?? 7,
      })),
    ],
    [
      mergeDoctorLocations,
      practices.map(({ doctor, location, practice, minor }) => ({
        doctor,
        location,
        slot_mins: practice.slotMinutes,
        follow_up_fee_minor: minor(practice.followUpFee ?? 0),
      })),
    ],
    [
      mergeFees,
      practices.flatMap(({ doctor, location, practice, minor }) =>
        (practice.fees ?? []).map(({ mode, amount, international = false }) => ({
          doctor,
          location,
          mode,
          is_international: international,
          amount_minor: minor(amount, international),
        })),
      ),
    ],
    [
      mergeTiers,
      practices.flatMap(({ doctor, location, practice, minor }) =>
        Object.entries(practice.tiers ?? {}).map(([name, { minutes, fee, internationalFee }]) => ({
          doctor,
          location,
          name,
          duration_mins: minutes,
          amount_minor: minor(fee),
          international_amount_minor: internationalFee === undefined ? null : minor(internationalFee, true),
        })),
      ),
    ],
    [mergeHours, practices.flatMap(({ doctor, location, practice }) => hoursOf(practice).map((hours) => ({ doctor, location, ...hours })))],
    [mergeExceptions, practices.flatMap(({ doctor, location, practice }) => (practice.exceptions ?? []).map(({ date }) => ({ doctor, location, date })))],
  ] as const
}

function memberRow({ name, membership, prefix, email, countryCode, phoneNumber, profilePicUrl, verified }: Member) {
  const number = phoneNumber === undefined ? undefined : phoneDigits(phoneNumber)
  return {
    display_name: tidyName(name),
    status: membership ?? 'active',
    prefix: prefix === undefined ? null : tidyName(prefix),
    email: email?.trim() ?? null,
    email_normalised: email === undefined ? null : normalisedEmail(email),
    country_code: number === undefined ? null : (countryCode ?? defaultCountryCode),
    phone_number: number ?? null,
    profile_pic_url: profilePicUrl ?? null,
    verified: verified ?? false,
  }
}

async function medicineRows(queries: Queries, workspaceId: number, { locations }: ClinicFile, medicines: NonNullable<ClinicFile['medicines']>) {
  const idOf = new Map((await queries.rows(locationsForStock, [workspaceId])).map(({ name, id }) => [name, id]))
  return Object.entries(medicines).flatMap(([code, { at: sold, ...described }], line): MedicineRow[] => {
    const medicine = { line, code, ...medicineColumns(described) }
    return [
      // Also when no location sells it any more, it keeps its id.
      { ...medicine, location_id: null, unit_price_minor: null, quantity: null },
      ...Object.entries(sold).map(([location, { unitPrice, stock }]) => ({
        ...medicine,
        location_id: idOf.get(location) ?? null,
        unit_price_minor: minorAt(locations, location, unitPrice, false),
        quantity: stock,
      })),
    ]
  })
}

function hoursOf({ hours = [], exceptions = [] }: AtLocation) {
  const minutes = ({ from, to, modes }: { from: string; to: string; modes: string[] }) => ({
    from_minute: parseClock(from),
    to_minute: parseClock(to),
    modes,
  })
  return [
    ...hours.flatMap((window) => window.days.map((day) => ({ weekday: weekdays.indexOf(day) + 1, date: null, ...minutes(window) }))),
    ...exceptions.flatMap(({ date, hours: windows }) => windows.map((window) => ({ weekday: null, date, ...minutes(window) }))),
  ]
}

function minorAt(locations: ClinicFile['locations'], location: string, amount: number, international: boolean): number {
  const place = locations[location]
  const currency = international ? place?.internationalCurrency : place?.currency
  const minor = currency === undefined ? undefined : toMinorUnits(amount, currency)
  if (minor === undefined) throw new Error('an amount was not checked when the file was read')
  return minor
}

function profileRows({ workspace, practitioners }: ClinicFile) {
  const ofWorkspace = workspace.publicProfile ? [{ practitioner: null, name: tidyName(workspace.publicProfile.name), published: true, details: {} }] : []
  const ofPeople = Object.entries(practitioners).flatMap(([practitioner, { profile }]) =>
    profile
      ? [
          {
            practitioner,
            name: tidyName(profile.name),
            specialization: profile.specialization ?? null,
            qualification: profile.qualification ?? null,
            experience: profile.experience ?? null,
            profile_image_url: profile.profileImageUrl ?? null,
            published: profile.published,
            details: profile.details ?? {},
          },
        ]
      : [],
  )
  return [...ofWorkspace, ...ofPeople]
}

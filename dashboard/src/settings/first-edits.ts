// What the first steps change in the settings.

import type { Input } from '../api/call.ts'
import type { Description } from './draft.ts'

/** The input of the first steps. */
export interface FirstStepsInput {
  /** The name and e-mail address of the member who takes the steps. */
  ownName: string
  ownEmail: string
  title: string
  fullAddress: string
  city: string
  state: string
  /** ISO2 code. */
  country: string
  currency: string
  timezone: string
  /** The practitioner's name as people see it. */
  name: string
  specialization: string
  /** Whether patients come at fixed times, or wait with a token. */
  system: 'SCHEDULED' | 'QMS'
  days: string[]
  /** HH:MM on the clinic's clock. */
  from: string
  to: string
  /** How long a visit takes. */
  slotMinutes: number
  /** How many tokens there are a day. */
  maxAppointments: number
  modes: string[]
  /** The fee for a visit in any of the modes, in the location's currency. */
  fee: number
  publish: boolean
}

type Edits = Input<'settings-change'>['edits']

/** A clinic-file name derived from a display name; `fallback` if that has no Latin letter. */
function toFileName(text: string, fallback: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const name = words.join('-').slice(0, 40).replace(/-$/, '')
  return /^[a-z]/.test(name) ? name : fallback
}

/** The address as patients read it: with city and state, unless it names the city. */
const toFullAddress = ({ fullAddress, city, state }: FirstStepsInput) =>
  fullAddress.toLocaleLowerCase().includes(city.toLocaleLowerCase())
    ? fullAddress
    : `${fullAddress}, ${city}, ${state}`

/** Where visits take place, which for those with tokens is always the clinic. */
const visitModes = ({ system, modes }: FirstStepsInput) => (system === 'QMS' ? ['OFFLINE'] : modes)

function buildTimes(input: FirstStepsInput) {
  const { system, days, from, to, slotMinutes, maxAppointments, modes } = input
  return system === 'QMS'
    ? { shifts: { day: { days, from, to, maxAppointments, averageMinutes: slotMinutes } } }
    : { hours: [{ days, from, to, modes }] }
}

/** The role with which practitioners see their own day, if the clinic has the usual one. */
const practitionerRole = ({ roles = {} }: Description) =>
  Object.keys(roles).find((name) => roles[name]?.dashboard === 'practitioner')

/**
 * A new practitioner with what each one needs, in the first steps and later: the role, if the member
 * may change the staff, and a public profile, if the clinic has a booking page.
 */
export function buildPractitioner<Own extends { name: string }>(
  own: Own,
  description: Description,
  { mayChangeStaff, publish }: { mayChangeStaff: boolean; publish: boolean },
) {
  const role = mayChangeStaff ? practitionerRole(description) : undefined
  return {
    ...own,
    ...(role !== undefined && { roles: [role] }),
    // Patients read the specialization of the practitioner where the profile has none.
    ...(publish && { profile: { published: true, name: own.name } }),
  }
}

/**
 * The edits that create a clinic from the input. If the member may change the staff, members who
 * have no location get this one, the practitioner gets a role, and `ownFileName`, who has no address
 * to sign in with, gets the one that was typed.
 */
export function buildFirstEdits(
  input: FirstStepsInput,
  description: Description,
  mayChangeStaff: boolean,
  ownFileName?: string,
): Edits {
  const { staff = {} } = description
  const location = toFileName(input.city, 'location-1')
  const wanted = toFileName(input.name, 'practitioner-1')
  // A name may belong to only one person.
  let practitioner = wanted
  for (let number = 1; Object.hasOwn(staff, practitioner); number++)
    practitioner = `${wanted}-${number}`
  const {
    title,
    timezone,
    city,
    state,
    country,
    currency,
    name,
    specialization,
    system,
    slotMinutes,
    fee,
    publish,
  } = input
  const practice = {
    slotMinutes,
    fees: visitModes(input).map((mode) => ({ mode, amount: fee })),
    ...buildTimes(input),
  }
  const edits: Edits = [
    { path: ['workspace', 'title'], value: title },
    { path: ['workspace', 'timezone'], value: timezone },
    {
      path: ['locations', location],
      value: { fullAddress: toFullAddress(input), city, state, country, currency },
    },
    {
      path: ['practitioners', practitioner],
      value: buildPractitioner(
        { name, specialization, system, at: { [location]: practice } },
        description,
        { mayChangeStaff, publish },
      ),
    },
  ]
  if (publish)
    edits.push(
      { path: ['workspace', 'publicProfile'], value: { name: title } },
      { path: ['workspace', 'bookingPage', 'published'], value: true },
    )
  if (mayChangeStaff)
    for (const [member, { at }] of Object.entries(staff))
      if (at.length === 0) edits.push({ path: ['staff', member, 'at'], value: [location] })
  if (mayChangeStaff && ownFileName !== undefined)
    edits.push(
      { path: ['staff', ownFileName, 'name'], value: input.ownName },
      { path: ['staff', ownFileName, 'email'], value: input.ownEmail },
    )
  return edits
}

// What the first steps change in the settings.

import type { Input } from '../api/call.ts'
import type { Description } from './draft.ts'

/** The input of the first steps. */
export interface FirstStepsInput {
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
  days: string[]
  /** HH:MM on the clinic's clock. */
  from: string
  to: string
  slotMinutes: number
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

/**
 * The edits that create a clinic from the input. Members of the staff who have no location get this
 * one, if the member may change that.
 */
export function buildFirstEdits(
  input: FirstStepsInput,
  { staff = {} }: Description,
  mayChangeStaff: boolean,
): Edits {
  const location = toFileName(input.city, 'location-1')
  const wanted = toFileName(input.name, 'practitioner-1')
  // A name may belong to only one person.
  let practitioner = wanted
  for (let number = 1; Object.hasOwn(staff, practitioner); number++)
    practitioner = `${wanted}-${number}`
  const {
    title,
    timezone,
    fullAddress,
    city,
    state,
    country,
    currency,
    name,
    specialization,
    days,
    from,
    to,
    modes,
    slotMinutes,
    fee,
    publish,
  } = input
  const practice = {
    slotMinutes,
    fees: modes.map((mode) => ({ mode, amount: fee })),
    hours: [{ days, from, to, modes }],
  }
  const edits: Edits = [
    { path: ['workspace', 'title'], value: title },
    { path: ['workspace', 'timezone'], value: timezone },
    { path: ['locations', location], value: { fullAddress, city, state, country, currency } },
    {
      path: ['practitioners', practitioner],
      value: {
        name,
        specialization,
        system: 'SCHEDULED',
        ...(publish && { profile: { published: true, name, specialization } }),
        at: { [location]: practice },
      },
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
  return edits
}

// Which part of the settings is shown, as stored in the address.

import { omitUndefined } from '../ui/address.ts'

export const sections = [
  'clinic',
  'locations',
  'practitioners',
  'staff',
  'types',
  'forms',
  'packs',
  'rules',
  'page',
  'notices',
  'accounts',
  'closed',
  'rows',
  'versions',
  'file',
] as const
export type SettingsSection = (typeof sections)[number]

export interface SettingsSearch {
  section?: SettingsSection | undefined
  /** Which of several things is open, by its name in the clinic file. */
  name?: string | undefined
  /** Which role is open, beside a member of staff. */
  role?: string | undefined
  /** The name of the practitioner's location. */
  at?: string | undefined
}

const parseName = (value: unknown) =>
  typeof value === 'string' && /^[a-z0-9][a-z0-9-]{0,62}$/.test(value) ? value : undefined

/** Reads an address; invalid parts are left out. */
export function readSettingsSearch({
  section,
  name,
  role,
  at,
}: Record<string, unknown>): SettingsSearch {
  return omitUndefined({
    section: sections.find((one) => one === section),
    name: parseName(name),
    role: parseName(role),
    at: parseName(at),
  })
}

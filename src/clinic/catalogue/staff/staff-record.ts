import {
  choice,
  flag,
  id,
  list,
  namedObject,
  nullable,
  text,
} from '../../../base/contract/schemas.ts'
import { isoAt } from '../../../base/values/clinic-time.ts'
import { appointmentSystems } from '../../../base/values/modes.ts'
import { memberships } from './membership.ts'
import type { StaffRow } from './queries.ts'

export const RoleRecord = namedObject('Role', {
  name: text('Name of the role.', 'reception'),
  displayName: text('The name people see.', 'Reception'),
})

/** A member of staff in the API (CAT-16). */
export const StaffRecord = namedObject('StaffMember', {
  id: id(
    'The member; a practitioner’s is the `doctorId`. Valid as `X-Acting-User-Id` while active.',
    3,
  ),
  name: text('Name among the staff.', 'Asha Rao'),
  prefix: nullable(text('Title before the name.', 'Dr')),
  status: choice(memberships, 'Membership; inactive staff are still listed.'),
  email: nullable(text('E-mail address; null for a widget session.', 'asha@sunrise.example')),
  countryCode: nullable(text('Dial code with its plus; null for a widget session.', '+91')),
  phoneNumber: nullable(
    text('Number without the dial code; null for a widget session.', '9876500001'),
  ),
  specialization: nullable(text('Specialization of the practitioner.', 'Dermatology')),
  profilePicUrl: nullable(
    text(
      'A portrait; for a practitioner without one, that of the published profile.',
      'https://example.org/asha.jpg',
    ),
  ),
  roleNames: list(text('Name of a role.', 'reception'), 'Names of the roles, in their order.'),
  roles: list(RoleRecord, 'The roles, by name.'),
  appointmentSystemType: nullable(
    choice(appointmentSystems, 'Whether a practitioner sells slots or tokens; null for others.'),
  ),
  isVerified: flag('Whether the address is verified.', true),
  lastActive: nullable(
    text(
      'When they last acted, in UTC and without an offset, some 30 seconds late; null for a widget session.',
      '2026-11-30T08:15:00',
      {
        pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{3})?$',
      },
    ),
  ),
})

/** A session sees neither the contacts of staff nor when they were active. */
export function staffView(
  { appointmentSystem, verified, lastActiveAt, ...member }: StaffRow,
  showsContact: boolean,
) {
  return {
    ...member,
    ...(showsContact ? {} : { email: null, countryCode: null, phoneNumber: null }),
    roleNames: member.roles.map(({ name }) => name),
    appointmentSystemType: appointmentSystem,
    isVerified: verified,
    // The only time without an offset.
    lastActive:
      showsContact && lastActiveAt !== null
        ? isoAt('UTC', lastActiveAt).slice(0, -'+00:00'.length)
        : null,
  }
}

// POST /v1/users: adds a member of staff, with the status invited until an operator confirms that
// they accepted.

import type { Static } from 'typebox'
import { type Route, route } from '../../../base/contract/route.ts'
import { id, list, namedObject, optional, text } from '../../../base/contract/schemas.ts'
import type { Database } from '../../../base/db/database.ts'
import { runAfterWriting } from '../../../base/db/failures.ts'
import type { Clock } from '../../../base/ports/clock.ts'
import type { Instant } from '../../../base/values/clinic-time.ts'
import { isEmail, normalisedEmail } from '../../../base/values/email.ts'
import { countryCodePattern, parsePhone } from '../../../base/values/phone.ts'
import { invalid } from '../../../base/values/problem.ts'
import { tidyName } from '../../../base/values/text.ts'
import { problem } from '../problems.ts'
import { addMember, staffMember } from './queries.ts'
import { StaffRecord, staffView } from './staff-record.ts'

const NewMember = namedObject('NewStaffMember', {
  name: text('Name among the staff.', 'Nina Roy', { maxLength: 200 }),
  email: text('E-mail address, unique among the staff.', 'nina@sunrise.example', {
    maxLength: 254,
  }),
  addressIds: list(id('A location.'), 'Locations the member works at, at least one.'),
  roleNames: optional(
    list(text('Name of a configured role.', 'reception'), 'Roles, none when omitted.'),
  ),
  prefix: optional(text('Title before the name.', 'Ms', { maxLength: 40 })),
  countryCode: optional(
    text('Dial code with its plus; `+91` where a phone comes without one.', '+91', {
      pattern: countryCodePattern,
    }),
  ),
  phoneNumber: optional(
    text('Number without the dial code, 4 to 15 digits.', '9876500002', { maxLength: 40 }),
  ),
  profilePicUrl: optional(
    text('A portrait.', 'https://example.org/nina.jpg', {
      pattern: '^https://\\S+$',
      maxLength: 500,
    }),
  ),
})

export function createUserRoute({ database, clock }: { database: Database; clock: Clock }): Route {
  return route({
    method: 'POST',
    path: '/v1/users',
    name: 'createUser',
    area: 'Catalogue',
    title: 'Add a member of staff',
    summary: 'Adds a member of staff, invited at first.',
    policy: { actingUser: true, unusableBody: 'fieldErrors' },
    body: NewMember,
    exampleBody: { name: 'Nina Roy', email: 'nina@sunrise.example', addressIds: [1] },
    refusals: ['ADDRESS_NOT_FOUND', 'ROLE_NOT_FOUND', 'EMAIL_TAKEN'],
    replies: { 201: StaffRecord },

    async handle({ caller: { workspaceId, actingUserId }, body }) {
      const userId = await addStaffMember(database, workspaceId, readMember(body), {
        createdBy: actingUserId ?? null,
        now: clock.now(),
      })
      const [member] = await runAfterWriting(() =>
        database.rows(staffMember, { workspaceId, userId }),
      )
      if (!member) throw new Error('the added staff member was not found')
      return { status: 201, body: staffView(member, true) }
    },
  })
}

type MemberFields = ReturnType<typeof readMember>

/** Reads a described member; throws the 400 that names what is wrong. */
function readMember(body: Static<typeof NewMember>) {
  const name = tidyName(body.name)
  if (!/[^\s\p{C}]/u.test(name)) throw invalid('name must not be blank')
  const email = body.email.trim()
  if (!isEmail(email)) throw invalid('email must be an e-mail address')
  const addressIds = [...new Set(body.addressIds)]
  if (addressIds.length === 0) throw invalid('addressIds must name at least one location')
  const phone =
    body.phoneNumber === undefined ? null : parsePhone(body.phoneNumber, body.countryCode)
  if (phone && 'problem' in phone) throw invalid(phone.problem)
  return {
    name,
    prefix: (body.prefix && tidyName(body.prefix)) || null,
    email,
    countryCode: phone?.countryCode ?? null,
    phoneNumber: phone?.number ?? null,
    profilePicUrl: body.profilePicUrl ?? null,
    addressIds,
    roleNames: [...new Set(body.roleNames ?? [])],
  }
}

/**
 * Returns the id of the new member; throws if a field names something that does not exist, or the
 * address is taken.
 */
async function addStaffMember(
  database: Database,
  workspaceId: number,
  fields: MemberFields,
  author: { createdBy: number | null; now: Instant },
): Promise<number> {
  const [added] = await database.rows(addMember, {
    workspaceId,
    ...fields,
    emailNormalised: normalisedEmail(fields.email),
    ...author,
  })
  if (added?.locationsFound !== fields.addressIds.length) throw problem('ADDRESS_NOT_FOUND')
  if (added.rolesFound !== fields.roleNames.length) throw problem('ROLE_NOT_FOUND')
  if (added.id === null) throw problem('EMAIL_TAKEN')
  return added.id
}

// GET /v1/public-profiles/:profileId: one published profile with the details that other routes
// omit.

import { type Route, route } from '../../base/contract/route.ts'
import { id, namedObject, object, timestamp } from '../../base/contract/schemas.ts'
import type { Database } from '../../base/db/database.ts'
import { isoAt } from '../../base/values/clinic-time.ts'
import { problem } from './problems.ts'
import { absentDetails, profileDetails } from './profile-details.ts'
import { publishedProfile } from './queries.ts'
import { profileMembers, profileView } from './views.ts'

const FullProfile = namedObject('WholePublicProfile', {
  ...profileMembers,
  ...profileDetails,
  updatedAt: timestamp('When the profile was last changed, in UTC.', '2026-11-01T08:00:00+00:00'),
})

export function publicProfileRoute({ database }: { database: Database }): Route {
  return route({
    method: 'GET',
    path: '/v1/public-profiles/:profileId',
    name: 'getPublicProfile',
    area: 'Catalogue',
    title: 'Get a profile',
    summary: 'One published profile with all its fields.',
    policy: {},
    pathParameters: object({ profileId: id('The profile.') }),
    refusals: ['PROFILE_NOT_FOUND'],
    replies: { 200: FullProfile },

    async handle({ caller, path }) {
      const [found] = await database.rows(publishedProfile, {
        workspaceId: caller.workspaceId,
        profileId: path.profileId,
      })
      if (!found) throw problem('PROFILE_NOT_FOUND')
      const { details, updatedAt, ...profile } = found
      return {
        status: 200,
        body: {
          ...absentDetails,
          ...details,
          ...profileView(profile),
          updatedAt: isoAt('UTC', updatedAt),
        },
      }
    },
  })
}

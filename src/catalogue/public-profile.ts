// GET /v1/public-profiles/:profileId: one published profile with the details other routes leave out.

import { Type } from 'typebox'
import type { Database } from '../db/database.ts'
import { refusal } from '../http/errors.ts'
import { type Route, route } from '../http/route.ts'
import { id, nullable, object, text, timestamp } from '../http/schemas.ts'
import { isoAt } from '../values/clinic-time.ts'
import { publishedProfile } from './queries.ts'
import { detailNames, fullProfileMembers } from './views.ts'

const FullProfile = object({
  ...fullProfileMembers,
  slug: nullable(text('Readable part of a page address.', 'dr-asha-rao')),
  gallery: Type.Any({ description: 'Pictures, as the clinic described them.', examples: [['https://example.org/room.jpg']] }),
  faqs: Type.Any({ description: 'Questions and answers.', examples: [[{ question: 'Do I need a referral?', answer: 'No.' }]] }),
  socialLinks: Type.Any({ description: 'Links elsewhere.', examples: [{ website: 'https://example.org' }] }),
  workHistory: Type.Any({ description: 'Earlier posts.', examples: [[{ place: 'City Hospital', from: 2014, to: 2019 }]] }),
  seo: Type.Any({ description: 'Words for search engines.', examples: [{ title: 'Dermatologist in Jaipur' }] }),
  videoUrl: nullable(text('A film about the practitioner.', 'https://example.org/asha.mp4')),
  treatmentPhilosophy: nullable(text('How the practitioner works.', 'Explain first, treat second.')),
  whatToExpect: nullable(text('What a first visit is like.', 'Twenty minutes and a plan.')),
  updatedAt: timestamp('When the profile was last changed, in UTC.', '2026-11-01T08:00:00+00:00'),
})

export function publicProfileRoute({ database }: { database: Database }): Route {
  return route({
    method: 'GET',
    path: '/v1/public-profiles/:profileId',
    name: 'getPublicProfile',
    area: 'Catalogue',
    summary: 'One published profile, whole.',
    policy: {},
    pathParameters: object({ profileId: id('The profile.', 7) }),
    refusals: ['PROFILE_NOT_FOUND'],
    replies: { 200: FullProfile },

    async handle({ caller, path }) {
      const [found] = await database.rows(publishedProfile, [caller.workspaceId, path.profileId])
      if (!found) throw refusal('PROFILE_NOT_FOUND')
      const { details, updatedAt, ...profile } = found
      const known = details as Record<string, unknown>
      return {
        status: 200,
        body: {
          ...profile,
          published: true,
          ...Object.fromEntries(detailNames.map((name) => [name, known[name] ?? null])),
          updatedAt: isoAt('UTC', updatedAt),
        },
      }
    },
  })
}

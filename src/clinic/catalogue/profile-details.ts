import { type Static, type TObject, Type } from 'typebox'
import { nullable, text } from '../../base/contract/schemas.ts'

/**
 * The details of a profile beyond its columns; only shown by `GET /v1/public-profiles/:profileId`,
 * and null wherever a profile is inline (PROF-02).
 */
export const profileDetails = {
  slug: nullable(text('Readable part of a page address.', 'dr-asha-rao')),
  gallery: Type.Any({
    description: 'Pictures, as the clinic described them.',
    examples: [['https://example.org/room.jpg']],
  }),
  faqs: Type.Any({
    description: 'Questions and answers.',
    examples: [[{ question: 'Do I need a referral?', answer: 'No.' }]],
  }),
  socialLinks: Type.Any({
    description: 'Links elsewhere.',
    examples: [{ website: 'https://example.org' }],
  }),
  workHistory: Type.Any({
    description: 'Previous positions.',
    examples: [[{ place: 'City Hospital', from: 2014, to: 2019 }]],
  }),
  seo: Type.Any({
    description: 'Words for search engines.',
    examples: [{ title: 'Dermatologist in Jaipur' }],
  }),
  videoUrl: nullable(text('A video about the practitioner.', 'https://example.org/asha.mp4')),
  treatmentPhilosophy: nullable(
    text('How the practitioner works.', 'Explain first, treat second.'),
  ),
  whatToExpect: nullable(text('What a first visit is like.', 'Twenty minutes and a plan.')),
}

export type ProfileDetails = Static<TObject<typeof profileDetails>>

export const detailNames = Object.keys(profileDetails) as (keyof ProfileDetails)[]

/** Every detail as null. */
export const absentDetails = Object.fromEntries(detailNames.map((name) => [name, null])) as Record<
  keyof ProfileDetails,
  null
>

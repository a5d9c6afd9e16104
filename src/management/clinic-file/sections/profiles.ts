// Public profiles: that of the workspace, and those of practitioners.

import { type Static, Type } from 'typebox'
import { flag, integer, optional, text } from '../../../base/contract/schemas.ts'
import { narrowType, statement } from '../../../base/db/statement.ts'
import { tidyName } from '../../../base/values/text.ts'
import { asMapping, mappingEntries } from '../checking.ts'
import { closedObject, formatted, line, several, webAddress } from '../words.ts'
import {
  createDescription,
  joinName,
  type Section,
  statesStatement,
  takesRows,
  withoutEmpty,
} from './section.ts'

const Profile = closedObject({
  published: flag('Whether patients see the profile on the booking page.'),
  name: line('Public name.', 'Dr Asha Rao'),
  specialization: optional(line('Specialization of the practitioner.', 'Dermatology')),
  qualification: optional(line('Degrees and titles.', 'MBBS, MD')),
  experience: optional(integer('Years of practice.', 12, { minimum: 0, maximum: 100 })),
  languages: optional(
    several(
      formatted('language', 'The tag of a language.', 'hi'),
      20,
      'Languages in which patients are seen, the best first.',
    ),
  ),
  profileImageUrl: optional(webAddress('A portrait.', 'https://example.org/asha.jpg')),
  details: optional(
    closedObject({
      slug: optional(
        line('The last part of the address of the practitioner’s page.', 'dr-asha-rao'),
      ),
      gallery: optional(
        Type.Any({ description: 'Pictures.', examples: [['https://example.org/room.jpg']] }),
      ),
      faqs: optional(
        Type.Any({
          description: 'Questions and answers.',
          examples: [[{ question: 'Do I need a referral?', answer: 'No.' }]],
        }),
      ),
      socialLinks: optional(
        Type.Any({
          description: 'Links elsewhere.',
          examples: [{ website: 'https://example.org', instagram: 'https://instagram.com/asha' }],
        }),
      ),
      workHistory: optional(
        Type.Any({
          description: 'Previous positions.',
          examples: [[{ place: 'City Hospital', from: 2014, to: 2019 }]],
        }),
      ),
      seo: optional(
        Type.Any({
          description: 'Words for search engines.',
          examples: [{ title: 'Dermatologist in Jaipur', description: 'Skin, hair and nails.' }],
        }),
      ),
      videoUrl: optional(webAddress('A film.', 'https://example.org/asha.mp4')),
      treatmentPhilosophy: optional(
        text('How the practitioner works.', 'Explain first, treat second.', { maxLength: 5000 }),
      ),
      whatToExpect: optional(
        text('What a first visit is like.', 'Twenty minutes and a plan.', { maxLength: 5000 }),
      ),
    }),
  ),
})

const WorkspaceProfile = closedObject(
  { name: line('The name of the clinic on public pages.', 'Sunrise Clinics') },
  'What is public of the workspace.',
)

/** The profile as a member of the workspace. */
export const profileOfWorkspace = { publicProfile: optional(WorkspaceProfile) }

/** The profile as a member of the practitioner. */
export const profileOfPractitioner = { profile: optional(Profile) }

interface File {
  workspace: { publicProfile?: Static<typeof WorkspaceProfile> }
  practitioners: Record<string, { profile?: Static<typeof Profile> }>
}

function profileRow(profile: Static<typeof Profile>) {
  return {
    name: tidyName(profile.name),
    specialization: profile.specialization ?? null,
    qualification: profile.qualification ?? null,
    experience: profile.experience ?? null,
    languages: profile.languages ?? [],
    profile_image_url: profile.profileImageUrl ?? null,
    published: profile.published,
    details: profile.details ?? {},
  }
}

const importProfiles = statement(
  'import_profiles',
  { takes: { ...takesRows, now: 'timestamptz' }, returns: {} },
  `
  with imported as (
    select u.id as user_id, d.name, d.specialization, d.qualification, d.experience, d.languages, d.profile_image_url, d.published, d.details
    from jsonb_to_recordset(:rows::jsonb) as d (
      practitioner text, name text, specialization text, qualification text, experience integer, languages text[],
      profile_image_url text, published boolean, details jsonb
    )
    left join users u on u.workspace_id = :workspaceId and u.name = d.practitioner
    where d.practitioner is null or u.id is not null
  ),
  retired as (
    update public_profiles p set published = false, updated_at = :now
    where p.workspace_id = :workspaceId and p.published
      and not exists (select from imported d where d.user_id is not distinct from p.user_id)
  )
  insert into public_profiles as existing (
    workspace_id, user_id, name, specialization, qualification, experience, languages, profile_image_url, published, details, updated_at
  )
  select :workspaceId, user_id, name, specialization, qualification, experience, languages, profile_image_url, published, details, :now
  from imported
  on conflict on constraint one_profile_for_each do update
  set name = excluded.name, specialization = excluded.specialization, qualification = excluded.qualification,
    experience = excluded.experience, languages = excluded.languages, profile_image_url = excluded.profile_image_url, published = excluded.published,
    details = excluded.details, updated_at = excluded.updated_at
  where (existing.name, existing.specialization, existing.qualification, existing.experience, existing.languages, existing.profile_image_url, existing.published, existing.details)
    is distinct from (excluded.name, excluded.specialization, excluded.qualification, excluded.experience, excluded.languages, excluded.profile_image_url, excluded.published, excluded.details)`,
)

const idsOfProfiles = statement(
  'ids_of_profiles',
  { takes: { workspaceId: 'bigint' }, returns: { name: 'text', id: 'bigint' } },
  `
  select coalesce(u.name, 'workspace') as name, p.id
  from public_profiles p
  left join ${joinName('users', 'u', 'p.user_id')} on true
  where p.workspace_id = :workspaceId
  order by p.id`,
)

const storedProfiles = statement(
  'stored_profiles',
  {
    takes: { workspaceId: 'bigint' },
    returns: {
      practitioner: 'text?',
      isOfWorkspace: 'boolean',
      published: 'boolean',
      name: 'text',
      specialization: 'text?',
      qualification: 'text?',
      experience: 'integer?',
      languages: 'text[]',
      profileImageUrl: 'text?',
      details: narrowType<NonNullable<Static<typeof Profile>['details']>>('jsonb'),
    },
  },
  `
  select u.name as practitioner, p.user_id is null as "isOfWorkspace", p.published, p.name, p.specialization, p.qualification, p.experience,
    p.languages, p.profile_image_url as "profileImageUrl", p.details
  from public_profiles p
  left join ${joinName('users', 'u', 'p.user_id')} on true
  where p.workspace_id = :workspaceId
  order by p.id`,
)

/** The public profiles; the workspace's own is named `workspace`. */
export const profiles = {
  members: {},

  check({ practitioners }, report) {
    for (const [name, { profile }] of mappingEntries(practitioners)) {
      const details = asMapping(asMapping(profile).details)
      for (const member of ['gallery', 'socialLinks'].filter((linkedUrl) =>
        hasUnsafeAddress(details[linkedUrl]),
      )) {
        report(
          `practitioners.${name}.profile.details.${member}`,
          'has an address that a browser would run',
        )
      }
    }
  },

  async write({ queries, workspaceId, now }, { workspace: { publicProfile }, practitioners }) {
    const workspaceProfiles = publicProfile
      ? [{ practitioner: null, ...profileRow({ ...publicProfile, published: true }) }]
      : []
    const practitionerProfiles = Object.entries(practitioners).flatMap(
      ([practitioner, { profile }]) => (profile ? [{ practitioner, ...profileRow(profile) }] : []),
    )
    await queries.rows(importProfiles, {
      workspaceId,
      rows: [...workspaceProfiles, ...practitionerProfiles],
      now,
    })
  },

  description: createDescription(
    { profiles: storedProfiles },
    ({ profiles }, { workspace, practitioners }: File) => {
      for (const {
        practitioner: practitionerName,
        isOfWorkspace,
        published,
        name,
        languages,
        details,
        ...facts
      } of profiles) {
        // The workspace's own profile appears in a file only if it is published.
        if (isOfWorkspace && published) workspace.publicProfile = { name }
        const practitioner = practitionerName === null ? undefined : practitioners[practitionerName]
        const hasDetails = Object.keys(details).length > 0
        if (practitioner)
          practitioner.profile = {
            published,
            name,
            ...withoutEmpty({
              ...facts,
              languages: languages.length > 0 ? [...languages] : null,
              details: hasDetails ? details : null,
            }),
          }
      }
    },
  ),

  ids: { profile: idsOfProfiles },

  states: {
    profile: statesStatement('profiles', {
      name: "coalesce(u.name, 'workspace')",
      facts:
        'p.name, p.specialization, p.qualification, p.experience, p.languages, p.profile_image_url, p.published, p.details',
      // If a practitioner is removed from the file, only a draft of the profile is kept.
      source: `public_profiles p
  left join ${joinName('users', 'u', 'p.user_id')} on true
  where p.workspace_id = :workspaceId`,
    }),
  },
} satisfies Section<File>

/**
 * Whether any text within a value is a URL that a browser could execute; browsers ignore blanks and
 * control characters in its scheme.
 */
function hasUnsafeAddress(value: unknown): boolean {
  if (typeof value === 'string')
    return /^(javascript|vbscript|data):/i.test(value.replace(/[\p{Cc}\s]/gu, ''))
  return typeof value === 'object' && value !== null && Object.values(value).some(hasUnsafeAddress)
}

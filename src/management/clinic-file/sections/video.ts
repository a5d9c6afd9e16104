// Where online visits happen, for the whole workspace; stored in the workspace's row.

import { type Static, Type } from 'typebox'
import { optional } from '../../../base/contract/schemas.ts'
import type { Queries } from '../../../base/db/database.ts'
import { statement } from '../../../base/db/statement.ts'
import type { JitsiSettings } from '../../../base/values/video-link.ts'
import { asMapping } from '../checking.ts'
import { closedObject, formatted, videoChoicePattern, videoLink } from '../words.ts'
import type { Section } from './section.ts'

const Jitsi = closedObject(
  {
    url: formatted(
      'api-url',
      'Where the server is; the rooms of visits are below it.',
      'https://video.example.org',
    ),
    appId: formatted('jitsi-app-id', 'The application whose tokens the server accepts.', 'sunrise'),
    secret: formatted('secret', 'What tokens are signed with, as secret:NAME.', 'secret:JITSI'),
  },
  'The account at a Jitsi server. Each visit has its own room, opened with separate tokens for host and guest that are valid for a few minutes.',
)

/** The options that need no account. */
const videoChoices = ['built-in', 'account', 'off'] as const

type VideoSetting =
  | (typeof videoChoices)[number]
  | `https://${string}`
  | { jitsi: Static<typeof Jitsi> }

// One schema covers texts and objects: each keyword applies to only one of them, so that a mistake
// is reported for one reason.
const videoMember = Type.Unsafe<VideoSetting>({
  type: ['string', 'object'],
  pattern: videoChoicePattern,
  maxLength: 500,
  properties: { jitsi: Jitsi },
  required: ['jitsi'],
  additionalProperties: false,
  description:
    'Where online visits take place: `built-in`, the video server of the installation; a link, in which {visit} is replaced by a different word for each visit; rooms on a Jitsi server; `account`, which creates links only in a sandbox; or `off`. If omitted, only practitioners with their own link have online visits.',
  examples: [...videoChoices],
})

/** The video of a workspace; members of the workspace. */
export const videoOfWorkspace = {
  video: optional(videoMember),
  videoLink: optional(
    videoLink(
      'Where online visits of practitioners without their own link take place. Default: the built-in video.',
      'https://video.example.org/{visit}',
    ),
  ),
}

interface WithVideo {
  video?: VideoSetting
  videoLink?: string
}

interface StoredVideo {
  video: 'BUILT_IN' | 'ACCOUNT' | null
  videoLink: string | null
  jitsi: JitsiSettings | null
}

const isLink = (video: unknown): video is string =>
  typeof video === 'string' && video.startsWith('https://')

/** The members as they are stored. */
export function toStoredVideo({
  video,
  videoLink = isLink(video) ? video : undefined,
}: WithVideo): StoredVideo {
  if (typeof video === 'object') return { video: 'ACCOUNT', videoLink: null, jitsi: video.jitsi }
  if (video === 'built-in') return { video: 'BUILT_IN', videoLink: videoLink ?? null, jitsi: null }
  return {
    video: video === 'account' || videoLink !== undefined ? 'ACCOUNT' : null,
    videoLink: videoLink ?? null,
    jitsi: null,
  }
}

/** The stored members in the form of a file. A link without a provider means an account. */
export function fromStoredVideo({ video, videoLink, jitsi }: StoredVideo): {
  video: VideoSetting | null
  videoLink: string | null
} {
  if (jitsi) return { video: { jitsi }, videoLink: null }
  if (video === 'BUILT_IN') return { video: 'built-in', videoLink }
  return { video: video === 'ACCOUNT' && videoLink === null ? 'account' : null, videoLink }
}

/** Whether online visits use the built-in video. */
export const usesBuiltInVideo = ({ video, videoLink }: WithVideo) =>
  video === 'built-in' && videoLink === undefined

/** Whether online visits used the built-in video before. */
export async function hasBuiltInVideo(queries: Queries, workspaceId: number): Promise<boolean> {
  const [row] = await queries.rows(builtInVideo, { workspaceId })
  return row !== undefined
}

const builtInVideo = statement(
  'built_in_video_of_workspace',
  { takes: { workspaceId: 'bigint' }, returns: { id: 'bigint' } },
  `
  select id
  from workspaces
  where id = :workspaceId and video = 'BUILT_IN' and video_link is null`,
)

export const video = {
  members: {},

  check({ workspace }, report) {
    const { video, videoLink } = asMapping(workspace)
    if (
      videoLink === undefined ||
      video === undefined ||
      video === 'built-in' ||
      video === 'account'
    )
      return
    report(
      'workspace.videoLink',
      'says where visits happen, and so does workspace.video: leave one of them out',
    )
  },

  // Stored in the workspace's row.
  async write() {},
} satisfies Section<unknown>

// Why a clinic's video does not work on this machine or in this mode, one sentence for each reason.
// The file is imported all the same.

import type { Environment } from '../../base/ports/secrets.ts'
import { isPublicVideo } from '../../base/values/video-link.ts'
import { jitsiSecret } from '../../visits/video/jitsi.ts'
import type { ClinicFile } from './clinic-file-schema.ts'
import { usesBuiltInVideo } from './sections/video.ts'

type Mode = 'sandbox' | 'production'

/**
 * The problems of video settings: in production an account needs a link, and no one should treat
 * patients on a public server.
 */
export function videoProblems(
  { workspace, practitioners }: ClinicFile,
  {
    environment,
    mode,
    videoIsPublic,
  }: { environment: Environment; mode: Mode; videoIsPublic: boolean },
): string[] {
  const { video, videoLink } = workspace
  // The command may run on a different machine from the service, so this is not a mistake.
  const jitsiProblems =
    typeof video === 'object' ? jitsiSecret(video.jitsi, environment).problems : []
  const missing = jitsiProblems.map(
    (problem) =>
      `${problem} here; where the service runs, no online visits are offered until this is mended`,
  )
  if (mode === 'sandbox') return missing
  const withoutLink = Object.entries(practitioners).filter(
    ([, { membership, ownVideo, videoLink: own }]) =>
      membership !== 'inactive' && ownVideo && own === undefined,
  )
  const links = [
    ['workspace.video', typeof video === 'string' ? video : ''],
    ['workspace.videoLink', videoLink ?? ''],
    ...Object.entries(practitioners).map(([name, { videoLink: own = '' }]) => [
      `practitioners.${name}.videoLink`,
      own,
    ]),
  ] as const
  return [
    ...missing,
    ...(videoIsPublic && usesBuiltInVideo(workspace)
      ? [
          'workspace.video: the built-in video is a public server, whose rooms are open to everyone who has their name: set CLINIC_VIDEO_URL where the service runs',
        ]
      : []),
    ...(video === 'account' && videoLink === undefined
      ? [
          'workspace.video: an account gives no link of itself: set workspace.videoLink, or workspace.video.jitsi',
        ]
      : []),
    ...withoutLink.map(
      ([name]) =>
        `practitioners.${name}.ownVideo: an account gives no link of itself: set videoLink of the practitioner`,
    ),
    ...links
      .filter(([, link = '']) => isPublicVideo(link))
      .map(
        ([path]) =>
          `${path}: is a public server, whose rooms are open to everyone who has their name`,
      ),
  ]
}

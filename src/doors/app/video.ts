// Where online visits take place in this installation.

import type { Logger } from 'pino'
import type { Queries } from '../../base/db/database.ts'
import {
  defaultBuiltInVideo,
  type InstallationVideo,
  isPublicVideo,
} from '../../base/values/video-link.ts'
import { countBuiltInVideo } from '../../clinic/catalogue/queries.ts'
import type { VideoServices } from '../../visits/video/enter-video.ts'
import { jitsiSecret } from '../../visits/video/jitsi.ts'
import { roomPath } from '../../visits/video/room-path.ts'
import { openTestRooms } from '../../visits/video/test-rooms.ts'
import type { ApplicationOptions } from './options.ts'

export interface ConfiguredVideo extends InstallationVideo {
  /** Whether its built-in video is a public server, which a production clinic cannot choose. */
  isPublic: boolean
}

/** The video of online visits for clinics; `publicUrl` is the public origin of the service. */
export function configureVideo(
  { mode, builtInVideo, environment = {} }: ApplicationOptions,
  publicUrl: () => string,
): ConfiguredVideo {
  const isSandbox = mode === 'sandbox'
  const builtIn = builtInVideo ?? (isSandbox ? undefined : defaultBuiltInVideo)
  return {
    builtIn,
    isPublic: !isSandbox && isPublicVideo(builtIn ?? ''),
    hasTestRooms: isSandbox,
    roomLink: () => `${publicUrl()}${roomPath('{visit}')}`,
    canSignFor: (jitsi) => jitsiSecret(jitsi, environment).secret !== undefined,
  }
}

/** Creates the services that open the video of a visit; `hashKey` is that of the installation. */
export function createVideoServices(
  { configurations, publicUrl }: Pick<VideoServices, 'configurations' | 'publicUrl'>,
  { mode, environment = {} }: ApplicationOptions,
  hashKey: string,
): VideoServices {
  return {
    configurations,
    publicUrl,
    environment,
    testRooms: mode === 'sandbox' ? openTestRooms(hashKey) : undefined,
  }
}

/** Warns if clinics use a public server: clinics that used it before it was refused keep it. */
export async function warnAboutPublicVideo(
  database: Queries,
  { isPublic }: ConfiguredVideo,
  log: Logger,
): Promise<void> {
  if (!isPublic) return
  const [{ workspaces } = { workspaces: 0 }] = await database.rows(countBuiltInVideo)
  if (workspaces > 0)
    log.warn(
      { workspaces },
      'online visits of clinics with `video: built-in` happen at a public server, open to everyone: set CLINIC_VIDEO_URL to a video server of your own',
    )
}

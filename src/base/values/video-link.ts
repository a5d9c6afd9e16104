// Where online visits take place: at a link, or in a room that this service opens. No provider is
// asked when a visit is booked: a link is a template, and a room is a word that no one finds by
// guessing.

import type { Mode } from './modes.ts'
import { randomBase32 } from './random-text.ts'

/**
 * The built-in video in production if the installation has no server of its own: a public server,
 * open to everyone.
 */
export const defaultBuiltInVideo = 'https://meet.jit.si/{visit}'

// Their rooms run on other people's computers and are open to everyone who knows their name.
const publicHosts: ReadonlySet<string> = new Set([
  'meet.jit.si',
  'beta.meet.jit.si',
  'alpha.jitsi.net',
  'meet.ffmuc.net',
  'framatalk.org',
])

/** Whether a link leads to a public server that anyone may use for anything. */
export function isPublicVideo(template: string): boolean {
  return URL.canParse(template) && publicHosts.has(new URL(template).hostname)
}

/** The account of a clinic at a Jitsi server, from its clinic file. */
export interface JitsiSettings {
  /** Where the server is; rooms are below it. */
  url: string
  /** The application whose tokens the server accepts. */
  appId: string
  /** `secret:NAME`: the secret that signs tokens. */
  secret: string
}

/** What the installation offers clinics for online visits. */
export interface InstallationVideo {
  /** The template of the built-in video; undefined: a test room. */
  builtIn?: string | undefined
  /** Whether it has test rooms, which need no account: only a sandbox does. */
  hasTestRooms: boolean
  /** The template of links to rooms that this service opens. */
  roomLink(): string
  /** Whether tokens for a Jitsi server can be signed here. */
  canSignFor(jitsi: JitsiSettings): boolean
}

/** Where the online visits of a practitioner take place. */
export interface VideoSource {
  /** `{visit}` in it is replaced by a different word for each visit. */
  template: string
  /** Whether it is the link of a room, which this service opens. */
  opensRoom: boolean
}

interface WorkspaceVideo {
  video: 'BUILT_IN' | 'ACCOUNT' | null
  videoLink: string | null
  jitsi: JitsiSettings | null
}

/** Where the online visits of a workspace take place; null: nowhere. */
export function workspaceVideo(
  { video, videoLink, jitsi }: WorkspaceVideo,
  installation: InstallationVideo,
): VideoSource | null {
  if (jitsi)
    return installation.canSignFor(jitsi)
      ? { template: installation.roomLink(), opensRoom: true }
      : null
  if (videoLink !== null) return { template: videoLink, opensRoom: false }
  if (video === null) return null
  return video === 'BUILT_IN' && installation.builtIn !== undefined
    ? { template: installation.builtIn, opensRoom: false }
    : testRoomSource(installation)
}

/**
 * Where the online visits of a practitioner take place: at their own account, otherwise where those
 * of the workspace do.
 */
export function practitionerVideo(
  { hasOwnVideo, videoLink }: { hasOwnVideo: boolean; videoLink: string | null },
  workspaceSource: VideoSource | null,
  installation: InstallationVideo,
): VideoSource | null {
  if (!hasOwnVideo) return workspaceSource
  return videoLink === null
    ? testRoomSource(installation)
    : { template: videoLink, opensRoom: false }
}

/** A sandbox has no account anywhere, so an account without a link is its own test room. */
function testRoomSource({ hasTestRooms, roomLink }: InstallationVideo): VideoSource | null {
  return hasTestRooms ? { template: roomLink(), opensRoom: true } : null
}

// 130 bits.
const roomLength = 26

/** The form of a room. */
export const videoRoomForm = /^[0-9a-z]{26}$/

/** The link of one visit, and its room if this service opens it. */
export function createVisitVideo(
  source: VideoSource | null,
  mode: Mode,
): { videoLink: string | null; videoRoom: string | null } {
  if (mode !== 'ONLINE' || source === null) return { videoLink: null, videoRoom: null }
  const roomName = randomBase32(roomLength).toLowerCase()
  return {
    videoLink: fillVideoLink(source.template, roomName),
    videoRoom: source.opensRoom ? roomName : null,
  }
}

/** The link that a template gives for the word of a visit. */
export function fillVideoLink(template: string, roomName: string): string {
  return template.replaceAll('{visit}', roomName)
}

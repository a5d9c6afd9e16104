// Rooms on a clinic's own Jitsi server. It opens a room to anyone with a token for it, signed with
// the secret that it shares with us (JWT, HS256). A token identifies no person: it contains only
// the room, and whether its holder is the host.

import { createHmac } from 'node:crypto'
import { type Environment, readSecret, secretVariable } from '../../base/ports/secrets.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import type { JitsiSettings } from '../../base/values/video-link.ts'

/** Who enters: the clinic as the host, the patient as a guest. */
export type VideoRole = 'HOST' | 'GUEST'

// A token is only needed to enter: a participant who has entered stays in the room.
export const tokenMs = 5 * 60_000
// Allows for differing clocks of the two machines.
const earlierMs = 60_000
const secretLengthMax = 500

/**
 * An account's secret, or what is wrong with it; it is read each time, so that it can be replaced
 * while the service is running.
 */
export function jitsiSecret(
  { secret: reference }: Pick<JitsiSettings, 'secret'>,
  environment: Environment,
): { secret?: string; problems: string[] } {
  const variable = secretVariable(reference)
  if (variable === undefined) return { problems: ['workspace.video.jitsi.secret names no secret'] }
  const { secret, problems } = readSecret(environment, variable)
  if (problems) return { problems }
  return secret.length > secretLengthMax
    ? { problems: [`${variable} holds more than ${secretLengthMax} characters`] }
    : { secret, problems: [] }
}

/**
 * The link that opens a room now, for a few minutes and at most until `until`. `secret` is the
 * secret itself.
 */
export function jitsiLink(
  { url, appId, secret }: JitsiSettings,
  {
    room,
    role,
    now,
    until,
  }: { room: string; role: VideoRole; now: Instant; until: Instant | null },
): string {
  const isHost = role === 'HOST'
  const token = signToken(
    {
      iss: appId,
      aud: appId,
      sub: new URL(url).hostname,
      room,
      nbf: toSeconds(now - earlierMs),
      exp: toSeconds(Math.min(now + tokenMs, until ?? Number.POSITIVE_INFINITY)),
      // Different plugins of the server look for one or the other.
      moderator: isHost,
      context: { user: { moderator: isHost, affiliation: isHost ? 'owner' : 'member' } },
    },
    secret,
  )
  return `${url.replace(/\/+$/, '')}/${room}?jwt=${token}`
}

const toSeconds = (at: Instant) => Math.floor(at / 1000)

/** A JSON Web Token, signed with HS256 (RFC 7515, RFC 7519). */
function signToken(claims: Readonly<Record<string, unknown>>, secret: string): string {
  const encoded = [{ alg: 'HS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${encoded}.${createHmac('sha256', secret).update(encoded).digest('base64url')}`
}

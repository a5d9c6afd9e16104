// What an application can be told, and what holds where it is not told.

import type { Logger } from 'pino'
import type { Resolver } from '../calendars/reachable.ts'
import type { Connection } from '../db/session.ts'
import type { WorkKind } from '../due-work/work.ts'
import type { ConnectionLimits } from '../http/connections.ts'
import type { Limits } from '../http/rate-limits.ts'
import type { MessageRails } from '../messages/rail.ts'
import type { Gateway } from '../payments/gateways/gateway.ts'
import type { ZoneOfAddress } from '../ports/location-database.ts'
import type { Environment } from '../ports/secrets.ts'
import type { StreamLimits } from '../queue/live-streams.ts'
import type { OpenIdSettings } from '../sign-in/openid-settings.ts'
import type { SignInSettings } from '../sign-in/sign-in.ts'
import type { Retention } from './retention.ts'

export const defaultSessionMs = 3_600_000
export const defaultCalendarMs = 900_000
//
export const defaultHoldMs = 900_000
export const defaultLateMsMax = 1_000

export interface ApplicationOptions {
  connection: Connection
  /** Leads to the server itself, where `connection` leads to a pooler. */
  directConnection?: Connection | undefined
  mode: 'sandbox' | 'production'
  databaseConnections?: number
  trustedProxies?: readonly string[]
  /** Headers in which a trusted proxy names the viewer's zone. */
  zoneHeaders?: readonly string[]
  /** Where callers are; nowhere known when omitted. */
  zoneOfAddress?: ZoneOfAddress | undefined
  /** Where people reach the service: an origin; the address it listens on when omitted. */
  publicUrl?: string | undefined
  /** Where the dashboard is served: beside the API, nowhere, or at a door of its own, by its port; beside the API when omitted. */
  dashboard?: 'on' | 'off' | number
  /** Where people reach the dashboard: an origin; as the service when omitted. */
  dashboardUrl?: string | undefined
  /** Whether the API reference is served; it is when omitted. */
  docs?: boolean
  /** Requests a minute. */
  limits?: Limits
  /** Connections of callers that may be open at once. */
  connectionLimits?: ConnectionLimits
  /** By how many milliseconds the process may be late before it refuses requests; a second when omitted. */
  lateMsMax?: number
  /** By how many it is; tests set it. */
  lateMs?: () => number
  /** Where processes count requests together; each by itself when omitted. */
  redisUrl?: string | undefined
  /** Where visits by the built-in video happen; `{visit}` in it is each visit's own. */
  builtInVideo?: string
  /** Of how many workspaces configurations are kept in memory; 2,000 when omitted. */
  workspacesCached?: number
  /** How long a browser's session lasts. */
  sessionMs?: number
  /** How long members of staff stay signed in; 12 hours, and one unused, when omitted. */
  staffSessions?: SignInSettings
  /** Where the built files of the dashboard lie; those of this package when omitted. */
  dashboardFolder?: string
  /** Where the built documentation site lies; in this package when omitted. */
  documentationFolder?: string
  /** Where members of staff may sign in elsewhere; nowhere when omitted. */
  openId?: OpenIdSettings | undefined
  /** Whether the last calls of each key are kept; they are when omitted. */
  callLog?: boolean
  /** How long what is only needed for a while is kept. */
  retention?: Retention
  /** Keys the hashes of end users, contacts and codes; one kept in the database when omitted. */
  secret?: string | undefined
  /** What carries messages, in place of what the clinic files say; tests set it. */
  rails?: MessageRails
  /** Where secrets of clinic files are. */
  environment?: Environment
  /** Whether due work is done here; it is when omitted. A command, which ends in a moment, begins none. */
  doesDueWork?: boolean
  /** Kinds of due work beside those there are; tests set them. */
  workKinds?: readonly WorkKind[]
  log?: Logger
  /** Payment gateways; those elsewhere and, in a sandbox, its own when omitted. */
  gateways?: readonly Gateway[]
  /** How long a place is held for its payment; a quarter of an hour when omitted. */
  holdMs?: number
  /** How often calendars are fetched; every quarter of an hour when omitted. */
  calendarMs?: number
  /** Addresses and ranges that calendars may be fetched from beside the public internet. */
  calendarNetworks?: readonly string[]
  /** How many milliseconds one may take to read; tests set it. */
  calendarReadMsMax?: number
  /** How their names are resolved; tests set it. */
  resolveName?: Resolver
  /** Of the streams of patients' pages; tests set them. */
  streamLimits?: Partial<StreamLimits>
  /** Hears what the start waits for, a sentence at a time. */
  waitsFor?: (what: string) => void
  /** What this host's clock shows; tests set it. */
  hostNow?: () => number
}

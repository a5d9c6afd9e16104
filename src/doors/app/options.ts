// The options of an application, and their defaults.

import type { Logger } from 'pino'
import type { DatabaseLimits } from '../../base/db/database.ts'
import type { Connection } from '../../base/db/session.ts'
import type { WorkKind } from '../../base/due-work/work.ts'
import type { ConnectionLimits } from '../../base/http/connections.ts'
import type { Limits } from '../../base/http/rate-limits.ts'
import type { MessageRails } from '../../base/messages/rail.ts'
import type { FindZoneOfAddress } from '../../base/ports/location-database.ts'
import type { Environment } from '../../base/ports/secrets.ts'
import type { MedicineSearchLimits } from '../../clinic/catalogue/medicines/search-medicines.ts'
import type { OpenIdSettings } from '../../clinic/sign-in/openid-settings.ts'
import type { SignInSettings } from '../../clinic/sign-in/sign-in.ts'
import type { Gateway } from '../../money/payments/gateways/gateway.ts'
import type { Resolver } from '../../visits/calendars/reachable.ts'
import type { StreamLimits } from '../../visits/queue/live-streams.ts'
import type { Retention } from './retention.ts'

export const defaultSessionMs = 3_600_000
export const defaultCalendarMs = 900_000
// How long a booking is held for its payment.
export const defaultHoldMs = 900_000
export const defaultLateMsMax = 1_000

export interface ApplicationOptions {
  connection: Connection
  /** A connection to the server itself, if `connection` leads to a pooler. */
  directConnection?: Connection | undefined
  mode: 'sandbox' | 'production'
  databaseConnections?: number
  /**
   * How long a request waits for a database connection before it is refused as busy; default: 2
   * seconds.
   */
  databaseWaitMs?: number
  /** The timeouts of statements, and of whatever waits for their locks and answers. */
  databaseLimits?: Partial<Pick<DatabaseLimits, 'statementMs' | 'lockMs' | 'answerMs'>>
  trustedProxies?: readonly string[]
  /** Headers in which a trusted proxy reports the viewer's timezone. */
  zoneHeaders?: readonly string[]
  /** Looks up callers' timezones; default: none is known. */
  zoneOfAddress?: FindZoneOfAddress | undefined
  /** The public origin of the service; default: the address it listens on. */
  publicUrl?: string | undefined
  /**
   * Where the dashboard is served: with the API, nowhere, or on its own port; default: with the
   * API.
   */
  dashboard?: 'on' | 'off' | number
  /** The public origin of the dashboard; default: that of the service. */
  dashboardUrl?: string | undefined
  /** How operators begin a command, for pages that name one; default: `clinic`. */
  command?: string
  /** Whether the API reference is served; default: true. */
  docs?: boolean
  /** Requests per minute. */
  limits?: Limits
  /** The maximum number of callers' open connections. */
  connectionLimits?: ConnectionLimits
  /**
   * How many milliseconds the process may be late before it refuses requests; default: a second.
   */
  lateMsMax?: number
  /** Returns how many milliseconds the process is late; tests set it. */
  lateMs?: () => number
  /** The Redis server where processes count requests together; default: each counts on its own. */
  redisUrl?: string | undefined
  /**
   * The link of visits with built-in video, with `{visit}`; default: a test room in a sandbox, a
   * public server in production.
   */
  builtInVideo?: string | undefined
  /** The number of workspaces whose configurations are cached; default: 2,000. */
  workspacesCached?: number
  /** How long a browser's session lasts. */
  sessionMs?: number
  /** How long members of staff stay signed in; default: 12 hours, and one hour without use. */
  staffSessions?: SignInSettings
  /** The folder of the dashboard's built files; default: that of this package. */
  dashboardFolder?: string
  /** The folder of the built documentation site; default: that of this package. */
  documentationFolder?: string
  /** The provider through which members of staff may sign in; default: none. */
  openId?: OpenIdSettings | undefined
  /** Whether the last calls of each key are stored; default: true. */
  callLog?: boolean
  /** How long temporary data is kept. */
  retention?: Retention
  /** The key for hashes of end users, contacts and codes; default: one stored in the database. */
  secret?: string | undefined
  /** The secret before that, while it is changed. */
  formerSecret?: string | undefined
  /** The message rails, instead of those in the clinic files; tests set it. */
  rails?: MessageRails
  /** Holds the secrets that clinic files refer to. */
  environment?: Environment
  /** Whether due work runs here; default: true. A command ends too soon to start any. */
  doesDueWork?: boolean
  /** Kinds of due work in addition to the built-in ones; tests set them. */
  workKinds?: readonly WorkKind[]
  log?: Logger
  /** Payment gateways; default: the external ones and, in a sandbox, its own. */
  gateways?: readonly Gateway[]
  /**
   * How long a time or token is held while its payment is awaited; default: a quarter of an hour.
   */
  holdMs?: number
  /** How often calendars are fetched; default: every quarter of an hour. */
  calendarMs?: number
  /**
   * Addresses and ranges that calendars may be fetched from, in addition to the public internet.
   */
  calendarNetworks?: readonly string[]
  /** How long a search for medicines may take; tests set it. */
  medicineSearchLimits?: MedicineSearchLimits
  /** How many milliseconds parsing a calendar may take; tests set it. */
  calendarReadMsMax?: number
  /** Resolves the host names of calendars; tests set it. */
  resolveName?: Resolver
  /** The limits of patients' streams; tests set them. */
  streamLimits?: Partial<StreamLimits>
  /** Receives, one sentence at a time, what the start is waiting for. */
  waitsFor?: (what: string) => void
  /** The host's clock; tests set it. */
  hostNow?: () => number
}

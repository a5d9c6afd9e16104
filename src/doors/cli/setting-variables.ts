// All settings, each described once: its environment variable, its meaning, its default, and its
// parser.

import { isAbsolute, resolve } from 'node:path'
import { defaultConnectionLimits } from '../../base/http/connections.ts'
import { maskDatabaseUrl } from '../../base/values/database-url.ts'
import { defaultBuiltInVideo } from '../../base/values/video-link.ts'
import { defaultSignInSettings } from '../../clinic/sign-in/sign-in.ts'
import { defaultCalendarMs, defaultHoldMs, defaultSessionMs } from '../app/options.ts'
import {
  addressRanges,
  choiceFrom,
  databaseUrl,
  headerNames,
  maskUrl,
  openIdIssuer,
  urlLike,
  WrongValue,
  webOrigin,
  wholeNumber,
} from './setting-values.ts'

/** A setting: one environment variable. */
export interface Variable {
  name: string
  description: string
  /** Whether it is a secret, which can also be read from a file named by `<NAME>_FILE`. */
  secret?: true
  /** The default, in words or as a value. */
  fallback: string
  /** Parses the value; throws a WrongValue. */
  read(text: string): unknown
  /**
   * Formats the value for display, with secrets masked; if omitted, the text of the value is shown.
   */
  formatValue?(value: never): string
}

/** The headers of two large networks. */
export const defaultZoneHeaders = ['cloudfront-viewer-time-zone', 'cf-timezone']
const modes = ['sandbox', 'production'] as const
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const secretLengthMin = 32

function readInstallationSecret(text: string) {
  if (text.length < secretLengthMin)
    throw new WrongValue(` must have at least ${secretLengthMin} characters`)
  return text
}
/** The units of settings in milliseconds. */
export const unitMs = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 }
const portNumber = wholeNumber(0, 65_535)
const requests = wholeNumber(1, 999_999)
const hours = wholeNumber(1, 8_760)

/** All settings, by their names in the code. */
export const settingVariables = {
  host: {
    name: 'HOST',
    description: 'Address the API listens on.',
    fallback: '127.0.0.1',
    read: String,
  },
  port: {
    name: 'PORT',
    description: 'Port the API listens on; 0 takes a free one.',
    fallback: '3000',
    read: portNumber,
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    description:
      'PostgreSQL server, version 15 or later; with several hosts separated by commas, the writable one is used.',
    secret: true,
    fallback: 'the embedded PostgreSQL',
    read: databaseUrl,
    formatValue: maskDatabaseUrl,
  },
  databaseDirectUrl: {
    name: 'CLINIC_DATABASE_DIRECT_URL',
    description:
      'The same database without the pooler, if DATABASE_URL names a transaction pooler.',
    secret: true,
    fallback: 'DATABASE_URL',
    read: databaseUrl,
    formatValue: maskDatabaseUrl,
  },
  dataDirectory: {
    name: 'CLINIC_DATA',
    description: "Folder of the embedded database and the operators' socket.",
    fallback:
      'clinic-data in the project folder; of an installed package, in the folder it is started in',
    read: (path: string) => (isAbsolute(path) ? path : resolve(path)),
  },
  mode: {
    name: 'CLINIC_MODE',
    description:
      'sandbox or production; applies to the whole instance and cannot be changed later.',
    fallback: 'sandbox without DATABASE_URL, production with it',
    read: choiceFrom(modes),
  },
  logLevel: {
    name: 'CLINIC_LOG_LEVEL',
    description: `One of ${logLevels.join(', ')}.`,
    fallback: 'warn in sandbox, info in production',
    read: choiceFrom(logLevels),
  },
  trustedProxies: {
    name: 'CLINIC_TRUSTED_PROXIES',
    description: 'Addresses and ranges, separated by commas, whose X-Forwarded-For is trusted.',
    fallback: 'none',
    read: addressRanges,
    formatValue: (ranges: readonly string[]) => ranges.join(', '),
  },
  redisUrl: {
    name: 'REDIS_URL',
    description: 'Redis in which all processes count requests together.',
    secret: true,
    fallback: 'none: each process counts separately',
    read: urlLike(/^rediss?:\/\/[^\s]+$/, 'redis://user:password@host:6379'),
    formatValue: maskUrl,
  },
  perAddress: {
    name: 'CLINIC_LIMIT_ADDRESS',
    description: 'Requests per minute from one source address.',
    fallback: '2400',
    read: requests,
  },
  perKey: {
    name: 'CLINIC_LIMIT_KEY',
    description: 'Requests per minute for a key without its own limit.',
    fallback: '1200',
    read: requests,
  },
  perWorkspace: {
    name: 'CLINIC_LIMIT_WORKSPACE',
    description: 'Requests per minute of all keys of a workspace together.',
    fallback: '6000',
    read: requests,
  },
  perRead: {
    name: 'CLINIC_LIMIT_READ',
    description: 'Requests per minute of a key to one GET endpoint.',
    fallback: '600',
    read: requests,
  },
  perWrite: {
    name: 'CLINIC_LIMIT_WRITE',
    description: 'Requests per minute of a key to one other endpoint.',
    fallback: '300',
    read: requests,
  },
  perSensitive: {
    name: 'CLINIC_LIMIT_SENSITIVE',
    description: 'Requests per minute of a key to one endpoint that books, pays or sends codes.',
    fallback: '60',
    read: requests,
  },
  pages: {
    name: 'CLINIC_LIMIT_PAGES',
    description:
      'Pages per minute for one source address: API reference, booking pages and visit pages.',
    fallback: '60',
    read: requests,
  },
  connectionsPerAddress: {
    name: 'CLINIC_LIMIT_CONNECTIONS',
    description:
      'Connections that one source address may have open at once; a trusted proxy may use all 10000.',
    fallback: String(defaultConnectionLimits.perAddress),
    read: wholeNumber(1, defaultConnectionLimits.all),
  },
  lateMs: {
    name: 'CLINIC_LIMIT_LATENESS',
    description: 'Event loop delay in milliseconds above which the process refuses requests.',
    fallback: '1000',
    read: wholeNumber(50, 60_000),
  },
  sessionMinutes: {
    name: 'CLINIC_SESSION_MINUTES',
    description: "How long a browser's session lasts.",
    fallback: String(defaultSessionMs / unitMs.minute),
    read: wholeNumber(1, 1_440),
  },
  dashboard: {
    name: 'CLINIC_DASHBOARD',
    description:
      'on: the dashboard is at /dashboard, next to the API; off: no dashboard; or its own port, 0 for any free one.',
    fallback: 'on',
    read(text: string) {
      if (text === 'on' || text === 'off') return text
      if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
      throw new WrongValue(' must be on, off, or a port from 0 to 65535')
    },
  },
  dashboardUrl: {
    name: 'CLINIC_DASHBOARD_URL',
    description:
      'URL at which people reach the dashboard, without a path, if it differs from CLINIC_PUBLIC_URL.',
    fallback: 'CLINIC_PUBLIC_URL; without it the address it listens on',
    read: webOrigin,
  },
  staffSessionHours: {
    name: 'CLINIC_DASHBOARD_SESSION_HOURS',
    description: 'Maximum time a staff member stays signed in to the dashboard.',
    fallback: String(defaultSignInSettings.sessionMs / unitMs.hour),
    read: wholeNumber(1, 720),
  },
  staffUnusedMinutes: {
    name: 'CLINIC_DASHBOARD_UNUSED_MINUTES',
    description:
      'Minutes without use after which a staff member has to sign in to the dashboard again.',
    fallback: String(defaultSignInSettings.unusedMs / unitMs.minute),
    read: wholeNumber(5, 43_200),
  },
  openIdIssuer: {
    name: 'CLINIC_OPENID_ISSUER',
    description: 'OpenID Connect provider with which staff may sign in: its issuer, an https URL.',
    fallback: 'none',
    read: openIdIssuer,
  },
  openIdClientId: {
    name: 'CLINIC_OPENID_CLIENT_ID',
    description: 'Client id of this installation at the provider.',
    fallback: 'none',
    read: String,
  },
  openIdClientSecret: {
    name: 'CLINIC_OPENID_CLIENT_SECRET',
    description: 'Client secret of this installation at the provider.',
    secret: true,
    fallback: 'none',
    read: String,
    formatValue: () => '***',
  },
  openIdLabel: {
    name: 'CLINIC_OPENID_LABEL',
    description: 'Name of the provider on the sign-in button, at most 40 characters.',
    fallback: 'the host of the issuer',
    read(text: string) {
      if (text.length <= 40) return text
      throw new WrongValue(' must have at most 40 characters')
    },
  },
  openIdFactors: {
    name: 'CLINIC_OPENID_FACTORS',
    description:
      'one, two or amr: how many factors a login there counts for if a role requires a second factor; amr: two if the provider says mfa.',
    fallback: 'one',
    read: choiceFrom(['one', 'two', 'amr']),
  },
  secret: {
    name: 'CLINIC_SECRET',
    description:
      'Key for the hashes of end users, contacts and codes and for the encryption of authenticator secrets, messages of patients and answers to forms; at least 32 characters, the same for all processes.',
    secret: true,
    fallback: 'a random one, stored in the database',
    read: readInstallationSecret,
    formatValue: () => '***',
  },
  formerSecret: {
    name: 'CLINIC_FORMER_SECRET',
    description:
      'The CLINIC_SECRET before this one, until `clinic secret rotate` finds nothing left to encrypt.',
    secret: true,
    fallback: 'none',
    read: readInstallationSecret,
    formatValue: () => '***',
  },
  monitorHost: {
    name: 'CLINIC_MONITOR_HOST',
    description: 'Address of the port for monitoring.',
    fallback: '127.0.0.1',
    read: String,
  },
  monitorPort: {
    name: 'CLINIC_MONITOR_PORT',
    description: 'Port of /healthz, /readyz and /metrics; 0 takes a free one.',
    fallback: "none: on the operators' socket only",
    read: portNumber,
  },
  drainSeconds: {
    name: 'CLINIC_DRAIN_SECONDS',
    description:
      'How long the service keeps serving after a signal while /readyz returns 503, so that load balancers turn away first.',
    fallback: '0',
    read: wholeNumber(0, 300),
  },
  zoneHeaders: {
    name: 'CLINIC_ZONE_HEADERS',
    description:
      "Headers, separated by commas, in which a trusted proxy names the viewer's timezone.",
    fallback: defaultZoneHeaders.join(', '),
    read: headerNames,
    formatValue: (names: readonly string[]) => names.join(', '),
  },
  builtInVideo: {
    name: 'CLINIC_VIDEO_URL',
    description:
      'Link to your own video server for built-in video visits, with {visit} for the room name.',
    fallback: `test rooms in a sandbox; in production ${defaultBuiltInVideo}, which no clinic can newly choose`,
    read(text: string) {
      if (/^https:\/\/\S+$/.test(text) && text.includes('{visit}')) return text
      throw new WrongValue(' must be a link such as https://video.example.org/{visit}')
    },
  },
  publicUrl: {
    name: 'CLINIC_PUBLIC_URL',
    description: 'URL at which people reach the service, without a path; its links begin with it.',
    fallback: 'the address it listens on',
    read: webOrigin,
  },
  docs: {
    name: 'CLINIC_DOCS',
    description:
      'on or off: whether /docs, /openapi.json, the page at / and the documentation, if built, are served next to the API.',
    fallback: 'on',
    read: choiceFrom(['on', 'off']),
  },
  callLog: {
    name: 'CLINIC_CALL_LOG',
    description:
      'on or off: whether the last calls of each key and its use of limits are recorded.',
    fallback: 'on',
    read: choiceFrom(['on', 'off']),
  },
  locationDatabase: {
    name: 'CLINIC_LOCATION_DATABASE',
    description:
      "File (.mmdb) that locates callers' addresses, for the viewer's timezone; off: the clinic's timezone is used.",
    fallback: 'the country file that comes with the service',
    read: (path: string) => (path === 'off' ? null : resolve(path)),
    formatValue: (path: string | null) => path ?? 'off',
  },
  keepCodesHours: {
    name: 'CLINIC_KEEP_CODES_HOURS',
    description: 'How long one-time codes are kept after they expire.',
    fallback: '24',
    read: hours,
  },
  keepGatesHours: {
    name: 'CLINIC_KEEP_GATES_HOURS',
    description: 'How long verified contacts are kept after their 30 minutes.',
    fallback: '24',
    read: hours,
  },
  keepSessionsHours: {
    name: 'CLINIC_KEEP_SESSIONS_HOURS',
    description: 'How long browser sessions are kept after they end.',
    fallback: '24',
    read: hours,
  },
  keepNoticesDays: {
    name: 'CLINIC_KEEP_NOTICES_DAYS',
    description: 'How long the record of sent notices is kept, at least 2 days.',
    fallback: '90',
    read: wholeNumber(2, 36_525),
  },
  keepAuditDays: {
    name: 'CLINIC_KEEP_AUDIT_DAYS',
    description: 'How long the audit is kept, at least 30 days.',
    fallback: '2192 (6 years)',
    read: wholeNumber(30, 36_525),
  },
  holdMinutes: {
    name: 'CLINIC_HOLD_MINUTES',
    description: 'How long a place is held for its payment, up to a day.',
    fallback: String(defaultHoldMs / unitMs.minute),
    read: wholeNumber(1, 1_440),
  },
  calendarMinutes: {
    name: 'CLINIC_CALENDAR_MINUTES',
    description: "How often practitioners' external calendars are fetched.",
    fallback: String(defaultCalendarMs / unitMs.minute),
    read: wholeNumber(1, 1_440),
  },
  calendarNetworks: {
    name: 'CLINIC_CALENDAR_NETWORKS',
    description:
      'Addresses and ranges outside the public internet, separated by commas, from which calendars may be fetched, on any port.',
    fallback: 'none',
    read: addressRanges,
    formatValue: (ranges: readonly string[]) => ranges.join(', '),
  },
  databaseConnections: {
    name: 'CLINIC_DATABASE_CONNECTIONS',
    description: 'Database connections of one process.',
    fallback: '10',
    read: wholeNumber(2, 200),
  },
  databaseWaitMs: {
    name: 'CLINIC_DATABASE_WAIT',
    description:
      'Milliseconds that a request waits for a database connection before it is refused as busy.',
    fallback: '2000',
    read: wholeNumber(100, 60_000),
  },
  workspacesCached: {
    name: 'CLINIC_WORKSPACES_CACHED',
    description: 'Number of workspaces whose configuration a process caches in memory.',
    fallback: '2000',
    read: wholeNumber(1, 100_000),
  },
} as const satisfies Record<string, Variable>

/** The parsed values; undefined for settings that are not set. */
export type SettingValues = {
  [setting in keyof typeof settingVariables]:
    | ReturnType<(typeof settingVariables)[setting]['read']>
    | undefined
}

/** Every variable the service reads; `clinic config` and the operations page show the same list. */
export const variables: readonly Variable[] = Object.values(settingVariables)

// Configuration, from the environment alone, checked before anything starts.

import { isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defaultRetention, type Retention } from './app/retention.ts'
import { defaultRateLimits, type Limits } from './http/pipeline.ts'
import { type Environment, isSecretVariable, secretOf, settingOf } from './ports/secrets.ts'
import { parseAddressRange } from './values/ip-address.ts'

/** Settings that cannot be used; every problem at once. */
export class SettingsError extends Error {}

export interface Settings {
  /** Where the API listens. */
  host: string
  port: number
  /** Undefined: the embedded PostgreSQL is used. */
  databaseUrl: string | undefined
  databaseConnections: number
  /** Where /healthz, /readyz and /metrics listen; undefined: on the operators' socket only. */
  monitorHost: string
  monitorPort: number | undefined
  /** Undefined: each process counts requests by itself. */
  redisUrl: string | undefined
  limits: Limits
  sessionMs: number
  retention: Retention
  /** Keys the hashes of end users, contacts and codes; undefined: one kept in the database. */
  secret: string | undefined
  /** Folder of the embedded database and of the operators' socket. */
  dataDirectory: string
  dataDirectoryIsDefault: boolean
  mode: 'sandbox' | 'production'
  logLevel: string
  /** Canonical addresses and ranges. */
  trustedProxies: readonly string[]
  /** Lower-case names of headers. */
  zoneHeaders: readonly string[]
  /** Whether the API reference is served beside the API. */
  docs: boolean
}

interface Variable {
  name: string
  description: string
  /** Also read from the file named by `<NAME>_FILE`, and shown masked. */
  secret?: true
  /** What it is when it is not set, in words or as a value. */
  fallback: string
}

/** Of two large networks that name it. */
const defaultZoneHeaders = ['cloudfront-viewer-time-zone', 'cf-timezone']
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const secretLengthMin = 32
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const projectFolder = fileURLToPath(new URL('..', import.meta.url))

/** Every variable the service reads; `clinic config` and the operations page show the same list. */
export const variables: readonly Variable[] = [
  { name: 'HOST', description: 'Address the API listens on.', fallback: '127.0.0.1' },
  { name: 'PORT', description: 'Port the API listens on; 0 takes a free one.', fallback: '3000' },
  { name: 'DATABASE_URL', description: 'PostgreSQL server, version 15 or later.', secret: true, fallback: 'the embedded PostgreSQL' },
  { name: 'CLINIC_DATA', description: "Folder of the embedded database and the operators' socket.", fallback: 'clinic-data in the project folder' },
  { name: 'CLINIC_MODE', description: 'sandbox or production, of the whole instance, for life.', fallback: 'sandbox without DATABASE_URL, production with it' },
  { name: 'CLINIC_LOG_LEVEL', description: `One of ${logLevels.join(', ')}.`, fallback: 'warn in sandbox, info in production' },
  { name: 'CLINIC_TRUSTED_PROXIES', description: 'Addresses and ranges, by comma, whose X-Forwarded-For is believed.', fallback: 'none' },
  { name: 'REDIS_URL', description: 'Redis in which processes count requests together.', secret: true, fallback: 'none: each process counts by itself' },
  { name: 'CLINIC_LIMIT_ADDRESS', description: 'Requests a minute of one source address.', fallback: '2400' },
  { name: 'CLINIC_LIMIT_KEY', description: 'Requests a minute of a key that has no limit of its own.', fallback: '1200' },
  { name: 'CLINIC_LIMIT_WORKSPACE', description: 'Requests a minute of all keys of a workspace together.', fallback: '6000' },
  { name: 'CLINIC_LIMIT_READ', description: 'Requests a minute of a key to one GET endpoint.', fallback: '600' },
  { name: 'CLINIC_LIMIT_WRITE', description: 'Requests a minute of a key to one other endpoint.', fallback: '300' },
  { name: 'CLINIC_LIMIT_SENSITIVE', description: 'Requests a minute of a key to one endpoint that books, pays or sends codes.', fallback: '60' },
  { name: 'CLINIC_SESSION_MINUTES', description: "How long a browser's session lasts.", fallback: '60' },
  {
    name: 'CLINIC_SECRET',
    description: 'Keys the hashes of end users, contacts and codes; at least 32 characters, the same for all processes.',
    secret: true,
    fallback: 'a random one, kept in the database',
  },
  { name: 'CLINIC_MONITOR_HOST', description: 'Address of the port for monitoring.', fallback: '127.0.0.1' },
  { name: 'CLINIC_MONITOR_PORT', description: 'Port of /healthz, /readyz and /metrics; 0 takes a free one.', fallback: "none: on the operators' socket only" },
  { name: 'CLINIC_ZONE_HEADERS', description: "Headers, by comma, in which a trusted proxy names the viewer's zone.", fallback: defaultZoneHeaders.join(',') },
  { name: 'CLINIC_DOCS', description: 'on or off: whether /docs and /openapi.json are served beside the API.', fallback: 'on' },
  { name: 'CLINIC_KEEP_CODES_HOURS', description: 'How long one-time codes are kept after they ended.', fallback: '24' },
  { name: 'CLINIC_KEEP_GATES_HOURS', description: 'How long verified contacts are kept after their half hour.', fallback: '24' },
  { name: 'CLINIC_KEEP_SESSIONS_HOURS', description: "How long browsers' sessions are kept after they ended.", fallback: '24' },
  { name: 'CLINIC_KEEP_AUDIT_DAYS', description: 'How long the audit is kept; 30 days at least.', fallback: '2192 (6 years)' },
  { name: 'CLINIC_DATABASE_CONNECTIONS', description: 'Database connections of one process.', fallback: '10' },
]

/** Reads and checks the settings; throws a SettingsError that names every problem. */
export function readSettings(environment: Environment): Settings {
  const problems: string[] = []
  const known = new Set(variables.flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name])))
  for (const name of Object.keys(environment)) {
    if (name.startsWith('CLINIC_') && !known.has(name) && !isSecretVariable(name))
      problems.push(`${name} is not a setting; clinic config --help lists those there are`)
  }
  const value = (name: string) => settingOf(environment, name)
  const oneOf = <T extends string>(name: string, allowed: readonly T[], fallback: T): T => {
    const found = value(name)
    if (found === undefined || allowed.some((candidate) => candidate === found)) return (found ?? fallback) as T
    problems.push(`${name} must be one of ${allowed.join(', ')}`)
    return fallback
  }
  const wholeNumber = (name: string, fallback: number, least: number, most: number): number => {
    const found = value(name)
    if (found === undefined) return fallback
    const number = /^\d{1,6}$/.test(found) ? Number(found) : Number.NaN
    if (number >= least && number <= most) return number
    problems.push(`${name} must be a whole number from ${least} to ${most}`)
    return fallback
  }

  const databaseUrl = secretOf(environment, 'DATABASE_URL', problems)
  if (databaseUrl !== undefined && !isDatabaseUrl(databaseUrl)) {
    problems.push('DATABASE_URL must be a URL such as postgres://user:password@host:5432/database, with special characters of a password percent-encoded')
  }
  const redisUrl = secretOf(environment, 'REDIS_URL', problems)
  if (redisUrl !== undefined && !(/^rediss?:\/\/[^\s]+$/.test(redisUrl) && decodes(redisUrl))) {
    problems.push('REDIS_URL must be a URL such as redis://user:password@host:6379, with special characters of a password percent-encoded')
  }
  const limit = (name: string, fallback: number) => wholeNumber(`CLINIC_LIMIT_${name}`, fallback, 1, 999_999)
  const { perAddress, perKey, perWorkspace, perRoute } = defaultRateLimits
  const { codesMs, gatesMs, sessionsMs, auditMs } = defaultRetention
  const secret = secretOf(environment, 'CLINIC_SECRET', problems)
  if (secret !== undefined && secret.length < secretLengthMin) problems.push(`CLINIC_SECRET must have at least ${secretLengthMin} characters`)
  const mode = oneOf('CLINIC_MODE', ['sandbox', 'production'], databaseUrl === undefined ? 'sandbox' : 'production')
  if (mode === 'production' && databaseUrl === undefined && value('DATABASE_URL_FILE') === undefined) {
    problems.push('CLINIC_MODE=production needs DATABASE_URL; the embedded database is for trial and small sandboxes')
  }
  const trustedProxies = (value('CLINIC_TRUSTED_PROXIES') ?? '')
    .split(',')
    .filter((entry) => entry.trim() !== '')
    .flatMap((entry) => {
      const read = parseAddressRange(entry)
      if ('range' in read) return [read.range]
      problems.push(`CLINIC_TRUSTED_PROXIES: ${read.problem}`)
      return []
    })
  const zoneHeaders = (value('CLINIC_ZONE_HEADERS') ?? defaultZoneHeaders.join(',')).split(',').map((name) => name.trim().toLowerCase())
  if (zoneHeaders.some((name) => !/^[a-z0-9-]+$/.test(name))) problems.push('CLINIC_ZONE_HEADERS must be names of headers, by comma')
  const dataDirectory = value('CLINIC_DATA')
  const settings: Settings = {
    host: value('HOST') ?? '127.0.0.1',
    port: wholeNumber('PORT', 3000, 0, 65_535),
    monitorHost: value('CLINIC_MONITOR_HOST') ?? '127.0.0.1',
    monitorPort: value('CLINIC_MONITOR_PORT') === undefined ? undefined : wholeNumber('CLINIC_MONITOR_PORT', 0, 0, 65_535),
    redisUrl,
    limits: {
      perAddress: limit('ADDRESS', perAddress),
      perKey: limit('KEY', perKey),
      perWorkspace: limit('WORKSPACE', perWorkspace),
      perRoute: { read: limit('READ', perRoute.read), write: limit('WRITE', perRoute.write), sensitive: limit('SENSITIVE', perRoute.sensitive) },
    },
    sessionMs: wholeNumber('CLINIC_SESSION_MINUTES', 60, 1, 1_440) * 60_000,
    retention: {
      codesMs: wholeNumber('CLINIC_KEEP_CODES_HOURS', codesMs / hourMs, 1, 8_760) * hourMs,
      gatesMs: wholeNumber('CLINIC_KEEP_GATES_HOURS', gatesMs / hourMs, 1, 8_760) * hourMs,
      sessionsMs: wholeNumber('CLINIC_KEEP_SESSIONS_HOURS', sessionsMs / hourMs, 1, 8_760) * hourMs,
      auditMs: wholeNumber('CLINIC_KEEP_AUDIT_DAYS', auditMs / dayMs, 30, 36_525) * dayMs,
    },
    secret,
    databaseUrl,
    databaseConnections: wholeNumber('CLINIC_DATABASE_CONNECTIONS', 10, 2, 200),
    dataDirectory: dataDirectory === undefined ? join(projectFolder, 'clinic-data') : isAbsolute(dataDirectory) ? dataDirectory : resolve(dataDirectory),
    dataDirectoryIsDefault: dataDirectory === undefined,
    mode,
    logLevel: oneOf('CLINIC_LOG_LEVEL', logLevels, mode === 'sandbox' ? 'warn' : 'info'),
    trustedProxies,
    zoneHeaders,
    docs: oneOf('CLINIC_DOCS', ['on', 'off'], 'on') === 'on',
  }
  if (problems.length > 0) throw new SettingsError(problems.join('\n'))
  return settings
}

function isDatabaseUrl(url: string): boolean {
  // A bare # or / or ? in a password would end the server's part, and the rest of it would be shown.
  return /^postgres(ql)?:\/\/[^/?#]*([/?][^#@]*)?$/.test(url) && decodes(url)
}

/** The libraries decode a URL and would fail later, with words of their own. */
function decodes(url: string): boolean {
  try {
    decodeURIComponent(new URL(url).href)
    return true
  } catch {
    return false
  }
}

/** The settings in force, for people: secrets say only that they are set. */
export function effectiveSettings(environment: Environment): { name: string; value: string; from: string; description: string }[] {
  const settings = readSettings(environment)
  const effective: Record<string, string> = {
    HOST: settings.host,
    PORT: String(settings.port),
    DATABASE_URL: settings.databaseUrl === undefined ? '(embedded PostgreSQL)' : maskedUrl(settings.databaseUrl),
    CLINIC_DATA: settings.dataDirectory,
    CLINIC_MODE: settings.mode,
    CLINIC_LOG_LEVEL: settings.logLevel,
    CLINIC_TRUSTED_PROXIES: settings.trustedProxies.join(', ') || '(none)',
    REDIS_URL: settings.redisUrl === undefined ? '(none)' : maskedUrl(settings.redisUrl),
    CLINIC_LIMIT_ADDRESS: String(settings.limits.perAddress),
    CLINIC_LIMIT_KEY: String(settings.limits.perKey),
    CLINIC_LIMIT_WORKSPACE: String(settings.limits.perWorkspace),
    CLINIC_LIMIT_READ: String(settings.limits.perRoute.read),
    CLINIC_LIMIT_WRITE: String(settings.limits.perRoute.write),
    CLINIC_LIMIT_SENSITIVE: String(settings.limits.perRoute.sensitive),
    CLINIC_SESSION_MINUTES: String(settings.sessionMs / 60_000),
    CLINIC_KEEP_CODES_HOURS: String(settings.retention.codesMs / hourMs),
    CLINIC_KEEP_GATES_HOURS: String(settings.retention.gatesMs / hourMs),
    CLINIC_KEEP_SESSIONS_HOURS: String(settings.retention.sessionsMs / hourMs),
    CLINIC_KEEP_AUDIT_DAYS: String(settings.retention.auditMs / dayMs),
    CLINIC_SECRET: settings.secret === undefined ? '(kept in the database)' : '***',
    CLINIC_MONITOR_HOST: settings.monitorHost,
    CLINIC_MONITOR_PORT: settings.monitorPort === undefined ? '(none)' : String(settings.monitorPort),
    CLINIC_ZONE_HEADERS: settings.zoneHeaders.join(', '),
    CLINIC_DOCS: settings.docs ? 'on' : 'off',
    CLINIC_DATABASE_CONNECTIONS: String(settings.databaseConnections),
  }
  return variables.map(({ name, description }) => ({
    name,
    value: effective[name] ?? '',
    from: settingOf(environment, name) ? 'environment' : settingOf(environment, `${name}_FILE`) ? 'file' : 'default',
    description,
  }))
}

/** `postgres://user:secret@host/name` without its password and parameters. */
function maskedUrl(url: string): string {
  const { protocol, username, host, pathname } = new URL(url)
  return `${protocol}//${username}${username ? ':***@' : ''}${host}${pathname}`
}

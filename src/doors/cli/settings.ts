// The configuration, which comes only from the environment and is validated before anything starts.
// `setting-variables.ts` describes the variables.

import { join } from 'node:path'
import { type ConnectionLimits, defaultConnectionLimits } from '../../base/http/connections.ts'
import { defaultRateLimits, type Limits } from '../../base/http/rate-limits.ts'
import {
  type Environment,
  isSecretVariable,
  readSecretSetting,
  readSetting,
} from '../../base/ports/secrets.ts'
import { findNearest } from '../../base/values/nearest.ts'
import { defaultWorkspacesCached } from '../../clinic/catalogue/defaults.ts'
import { isPlainIssuer, type OpenIdSettings } from '../../clinic/sign-in/openid-settings.ts'
import { defaultSignInSettings, type SignInSettings } from '../../clinic/sign-in/sign-in.ts'
import { defaultCalendarMs, defaultHoldMs, defaultSessionMs } from '../app/options.ts'
import { defaultRetention, type Retention } from '../app/retention.ts'
import { origin } from './from-package.ts'
import { WrongValue } from './setting-values.ts'
import {
  defaultZoneHeaders,
  type SettingValues,
  settingVariables,
  unitMs,
  type Variable,
  variables,
} from './setting-variables.ts'

/** Thrown for unusable settings; reports all problems at once. */
export class SettingsError extends Error {}

export interface Settings {
  /** The address the API listens on. */
  host: string
  port: number
  /** The URL of the database; if undefined, the embedded PostgreSQL is used. */
  databaseUrl: string | undefined
  /** The URL of the server itself; if undefined, `databaseUrl` leads to it. */
  databaseDirectUrl: string | undefined
  databaseConnections: number
  /** How long a request waits for a database connection. */
  databaseWaitMs: number
  /** The address for /healthz, /readyz and /metrics; undefined: only on the operators' socket. */
  monitorHost: string
  monitorPort: number | undefined
  /** The URL of Redis; if undefined, each process counts requests on its own. */
  redisUrl: string | undefined
  limits: Limits
  connectionLimits: ConnectionLimits
  /** How many milliseconds the process may be late before it refuses requests. */
  lateMsMax: number
  sessionMs: number
  /** How long members of staff stay signed in. */
  staffSessions: SignInSettings
  /** The provider through which members of staff may sign in; undefined if there is none. */
  openId: OpenIdSettings | undefined
  retention: Retention
  /**
   * The key for hashes of end users, contacts and codes; if undefined, one stored in the database.
   */
  secret: string | undefined
  formerSecret: string | undefined
  /** The folder of the embedded database and the operators' socket. */
  dataDirectory: string
  dataDirectoryIsDefault: boolean
  mode: 'sandbox' | 'production'
  logLevel: string
  /** Canonical addresses and ranges. */
  trustedProxies: readonly string[]
  /** Lower-case names of headers. */
  zoneHeaders: readonly string[]
  /** The link of visits with built-in video, with `{visit}`; undefined: the default of the mode. */
  builtInVideo: string | undefined
  /** The public origin of the service; undefined: the address it listens on. */
  publicUrl: string | undefined
  /** Whether the API reference is served with the API. */
  docs: boolean
  /** Whether the last calls of each key are stored. */
  callLog: boolean
  /** Where the dashboard is served: with the API, nowhere, or on its own port. */
  dashboard: 'on' | 'off' | number
  /** The public origin of the dashboard; undefined: that of the service, or its own port. */
  dashboardUrl: string | undefined
  /** The database of IP locations; undefined: the bundled one; null: none. */
  locationDatabase: string | null | undefined
  /** How long a time or token is held while its payment is awaited. */
  holdMs: number
  /** How often calendars are fetched. */
  calendarMs: number
  /**
   * Canonical addresses and ranges that calendars may be fetched from, in addition to the public
   * internet.
   */
  calendarNetworks: readonly string[]
  /** The number of workspaces whose configurations are cached. */
  workspacesCached: number
  /** How long the port still accepts requests after /readyz has begun to answer 503. */
  drainMs: number
}

/** Reads and checks the settings; throws a SettingsError that names every problem. */
export function readSettings(environment: Environment): Settings {
  return toSettings(readValues(environment))
}

/** Reads and validates the variables. Throws a SettingsError that names every problem. */
function readValues(environment: Environment): SettingValues {
  const problems = unknownVariables(environment)
    .filter(({ meant }) => meant !== undefined)
    .map(
      ({ name, meant }) =>
        `${name} is not a setting; ${meant} is, and clinic config --help lists all`,
    )
  const read = ({ name, secret, read }: Variable): unknown => {
    const text = secret
      ? readSecretSetting(environment, name, problems)
      : readSetting(environment, name)
    try {
      return text === undefined ? undefined : read(text)
    } catch (error) {
      if (!(error instanceof WrongValue)) throw error
      problems.push(...error.sentences.map((sentence) => `${name}${sentence}`))
    }
  }
  const values = Object.fromEntries(
    Object.entries(settingVariables).map(([setting, variable]) => [setting, read(variable)]),
  ) as SettingValues
  // A variable that is set but invalid is reported separately.
  const namesServer =
    readSetting(environment, 'DATABASE_URL') ?? readSetting(environment, 'DATABASE_URL_FILE')
  if (values.mode === 'production' && namesServer === undefined) {
    problems.push(
      'CLINIC_MODE=production needs DATABASE_URL; the embedded database is for trial and small sandboxes',
    )
  }
  if (values.databaseDirectUrl !== undefined && namesServer === undefined) {
    problems.push('CLINIC_DATABASE_DIRECT_URL needs DATABASE_URL, the pooler in front of it')
  }
  problems.push(...openIdProblems(environment, values))
  if (problems.length > 0) throw new SettingsError(problems.join('\n'))
  return values
}

/**
 * The variables that begin like a setting but are not settings. A variable without `meant`
 * resembles no setting and may belong to another product that uses the prefix.
 */
export function unknownVariables(
  environment: Environment,
): { name: string; meant: string | undefined }[] {
  const variableNames = new Map(
    variables
      .flatMap(({ name, secret }) => [name, ...(secret ? [`${name}_FILE`] : [])])
      .map((name) => [withoutPrefix(name), name]),
  )
  return Object.keys(environment)
    .filter(
      (name) =>
        name.startsWith(prefix) &&
        variableNames.get(withoutPrefix(name)) !== name &&
        !isSecretVariable(name),
    )
    .map((name) => {
      // Only secrets can be read from a file.
      const nearest = findNearest(withoutPrefix(name).replace(/_FILE$/, ''), variableNames.keys())
      return {
        name,
        meant: name.startsWith('CLINIC_SECRET_')
          ? 'CLINIC_SECRET_<NAME>'
          : nearest && variableNames.get(nearest),
      }
    })
}

const prefix = 'CLINIC_'
const withoutPrefix = (name: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : name)

/** Why an OpenID Connect provider cannot be used. */
function openIdProblems(
  environment: Environment,
  { openIdIssuer: issuer, mode, databaseUrl }: SettingValues,
): string[] {
  const isSet = (name: string) =>
    readSetting(environment, name) !== undefined ||
    readSetting(environment, `${name}_FILE`) !== undefined
  const {
    openIdIssuer,
    openIdClientId,
    openIdClientSecret,
    openIdLabel,
    openIdFactors,
    publicUrl,
    dashboardUrl,
  } = settingVariables
  if (!isSet(openIdIssuer.name)) {
    const unusedSettings = [openIdClientId, openIdClientSecret, openIdLabel, openIdFactors].filter(
      ({ name }) => isSet(name),
    )
    return unusedSettings.map(({ name }) => `${name} needs ${openIdIssuer.name}, the provider`)
  }
  const hasAddress = isSet(publicUrl.name) || isSet(dashboardUrl.name)
  const missing = [openIdClientId, openIdClientSecret, ...(hasAddress ? [] : [publicUrl])].filter(
    ({ name }) => !isSet(name),
  )
  const isSandbox = (mode ?? (databaseUrl === undefined ? 'sandbox' : 'production')) === 'sandbox'
  return [
    ...missing.map(({ name }) => `${openIdIssuer.name} needs ${name}`),
    ...(issuer !== undefined && isPlainIssuer(issuer) && !isSandbox
      ? [`${openIdIssuer.name} must be an https URL; http is for a sandbox`]
      : []),
  ]
}

function toSettings(values: SettingValues): Settings {
  const { perAddress, pages, perKey, perWorkspace, perRoute } = defaultRateLimits
  const { codesMs, gatesMs, sessionsMs, noticesMs, auditMs } = defaultRetention
  const { databaseUrl, databaseDirectUrl, redisUrl, secret, monitorPort, dataDirectory } = values
  const mode = values.mode ?? (databaseUrl === undefined ? 'sandbox' : 'production')
  const toMs = (amount: number | undefined, unitMs: number) =>
    amount === undefined ? undefined : amount * unitMs
  return {
    host: values.host ?? '127.0.0.1',
    port: values.port ?? 3000,
    databaseUrl,
    databaseDirectUrl,
    databaseConnections: values.databaseConnections ?? 10,
    databaseWaitMs: values.databaseWaitMs ?? 2_000,
    monitorHost: values.monitorHost ?? '127.0.0.1',
    monitorPort,
    redisUrl,
    limits: {
      perAddress: values.perAddress ?? perAddress,
      pages: values.pages ?? pages,
      perKey: values.perKey ?? perKey,
      perWorkspace: values.perWorkspace ?? perWorkspace,
      perRoute: {
        read: values.perRead ?? perRoute.read,
        write: values.perWrite ?? perRoute.write,
        sensitive: values.perSensitive ?? perRoute.sensitive,
      },
    },
    connectionLimits: {
      ...defaultConnectionLimits,
      perAddress: values.connectionsPerAddress ?? defaultConnectionLimits.perAddress,
    },
    lateMsMax: values.lateMs ?? 1_000,
    sessionMs: toMs(values.sessionMinutes, unitMs.minute) ?? defaultSessionMs,
    staffSessions: {
      sessionMs: toMs(values.staffSessionHours, unitMs.hour) ?? defaultSignInSettings.sessionMs,
      unusedMs: toMs(values.staffUnusedMinutes, unitMs.minute) ?? defaultSignInSettings.unusedMs,
    },
    openId: toOpenIdSettings(values),
    retention: {
      codesMs: toMs(values.keepCodesHours, unitMs.hour) ?? codesMs,
      gatesMs: toMs(values.keepGatesHours, unitMs.hour) ?? gatesMs,
      sessionsMs: toMs(values.keepSessionsHours, unitMs.hour) ?? sessionsMs,
      noticesMs: toMs(values.keepNoticesDays, unitMs.day) ?? noticesMs,
      auditMs: toMs(values.keepAuditDays, unitMs.day) ?? auditMs,
    },
    secret,
    formerSecret: values.formerSecret,
    dataDirectory: dataDirectory ?? join(origin.folder, 'clinic-data'),
    dataDirectoryIsDefault: dataDirectory === undefined,
    mode,
    logLevel: values.logLevel ?? (mode === 'sandbox' ? 'warn' : 'info'),
    trustedProxies: values.trustedProxies ?? [],
    zoneHeaders: values.zoneHeaders ?? defaultZoneHeaders,
    builtInVideo: values.builtInVideo,
    publicUrl: values.publicUrl,
    docs: values.docs !== 'off',
    callLog: values.callLog !== 'off',
    dashboard: values.dashboard ?? 'on',
    dashboardUrl: values.dashboardUrl,
    locationDatabase: values.locationDatabase,
    holdMs: toMs(values.holdMinutes, unitMs.minute) ?? defaultHoldMs,
    calendarMs: toMs(values.calendarMinutes, unitMs.minute) ?? defaultCalendarMs,
    calendarNetworks: values.calendarNetworks ?? [],
    workspacesCached: values.workspacesCached ?? defaultWorkspacesCached,
    drainMs: (values.drainSeconds ?? 0) * unitMs.second,
  }
}

function toOpenIdSettings({
  openIdIssuer: issuer,
  openIdClientId: clientId,
  openIdClientSecret: clientSecret,
  openIdLabel,
  openIdFactors,
}: SettingValues) {
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined
  return {
    issuer,
    clientId,
    clientSecret,
    label: openIdLabel ?? new URL(issuer).host,
    factors: openIdFactors ?? 'one',
  }
}

/** The settings in force, for display; secrets are only shown as set. */
export function effectiveSettings(
  environment: Environment,
): { name: string; value: string; from: string; description: string }[] {
  const values: Partial<Record<string, unknown>> = readValues(environment)
  const { dataDirectory, mode, logLevel } = readSettings(environment)
  // Defaults that depend on other settings.
  const defaults: Record<string, string> = { dataDirectory, mode, logLevel }
  return Object.entries<Variable>(settingVariables).map(
    ([setting, { name, description, fallback, formatValue: shown = String }]) => {
      const value = values[setting]
      if (value === undefined)
        return { name, value: defaults[setting] ?? fallback, from: 'default', description }
      return {
        name,
        value: shown(value as never),
        from: readSetting(environment, name) ? 'environment' : 'file',
        description,
      }
    },
  )
}

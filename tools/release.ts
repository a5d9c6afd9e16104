// Makes a release: `npm run release -- 1.0.0`. The version goes into every package.json, the
// changelog gets its section, a backup written by this version is saved for the tests of later
// ones, and the packages and the container image are built, with a list of all their contents
// (SBOM), a provenance statement, and checksums. All of it happens in a clone of the last commit,
// so uncommitted changes are in no package, and nothing changes here. With `--write` this branch
// then takes over the commit, its tag and the built files. Nothing is published. `--no-image`
// leaves the image out; words after `--` are options for the program that builds it.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { distFolder, project } from './build.ts'
import { imageBuilder, saveImage } from './image.ts'
import { listThirdPartyPackages } from './licences.ts'

/** Why no release is made, in one sentence. */
class ReleaseError extends Error {}

const manifests = [
  'package.json',
  'client/package.json',
  'dashboard/package.json',
  'booking-page/package.json',
]
/** Files that name the image of the release. */
const deployments = ['deploy/kubernetes/kustomization.yaml', 'deploy/kubernetes/migration-job.yaml']
const checksumFile = 'SHA256SUMS'

const print = (sentence: string) => process.stdout.write(`${sentence}\n`)
const git = (folder: string, ...parameters: string[]) =>
  execFileSync('git', parameters, { cwd: folder, encoding: 'utf8' }).trim()

interface ReleaseOptions {
  isWritten: boolean
  hasImage: boolean
  /** The options of the program that builds the image. */
  imageOptions: readonly string[]
}

function release(version: string, { isWritten, hasImage, imageOptions }: ReleaseOptions): void {
  const tag = `v${version}`
  if (git(project, 'tag', '--list', tag)) throw new ReleaseError(`the tag ${tag} already exists`)
  if (isWritten && git(project, 'status', '--porcelain'))
    throw new ReleaseError('there are uncommitted changes')
  const builder = hasImage ? imageBuilder() : undefined
  if (hasImage && !builder)
    throw new ReleaseError(
      'the image needs docker, podman or buildah, and none of them runs here; --no-image leaves it out',
    )
  const workFolder = mkdtempSync(join(realpathSync(tmpdir()), 'clinic-release-'))
  try {
    git(project, 'clone', '--quiet', '--local', project, workFolder)
    symlinkSync(join(project, 'node_modules'), join(workFolder, 'node_modules'))
    writeVersion(workFolder, version)
    writeChangelog(workFolder, version, new Date().toISOString().slice(0, 10))
    writeBackup(workFolder)
    git(workFolder, 'commit', '--quiet', '--all', '--message', `Release ${version}`)
    git(workFolder, 'tag', '--annotate', tag, '--message', `Clinic Scheduling ${version}`)
    print(`${git(workFolder, 'show', '--stat', '--format=%s', 'HEAD')}\n`)
    const packages = pack(workFolder)
    const image = builder
      ? [
          saveImage(
            builder,
            { folder: workFolder, version, commit: git(workFolder, 'rev-parse', 'HEAD') },
            imageOptions,
          ),
        ]
      : []
    const checksums = writeDescriptions(workFolder, version, [...packages, ...image])
    print(checksums)
    if (!isWritten)
      return void print(
        'this was a trial; with --write it becomes a commit and a tag here, and the files are in dist',
      )
    adoptRelease(workFolder, tag)
    print(`${tag} is made, and its files are in dist. It is pushed by: git push --follow-tags`)
  } finally {
    rmSync(workFolder, { recursive: true, force: true })
  }
}

/** The API reference contains the version too. */
function writeVersion(folder: string, version: string): void {
  const before = (readJson(folder, 'package.json') as { version: string }).version
  if (!isLaterVersion(version, before))
    throw new ReleaseError(`${version} is not later than ${before}`)
  for (const file of manifests) writeJson(folder, file, { ...readJson(folder, file), version })
  const lock = readJson(folder, 'package-lock.json') as {
    version: string
    packages: Record<string, { version?: string }>
  }
  lock.version = version
  for (const path of ['', 'client', 'dashboard', 'booking-page'])
    lock.packages[path] = { ...lock.packages[path], version }
  writeJson(folder, 'package-lock.json', lock)
  const reference = readJson(folder, 'docs/openapi.json') as { info: object }
  writeJson(folder, 'docs/openapi.json', { ...reference, info: { ...reference.info, version } })
  for (const file of deployments.map((name) => join(folder, name))) {
    const text = readFileSync(file, 'utf8')
    if (!text.includes(before))
      throw new ReleaseError(`${file} does not name the image of ${before}`)
    writeFileSync(file, text.replaceAll(before, version))
  }
}

/** The pending lines become the section of the release. */
function writeChangelog(folder: string, version: string, date: string): void {
  const file = join(folder, 'CHANGELOG.md')
  const text = readFileSync(file, 'utf8')
  const heading = '## Pending\n'
  const [, pending = ''] = text.split(heading)
  const [lines = ''] = pending.split(/^## /m)
  if (!lines.includes('- ')) throw new ReleaseError('CHANGELOG.md has no pending changes')
  writeFileSync(file, text.replace(heading, `${heading}\n## ${version}, ${date}\n`))
}

/**
 * Makes this version write a backup, which later versions' tests restore
 * (test/releases/releases.test.ts).
 */
function writeBackup(folder: string): void {
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
  const env = { ...process.env, TEST_LONG: '1' }
  execFileSync(process.execPath, [vitest, 'run', 'test/releases/keep-release.long.ts'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  git(folder, 'add', 'test/releases')
}

/** Builds in the clone, from the commit. Returns the names of the files. */
function pack(folder: string): string[] {
  execFileSync(process.execPath, ['tools/build.ts'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return readdirSync(join(folder, 'dist')).filter((name) => name.endsWith('.tgz'))
}

/**
 * Writes what the files contain and what they were built from. Returns the checksums in the format
 * of `sha256sum --check`.
 */
function writeDescriptions(folder: string, version: string, files: readonly string[]): string {
  const dist = join(folder, 'dist')
  const contents = `clinic-scheduling-${version}.cdx.json`
  const provenance = `clinic-scheduling-${version}.intoto.json`
  writeJson(dist, contents, buildContents(folder, version))
  writeJson(dist, provenance, buildProvenance(folder, version, [...files, contents]))
  const checksums = [...files, contents, provenance]
    .map((name) => `${sha256(join(dist, name))}  ${name}\n`)
    .join('')
  writeFileSync(join(dist, checksumFile), checksums)
  return checksums
}

const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

/**
 * All packages that the released ones contain or install, with their licences, as CycloneDX (npm's
 * own list leaves some of them out).
 */
function buildContents(folder: string, version: string): object {
  const component = (type: string, name: string, packageVersion: string, licence: string) => {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${packageVersion}`
    return {
      type,
      'bom-ref': purl,
      name,
      version: packageVersion,
      purl,
      licenses: [{ expression: licence }],
    }
  }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: component('application', 'clinic-scheduling', version, 'Apache-2.0') },
    components: listThirdPartyPackages(folder).map(({ name, version: packageVersion, licence }) =>
      component('library', name, packageVersion, licence),
    ),
  }
}

/**
 * What the files were built from and how: an in-toto statement with a SLSA predicate, which the
 * publisher signs.
 */
function buildProvenance(folder: string, version: string, files: readonly string[]): object {
  const commit = git(folder, 'rev-parse', 'HEAD')
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.map((name) => ({
      name,
      digest: { sha256: sha256(join(folder, 'dist', name)) },
    })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:clinic-scheduling:release:1',
        externalParameters: { version },
        internalParameters: {
          node: process.version,
          platform: `${process.platform}-${process.arch}`,
        },
        resolvedDependencies: [
          { uri: `git:clinic-scheduling@v${version}`, digest: { gitCommit: commit } },
          {
            uri: 'file:package-lock.json',
            digest: { sha256: sha256(join(folder, 'package-lock.json')) },
          },
        ],
      },
      runDetails: {
        builder: { id: 'urn:clinic-scheduling:npm-run-release' },
        metadata: { invocationId: commit, finishedOn: new Date().toISOString() },
      },
    },
  }
}

function adoptRelease(folder: string, tag: string): void {
  git(project, 'fetch', '--quiet', '--no-tags', folder, `refs/tags/${tag}:refs/tags/${tag}`)
  git(project, 'merge', '--quiet', '--ff-only', tag)
  rmSync(distFolder, { recursive: true, force: true })
  mkdirSync(distFolder)
  cpSync(join(folder, 'dist'), distFolder, { recursive: true })
}

/**
 * Whether one version comes after another; a pre-release such as 1.0.0-rc.1 comes before its
 * release.
 */
function isLaterVersion(version: string, previousVersion: string): boolean {
  const [numbers = '', mark = ''] = version.split('-')
  const [numbersBefore = '', markBefore = ''] = previousVersion.split('-')
  const order =
    numbers.localeCompare(numbersBefore, 'en', { numeric: true }) ||
    Number(mark === '') - Number(markBefore === '')
  return (order || mark.localeCompare(markBefore, 'en', { numeric: true })) > 0
}

function readJson(folder: string, file: string): object {
  return JSON.parse(readFileSync(join(folder, file), 'utf8')) as object
}

function writeJson(folder: string, file: string, value: object): void {
  writeFileSync(join(folder, file), `${JSON.stringify(value, null, 2)}\n`)
}

try {
  const { values, positionals } = parseArgs({
    options: {
      write: { type: 'boolean', default: false },
      'no-image': { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [version = '', ...imageOptions] = positionals
  if (!/^\d+\.\d+\.\d+(-[a-z]+\.\d+)?$/.test(version))
    throw new ReleaseError('name the version: npm run release -- 1.0.0, or 1.0.0-rc.1')
  release(version, { isWritten: values.write, hasImage: !values['no-image'], imageOptions })
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error
  process.stderr.write(`no release: ${error.message}\n`)
  process.exitCode = 1
}

// The packages that a release publishes: the service, the client and the booking element. Each is
// built into its own folder, with a package.json that refers to nothing else in the project, and
// packed beside that folder.

import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const project = fileURLToPath(new URL('..', import.meta.url))
export const distFolder = join(project, 'dist')

export interface BuiltPackage {
  name: string
  /** The files of the package. */
  folder: string
  /** The file that npm publishes and installs. */
  file: string
  /** The sizes of that file and its contents, in bytes. */
  packedSize: number
  unpackedSize: number
  /** Whether other packages import it; the service is only run. */
  isLibrary: boolean
}

/** The members of a package.json. */
type Manifest = Record<string, unknown>

/**
 * The documents for clinics and for callers of the API; the rest of `docs` is for people who change
 * the service.
 */
const documents = [
  'operations.md',
  'administration.md',
  'performance.md',
  'errors.md',
  'time.md',
  'versions.md',
  'openapi.json',
  'clinic-file.schema.json',
  'guides',
  'decisions',
]

/** The rest of `deploy` needs the Dockerfile, which is not in the package. */
const deployments = ['clinic', 'clinic-scheduling.service', 'kubernetes']

/** Builds and packs into a folder, which is emptied first. */
export function buildPackages(target = distFolder): BuiltPackage[] {
  rmSync(target, { recursive: true, force: true })
  for (const workspace of ['dashboard', 'booking-page']) runNode(join(workspace, 'prepare.js'))
  buildService(join(target, 'service'))
  buildClient(join(target, 'client'))
  buildBookingElement(join(target, 'booking-page'))
  return [
    packFolder(target, 'service', false),
    packFolder(target, 'client', true),
    packFolder(target, 'booking-page', true),
  ]
}

/** The files keep their paths within the project, so that they find one another. */
function buildService(folder: string): void {
  compile('tools/service/tsconfig.json', folder)
  copy(folder, [
    'src/base/db/schema',
    'src/base/db/migrations',
    'src/base/db/upgrade-from-0.1.0',
    'src/doors/demo/demo-clinic.yaml',
    'src/doors/demo/empty-clinic.yaml',
    ...globSync('src/**/*page-script.js', { cwd: project }),
  ])
  copy(folder, [
    'dashboard/dist',
    'booking-page/dist',
    'LICENSE',
    'CHANGELOG.md',
    ...documents.map((document) => join('docs', document)),
  ])
  copy(
    folder,
    deployments.map((name) => join('deploy', name)),
  )
  cpSync(join(project, 'tools/service/README.md'), join(folder, 'README.md'))
  const {
    name,
    version,
    description,
    license,
    type,
    bin,
    engines,
    dependencies,
    optionalDependencies,
  } = readManifest('.')
  const files = [
    'bin',
    'src',
    'words',
    'dashboard',
    'booking-page',
    'docs',
    'deploy',
    'CHANGELOG.md',
  ]
  writeManifest(folder, {
    name,
    version,
    description,
    license,
    type,
    bin,
    files,
    engines,
    dependencies,
    optionalDependencies,
  })
}

function buildClient(folder: string): void {
  compile('client/tsconfig.build.json', join(folder, 'dist'))
  copyLibrary('client', folder, ['README.md'])
}

function buildBookingElement(folder: string): void {
  copyLibrary('booking-page', folder, [
    'README.md',
    ...(readManifest('booking-page').files as string[]).filter((name) => name !== 'words'),
  ])
  // For people who write their own words.
  cpSync(join(project, 'words/en/booking-page.json'), join(folder, 'words/en.json'))
}

function copyLibrary(workspace: string, folder: string, names: string[]): void {
  mkdirSync(folder, { recursive: true })
  for (const name of names)
    cpSync(join(project, workspace, name), join(folder, name), { recursive: true })
  copy(folder, ['LICENSE'])
  const { private: _, scripts, devDependencies, ...manifest } = readManifest(workspace)
  writeManifest(folder, manifest)
}

function compile(configuration: string, outputFolder: string): void {
  runNode('node_modules/typescript-7/bin/tsc', '-p', configuration, '--outDir', outputFolder)
}

function copy(folder: string, names: string[]): void {
  for (const name of names) cpSync(join(project, name), join(folder, name), { recursive: true })
}

function readManifest(workspace: string): Manifest {
  return JSON.parse(readFileSync(join(project, workspace, 'package.json'), 'utf8')) as Manifest
}

function writeManifest(folder: string, manifest: Manifest): void {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

function packFolder(target: string, folderName: string, isLibrary: boolean): BuiltPackage {
  const folder = join(target, folderName)
  const output = execFileSync(
    'npm',
    ['pack', '--offline', '--json', '--pack-destination', target, folder],
    { cwd: project, encoding: 'utf8' },
  )
  const [{ name, filename, size, unpackedSize }] = JSON.parse(output) as [
    { name: string; filename: string; size: number; unpackedSize: number },
  ]
  return { name, folder, file: join(target, filename), packedSize: size, unpackedSize, isLibrary }
}

function runNode(...parameters: string[]): void {
  execFileSync(process.execPath, parameters, {
    cwd: project,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

if (import.meta.main) for (const { file } of buildPackages()) process.stdout.write(`${file}\n`)

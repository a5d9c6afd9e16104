// Builds and packs the packages of a release, checks how Node, TypeScript and bundlers read each, and prints their sizes.

import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPackages, project } from './build.ts'

const megabyte = 1024 ** 2

function check(file: string, isLibrary: boolean): void {
  const run = (command: string, ...parameters: string[]) => execFileSync(command, parameters, { cwd: project, stdio: 'inherit' })
  run('publint', 'run', file, '--strict')
  // They are ES modules; `require` is not supported.
  if (isLibrary) run('attw', file, '--profile', 'esm-only', '--no-summary', '--format', 'ascii', '--no-emoji')
}

/** Bytes of the production packages in node_modules on this platform; the Node and the PostgreSQL are optional. */
function installedSizes(): { needed: number; optional: number } {
  const { packages } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; link?: boolean; optional?: boolean }>
  }
  const sizes = { needed: 0, optional: 0 }
  for (const [path, { dev, link, optional }] of Object.entries(packages)) {
    const folder = join(project, path)
    if (!path.startsWith('node_modules/') || dev || link || !existsSync(folder)) continue
    sizes[optional ? 'optional' : 'needed'] += sizeOf(folder)
  }
  return sizes
}

/** Without nested packages, which are counted separately. */
function sizeOf(path: string): number {
  const facts = lstatSync(path)
  if (!facts.isDirectory()) return facts.size
  const names = readdirSync(path).filter((name) => name !== 'node_modules')
  return names.reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}

const inMegabytes = (bytes: number) => `${(bytes / megabyte).toFixed(1)} MB`

const packages = buildPackages()
for (const { file, isLibrary } of packages) check(file, isLibrary)
for (const { name, packedSize, unpackedSize } of packages)
  process.stdout.write(`${name}: ${inMegabytes(packedSize)} packed, ${inMegabytes(unpackedSize)} unpacked\n`)
const { needed, optional } = installedSizes()
process.stdout.write(`packages that the service needs: ${inMegabytes(needed)}, and ${inMegabytes(optional)} for a Node and a PostgreSQL\n`)

// The licences of all third-party packages in a release, installed in production or built into the
// dashboard and the booking element. A licence that is incompatible with Apache-2.0, or unknown
// here, fails.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { project } from './build.ts'

/** A third-party package, with its licence as an SPDX expression. */
export interface ThirdPartyPackage {
  name: string
  version: string
  licence: string
}

const compatible = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'PostgreSQL',
  'Python-2.0',
  // Data.
  'CC0-1.0',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'PDDL-1.0',
  // Fonts.
  'OFL-1.1',
])

/**
 * All third-party packages of the project in `folder`, by name; those built into the screens are as
 * of the last build.
 */
export function listThirdPartyPackages(folder = project): ThirdPartyPackage[] {
  const builtIn = ['dashboard', 'booking-page'].flatMap((workspace) =>
    parseNotices(readFileSync(join(folder, workspace, 'dist/third-party.md'), 'utf8')),
  )
  const found = new Map(
    [...listInstalled(folder), ...builtIn].map((one) => [`${one.name} ${one.version}`, one]),
  )
  return [...found.values()].toSorted((one, second) => one.name.localeCompare(second.name))
}

/**
 * The installed packages, including those for other platforms: the lock file lists what they
 * install.
 */
function listInstalled(folder: string): ThirdPartyPackage[] {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; license?: string; dev?: boolean; link?: boolean }>
  }
  const modules = 'node_modules/'
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes(modules) && !dev && !link)
    .map(([path, { version = '', license = 'none named' }]) => ({
      name: path.slice(path.lastIndexOf(modules) + modules.length),
      version,
      licence: license,
    }))
}

function parseNotices(notices: string): ThirdPartyPackage[] {
  return [...notices.matchAll(/^## (\S+) - (\S+) \((.+)\)$/gm)].map(
    ([, name = '', version = '', licence = '']) => ({ name, version, licence }),
  )
}

/**
 * If there is a choice of licences, one compatible licence is enough; if several apply together,
 * each has to be compatible.
 */
export function isCompatible(licence: string): boolean {
  const choices = licence.replaceAll(/[()]/g, '').split(' OR ')
  return choices.some((choice) => choice.split(' AND ').every((name) => compatible.has(name)))
}

if (import.meta.main) {
  for (const workspace of ['dashboard', 'booking-page'])
    execFileSync(process.execPath, [join(project, workspace, 'prepare.js')], { stdio: 'inherit' })
  const packages = listThirdPartyPackages()
  for (const [licence, group] of Map.groupBy(packages, (one) => one.licence)) {
    process.stdout.write(
      `${licence}: ${group.map(({ name, version }) => `${name} ${version}`).join(', ')}\n\n`,
    )
  }
  const refused = packages.filter((first) => !isCompatible(first.licence))
  for (const { name, version, licence } of refused)
    process.stdout.write(
      `not compatible with Apache-2.0, or not known: ${name} ${version} (${licence})\n`,
    )
  process.stdout.write(`${packages.length} packages, ${refused.length} of them refused\n`)
  process.exitCode = refused.length === 0 ? 0 : 1
}

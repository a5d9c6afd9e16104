// Which Markdown files are pages of the documentation site, their paths, and the navigation that
// leads to them.

import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the project, from whose files the site is built. */
export const project = fileURLToPath(new URL('..', import.meta.url))

/** The folder of generated pages; no Markdown file of the project has these names. */
export const generatedFiles = { api: 'reference/api.md', clinicFile: 'reference/clinic-file.md' }

/** The list of decision chapters. */
export const decisionsFile = 'docs/decisions/README.md'

/**
 * An entry of the navigation: a Markdown file of the project or a generated page, and a heading in
 * it if not its top.
 */
interface NavigationEntry {
  file: string
  anchor?: string
  /** The heading of the page when omitted. */
  title?: string
}

export interface Section {
  title: string
  entries: NavigationEntry[]
}

const sections: Section[] = [
  {
    title: 'Start',
    entries: [
      { file: 'README.md', title: 'Overview' },
      { file: 'README.md', anchor: 'two-commands', title: 'Start in two commands' },
      { file: 'README.md', anchor: 'first-calls', title: 'First booking' },
      { file: 'README.md', anchor: 'your-own-clinic', title: 'Your own clinic' },
    ],
  },
  {
    title: 'Guides',
    entries: [
      { file: 'docs/guides/reception.md', title: 'Reception: the first hour' },
      { file: 'docs/guides/queue.md', title: 'Queue: a morning' },
      { file: 'docs/guides/booking-page.md', title: 'Booking page' },
      { file: 'docs/guides/patient-week.md', title: 'A week of a patient' },
      { file: 'booking-page/README.md', title: 'Booking element' },
      { file: 'examples/booking-page/README.md', title: 'Booking on your own page' },
      { file: 'examples/booking-in-react/README.md', title: 'Booking in React' },
      { file: 'docs/guides/payments.md', title: 'Online payments' },
      { file: 'docs/guides/session-packs.md', title: 'Session packs' },
      { file: 'docs/guides/polling.md', title: 'Following changes' },
    ],
  },
  {
    title: 'Reference',
    entries: [
      { file: 'docs/api.md', title: 'Routes' },
      { file: generatedFiles.api },
      { file: 'client/README.md', title: 'Typed client' },
      { file: 'docs/errors.md' },
      { file: generatedFiles.clinicFile },
      { file: 'docs/time.md' },
      { file: 'docs/versions.md', title: 'Versions' },
      { file: 'docs/glossary.md' },
      { file: 'CHANGELOG.md' },
    ],
  },
  {
    title: 'Operations',
    entries: [
      { file: 'docs/operations.md' },
      { file: 'docs/administration.md' },
      { file: 'docs/performance.md' },
      { file: 'SECURITY.md' },
    ],
  },
  {
    title: 'For contributors',
    entries: [
      { file: 'CONTRIBUTING.md' },
      { file: 'docs/architecture.md' },
      { file: 'docs/adding-an-endpoint.md' },
      { file: 'docs/adding-an-operation.md' },
      { file: 'docs/changing-the-screens.md' },
      { file: 'docs/requirements.md' },
    ],
  },
  { title: 'Decisions', entries: [{ file: decisionsFile, title: 'All decisions' }] },
]

/** The sections of the navigation, each with the targets and titles of its entries. */
export function navigation(): { title: string; links: { text: string; link: string }[] }[] {
  return sections.map(({ title, entries }) => ({
    title,
    links: entries.map(({ file, anchor, title }) => ({
      text: title ?? readHeading(file),
      link: linkTo(file) + (anchor ? `#${anchor}` : ''),
    })),
  }))
}

/** The chapters of decisions by their names. */
export function decisions(): { file: string; heading: string }[] {
  const files = globSync('docs/decisions/*.md', {
    cwd: project,
    exclude: [decisionsFile],
  }).toSorted()
  return files.map((file) => ({ file, heading: readHeading(file) }))
}

/**
 * The Markdown files of the project that are pages; throws if the navigation lacks one of `docs`,
 * which no one would find.
 */
export function markdownFiles(): string[] {
  const listedFiles = new Set(sections.flatMap(({ entries }) => entries.map(({ file }) => file)))
  for (const page of Object.values(generatedFiles)) listedFiles.delete(page)
  for (const { file } of decisions()) listedFiles.add(file)
  const unlistedFiles = globSync('docs/**/*.md', { cwd: project }).filter(
    (file) => !listedFiles.has(file),
  )
  if (unlistedFiles.length > 0)
    throw new Error(
      `not in the navigation of the site (site/pages.ts): ${unlistedFiles.join(', ')}`,
    )
  return [...listedFiles]
}

/**
 * The path of a Markdown file's page in the site: `docs/guides/queue.md` is `guides/queue.md`, a
 * README the index of its folder.
 */
export function pagePath(file: string): string {
  const sitePath = file.replace(/^docs\//, '')
  return sitePath.endsWith('README.md')
    ? sitePath.replace(/README\.md$/, 'index.md')
    : sitePath.toLowerCase()
}

const linkTo = (file: string) =>
  `/${pagePath(file)}`.replace(/(index)?\.md$/, (_, index) => (index ? '' : '.html'))

function readHeading(file: string): string {
  if (file === generatedFiles.api) return 'API'
  if (file === generatedFiles.clinicFile) return 'Clinic file'
  const heading = /^# (.+)$/m.exec(readFileSync(join(project, file), 'utf8'))?.[1]
  if (!heading) throw new Error(`${file} has no heading`)
  return heading.replaceAll('`', '')
}

/**
 * The target in the site of a link in a Markdown file; a file that is not a page is copied into the
 * site. Links to other sites are unchanged.
 */
export function resolveLink(from: string, link: string): { link: string; copied?: string } {
  if (/^([a-z]+:|#)/i.test(link)) return { link }
  const [target = '', anchor] = link.split('#')
  const file = posix.normalize(posix.join(posix.dirname(from), target)).replace(/\/$/, '')
  const hash = anchor === undefined ? '' : `#${anchor}`
  if (file === 'docs/decisions') return { link: `/${pagePath(decisionsFile)}${hash}` }
  if (!existsSync(join(project, file)))
    throw new Error(`${from} links to ${link}, which does not exist`)
  if (markdownFiles().includes(file)) return { link: `/${pagePath(file)}${hash}` }
  return { link: `/${copyPath(file)}${hash}`, copied: file }
}

/** The path of a file's copy in the site: a source file gets `.txt`, so that a browser shows it. */
export function copyPath(file: string): string {
  return `files/${/\.(json|png)$/.test(file) ? file : `${file}.txt`}`
}

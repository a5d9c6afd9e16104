// Checks the built pages as files: links that lead nowhere, pages that no one finds, and resources
// from other hosts.

import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Elements that load what they refer to, while `a` only links to it. */
const loadingElements =
  /<(?:script|link|img|iframe|source|video|audio|object|embed)\b[^>]*?\b(?:src|href|data)="((?:https?:)?\/\/[^"]*)"/g
const loadingStyle = /(?:url\(\s*["']?|@import\s+["'])((?:https?:)?\/\/[^"')\s]+)/g

/**
 * One line for each problem; none if the site is fine. `base` is the path at which it is served.
 */
export function findProblems(folder: string, base: string): string[] {
  const pages = globSync('**/*.html', { cwd: folder })
    .toSorted()
    .filter((page) => page !== '404.html' && !page.startsWith('files/'))
  const texts = new Map(pages.map((page) => [page, readFileSync(join(folder, page), 'utf8')]))
  const anchors = new Map(
    [...texts].map(([page, text]) => [
      page,
      new Set([...text.matchAll(/\bid="([^"]+)"/g)].map(([, id = '']) => id)),
    ]),
  )
  const problems: string[] = []
  const linked = new Map(pages.map((page) => [page, new Set<string>()]))
  for (const [page, text] of texts) {
    for (const [, url] of text.matchAll(loadingElements)) problems.push(`${page} loads ${url}`)
    for (const link of new Set(
      [...text.matchAll(/<a\b[^>]*?\bhref="([^"]*)"/g)].map(([, href = '']) => href),
    )) {
      const target = resolveTarget(page, link, base)
      if (!target) continue
      const fileAnchors = anchors.get(target.file)
      if (fileAnchors) linked.get(page)?.add(target.file)
      if (!fileAnchors && !existsSync(join(folder, target.file)))
        problems.push(`${page} links to ${link}, which does not exist`)
      else if (target.anchor && fileAnchors && !fileAnchors.has(target.anchor))
        problems.push(`${page} links to ${link}, a page without that heading`)
    }
  }
  for (const style of globSync('**/*.css', { cwd: folder }))
    for (const [, url] of readFileSync(join(folder, style), 'utf8').matchAll(loadingStyle))
      problems.push(`${style} loads ${url}`)
  const reachedPages = findReachable(linked)
  return [
    ...problems,
    ...pages
      .filter((page) => !reachedPages.has(page))
      .map((page) => `${page} is linked from nowhere`),
  ]
}

/** The file of the site that a link leads to; undefined for other sites. */
function resolveTarget(
  page: string,
  link: string,
  base: string,
): { file: string; anchor: string } | undefined {
  if (/^[a-z]+:/i.test(link)) return undefined
  const [path = '', anchor = ''] = decodeURIComponent(link.replaceAll('&amp;', '&')).split('#')
  const sitePath = path.startsWith('/')
    ? path.slice(base.length)
    : posix.join(posix.dirname(page), path)
  const filePath = sitePath === '' || sitePath.endsWith('/') ? `${sitePath}index.html` : sitePath
  return { file: posix.normalize(path === '' ? page : filePath), anchor }
}

/** The pages that can be reached by links from the first page. */
function findReachable(linked: Map<string, Set<string>>): Set<string> {
  const reached = new Set(['index.html'])
  for (const page of reached)
    for (const linkedPage of linked.get(page) ?? []) reached.add(linkedPage)
  return reached
}

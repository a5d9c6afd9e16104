// The VitePress configuration of the site: its navigation, its search in the browser, and links
// that lead to the same places as in the project.

import type { DefaultTheme, MarkdownOptions, UserConfig } from 'vitepress'
import { decisions, decisionsFile, navigation, pagePath, resolveLink } from './pages.ts'

type MarkdownIt = Parameters<NonNullable<MarkdownOptions['config']>>[0]

/**
 * Read by VitePress from the folder that `build.ts` prepares; `sources` maps each page of that
 * folder to its original file.
 */
export function siteConfig(sources: Record<string, string>): UserConfig<DefaultTheme.Config> {
  const sections = navigation()
  const groups = sections.map(({ title, links }) => ({ text: title, items: links }))
  const decisionLinks = decisions().map(({ file, heading }) => ({
    text: heading,
    link: `/${pagePath(file).replace(/\.md$/, '.html')}`,
  }))
  return {
    title: 'Clinic Scheduling',
    description: 'Self-hosted scheduling for clinics.',
    lang: 'en',
    head: [['link', { rel: 'icon', href: 'data:,' }]],
    ignoreDeadLinks: false,
    // One script for all pages: the service's policy allows inline scripts by their hash.
    metaChunk: true,
    // Without it, a style would be inserted into the page for a moment, which the service's policy
    // blocks.
    appearance: { disableTransition: false },
    // A page would prefetch all others that it links to.
    router: { prefetchLinks: false },
    markdown: {
      // The default themes are too pale on the grey background of code.
      theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
      // Anchors are those of a plain Git host, where the same files are read.
      anchor: { slugify: headingAnchor },
      attrs: { disable: true },
      config(markdown) {
        markdown.disable('emoji')
        markdown.core.ruler.push('links of the project', (state) => {
          const sourceFile = sources[state.env.relativePath]
          if (sourceFile) for (const token of state.tokens) rewriteLinks(token, sourceFile)
        })
      },
    },
    // Long pages are acceptable, and the requirements are one page on purpose.
    vite: { build: { chunkSizeWarningLimit: 5_000 }, logLevel: 'warn' },
    themeConfig: {
      nav: sections.map(({ title, links }) => ({ text: title, link: links[0]?.link ?? '/' })),
      sidebar: {
        '/': groups,
        '/decisions/': [
          {
            text: 'Decisions',
            link: `/${pagePath(decisionsFile).replace('index.md', '')}`,
            items: decisionLinks,
          },
        ],
      },
      outline: { level: [2, 3] },
      search: {
        provider: 'local',
        options: {
          // The table of all errors is one long section: its length must not count against it (b,
          // 0.7 by default).
          miniSearch: { searchOptions: { bm25: { k: 1.2, b: 0.1, d: 0.5 } } },
          // Requirements and decisions name everything, and would hide the page that explains it.
          // The decisions have a list of chapters.
          _render: (source, env, markdown) =>
            /^(requirements|decisions\/(?!index))/.test(env.relativePath)
              ? ''
              : markdown.render(source, env),
        },
      },
      docFooter: { prev: false, next: false },
    },
  }
}

type Token = ReturnType<MarkdownIt['parse']>[number]

const linkAttributes: Record<string, string> = { link_open: 'href', image: 'src' }

function rewriteLinks(token: Token, from: string): void {
  for (const child of token.children ?? []) rewriteLinks(child, from)
  const name = linkAttributes[token.type]
  const link = name && token.attrGet(name)
  if (name && link) token.attrSet(name, resolveLink(from, link).link)
  if (token.type.startsWith('html_'))
    token.content = token.content.replace(
      /\bsrc="([^"]+)"/g,
      (_, source) => `src="${resolveLink(from, source).link}"`,
    )
}

/** The anchor of a heading, as GitHub makes it. */
export function headingAnchor(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
}

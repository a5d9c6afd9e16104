// The building blocks of pages for people without a key: one document that loads nothing else; its
// style and script are inline and allowed by their hashes.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export const htmlType = 'text/html; charset=utf-8'

/** The address of the page is a secret: it must not be sent anywhere. */
export const secretPageHeaders = {
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'x-content-type-options': 'nosniff',
}

/** A card with a headline, light or dark, from 320 px up. */
export const cardStyle = `
:root { color-scheme: light dark; --back: #f3f5f7; --card: #fff; --ink: #17212b; --soft: #51606e; --line: #d9dfe5; --mark: #0b5c8a; --on: #fff; --warn: #ffedc8; font: 17px/1.5 system-ui, sans-serif; }
@media (prefers-color-scheme: dark) { :root { --back: #10161c; --card: #1a232c; --ink: #e8eef4; --soft: #a5b4c2; --line: #33404d; --mark: #7cc4ee; --on: #0a1a26; --warn: #4a3408; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink); overflow-wrap: anywhere; }
main { max-width: 30rem; margin: 0 auto; padding: 1.25rem 1rem 2rem; }
h1 { font-size: 1.1rem; font-weight: 600; margin: 0 0 1rem; text-align: center; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 14px; overflow: hidden; }
h2 { margin: 0; padding: 1.25rem 1rem .5rem; text-align: center; font-size: clamp(3rem, 17vw, 5.2rem); line-height: 1.05; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
h2 small { display: block; font-size: .95rem; font-weight: 400; letter-spacing: 0; color: var(--soft); margin-bottom: .35rem; }
#headline { margin: 0; padding: 0 1.25rem 1.35rem; text-align: center; font-size: 1.25rem; line-height: 1.35; font-weight: 600; text-wrap: balance; }
.card > #headline { padding-top: 1.35rem; }
[hidden] { display: none !important; }
footer { color: var(--soft); font-size: .88rem; margin-top: 1rem; padding: 0 .25rem; }
footer p { margin: 0 0 .5rem; }
`

interface PagePolicy {
  style: string
  script?: string
  more?: string
  /** Where images may come from. */
  images?: string
  formAction?: string
}

/**
 * The headers of a page. Nothing is loaded, run or sent except what is named here; each part is a
 * directive with its semicolon.
 */
export function pageHeaders({
  style,
  script,
  more = '',
  images = 'data:',
  formAction = "'none'",
}: PagePolicy) {
  const scriptSource = script === undefined ? '' : `script-src ${sourceExpression(script)}; `
  const policy = `default-src 'none'; style-src ${sourceExpression(style)}; ${scriptSource}${more}img-src ${images}; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`
  return { ...secretPageHeaders, 'content-security-policy': policy }
}

/** A script for a page, without the comment lines and the indentation of its source. */
export const readPageScript = (file: URL) =>
  readFileSync(file, 'utf8')
    .replace(/^ *(\/\/|\/?\*).*\n/gm, '')
    .replace(/^\s+/gm, '')

/** The source expression of a policy that allows only this text. */
export const sourceExpression = (text: string) =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

interface HtmlPage {
  title: string
  style: string
  head?: string
  body: string
  /** The language tag of the page; English if omitted. */
  language?: string
}

/** A document; `head` and `body` are HTML, the title is text. */
export function htmlPage({ title, style, head = '', body, language = 'en' }: HtmlPage): string {
  return `<!doctype html>
<html lang="${language}"${/^ar\b/.test(language) ? ' dir="rtl"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
${head}<style>${style}</style>
</head>
${body}
</html>
`
}

export const plainPageHeaders = pageHeaders({ style: cardStyle })

/** A page with one sentence; `triesAgain`: the browser reloads it automatically. */
export function plainPage(
  title: string,
  sentence: string,
  { triesAgain = false, language = 'en' } = {},
): string {
  return htmlPage({
    title,
    language,
    style: cardStyle,
    head: triesAgain ? '<meta http-equiv="refresh" content="30">\n' : '',
    body: `<body>
<main>
<h1>${escapeHtml(title)}</h1>
<div class="card"><p id="headline">${escapeHtml(sentence)}</p></div>
</main>
</body>`,
  })
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML, attributes included. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

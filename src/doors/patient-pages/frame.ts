// The frame of pages for patients: the clinic's colour, logo and name above a card, in light or
// dark mode, from 320 px wide, in either text direction.

import { escapeHtml, htmlPage } from '../../base/http/html.ts'
import { type Colour, lightenForBackground } from '../../base/values/colour.ts'
import {
  findLegalText,
  isLegalLink,
  type LegalTextName,
  type LegalTexts,
  legalPath,
  legalTextNames,
} from '../../base/values/legal-texts.ts'
import { type BookingPageSettings, defaultColour, type PageLanguage } from './settings.ts'
import { fillHtml, loadWords } from './words.ts'

const darkCard: Colour = '#1a232c'

/** The clinic's part of a page. */
export interface PageClinic {
  title: string
  /** The page's settings; empty if the clinic has no booking page. */
  settings: BookingPageSettings
  /** Path of the logo; null if there is none. */
  logo: string | null
  /** Who is responsible for patients' data; null: the clinic has no such texts. */
  legal: LegalTexts | null
  /** The name of the workspace, under which these texts are. */
  workspace: string
}

/** The address of one of a clinic's legal texts, which may be elsewhere. */
function legalUrl(
  { legal, workspace }: Pick<PageClinic, 'legal' | 'workspace'>,
  name: LegalTextName,
  language: string,
): string | undefined {
  const found = findLegalText(legal, name, language)
  if (!found) return undefined
  return isLegalLink(found.text)
    ? found.text.trim()
    : `${legalPath(workspace, name)}?lang=${found.language}`
}

/** Links to the privacy notice, the imprint and the terms; '' if the clinic has none. */
export function legalLinks(
  clinic: Pick<PageClinic, 'legal' | 'workspace'>,
  language: PageLanguage,
  locale: string,
): string {
  const words = loadWords(language, locale)
  const links = legalTextNames.flatMap((name) => {
    const url = legalUrl(clinic, name, language)
    return url === undefined
      ? []
      : `<a href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer">${escapeHtml(words[name])}</a>`
  })
  return links.length === 0 ? '' : `<p class="legal">${links.join(' · ')}</p>`
}

/** The path of the page on which patients of a workspace see what they have booked. */
export const ownVisitsPath = (workspace: string) => `/my/${workspace}`

/** The style of a page in a clinic's colour, followed by `more`. */
export function frameStyle({ colour = defaultColour }: BookingPageSettings, more: string): string {
  return `
:root { color-scheme: light dark; --back: #f3f5f7; --card: #fff; --ink: #17212b; --soft: #51606e; --line: #d9dfe5; --edge: #8a96a3; --mark: ${colour}; --on: #fff; --tint: color-mix(in srgb, var(--mark) 9%, var(--card)); --warn: #ffedc8; --bad: #b3261e; font: 17px/1.5 system-ui, sans-serif; }
@media (prefers-color-scheme: dark) { :root { --back: #10161c; --card: ${darkCard}; --ink: #e8eef4; --soft: #a5b4c2; --line: #33404d; --edge: #6d7c8b; --mark: ${lightenForBackground(darkCard, colour)}; --on: #0b1218; --warn: #4a3408; --bad: #ff9a91; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink); overflow-wrap: break-word; }
h1, h2, h3, p, dl, dd, ul { margin: 0; }
ul { padding: 0; list-style: none; }
a { color: var(--mark); }
:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px; border-radius: 4px; }
.clinic { display: flex; align-items: center; gap: .8rem; }
.clinic img { display: block; max-width: 9rem; height: 2.75rem; object-fit: contain; }
.clinic a { color: inherit; text-decoration: none; }
.legal { margin-top: 1.25rem; font-size: .94rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 14px; }
[hidden] { display: none !important; }
${more}`
}

/** The header of a page with the clinic; `heading` is the HTML element of its name. */
export function clinicHeader(
  { title, logo }: PageClinic,
  { heading, href }: { heading: 'h1' | 'p'; href?: string },
): string {
  const picture =
    logo === null ? '' : `<img src="${escapeHtml(logo)}" alt="" width="144" height="44">`
  const name =
    href === undefined
      ? escapeHtml(title)
      : `<a href="${escapeHtml(href)}">${escapeHtml(title)}</a>`
  return `<header class="clinic">${picture}<${heading} class="name" dir="auto">${name}</${heading}></header>`
}

/** The clinic's phone and e-mail as links. */
export function contactHtml({ phone, email }: BookingPageSettings): string[] {
  const call =
    phone === undefined
      ? []
      : [
          `<a href="tel:${escapeHtml(phone.replace(/[^\d+]/g, ''))}" dir="ltr">${escapeHtml(phone)}</a>`,
        ]
  const write =
    email === undefined
      ? []
      : [`<a href="mailto:${escapeHtml(email)}" dir="ltr">${escapeHtml(email)}</a>`]
  return [...call, ...write]
}

/** The clinic's contacts in one row; '' if there are none. */
export const contactLinks = (settings: BookingPageSettings): string =>
  contactHtml(settings).join(' · ')

/** A page with one sentence, and the clinic's contacts if known. */
export function sentencePage(
  language: PageLanguage,
  style: string,
  {
    title,
    sentence,
    more = '',
    legal = '',
  }: { title: string; sentence: string; more?: string; legal?: string },
): string {
  return htmlPage({
    title,
    style,
    language,
    body: `<body>
<main class="narrow">
<h1>${escapeHtml(title)}</h1>
<div class="card pad"><p>${fillHtml(sentence)}</p>${more}</div>
${legal}
</main>
</body>`,
  })
}

export const sentenceStyle = frameStyle(
  {},
  `.narrow { max-width: 30rem; margin: 0 auto; padding: 2.5rem 1rem; }
h1 { font-size: 1.4rem; line-height: 1.3; margin-bottom: 1rem; }
.pad { padding: 1.25rem; }
`,
)

/** The page for a request refused because of too many requests or a busy service. */
export function tooBusyPage(language: PageLanguage): string {
  const { busyTitle, busy } = loadWords(language)
  return sentencePage(language, sentenceStyle, { title: busyTitle, sentence: busy })
}

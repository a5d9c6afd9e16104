// The page "My visits": the booking element, which asks for a contact and its code, and then shows
// what everyone on that contact has booked. The page itself is the same for everyone.

import { escapeHtml, htmlPage } from '../../../base/http/html.ts'
import { clinicHeader, frameStyle, legalLinks } from '../frame.ts'
import {
  bookingElement,
  elementLayout,
  languageLinks,
  localizedUrl,
  script,
} from '../hosted-page.ts'
import { bookingPath } from '../people.ts'
import type { HostedPage } from '../shown-page.ts'
import { loadWords } from '../words.ts'

const layout = `
.page { max-width: 42rem; margin: 0 auto; padding: .75rem 1rem 3rem; display: grid; gap: .75rem; }
${elementLayout}@media (min-width: 62rem) {
  .page { padding-block: 2rem 4rem; gap: 1.25rem; }
  .lead h1 { font-size: 2rem; }
}
`

export function ownVisitsPage(page: HostedPage): { style: string; content: string } {
  const { clinic, url, language, languages, locale, isLanguageAsked, element } = page
  const words = loadWords(language, locale)
  const style = frameStyle(clinic.settings, layout)
  const booking = localizedUrl(
    bookingPath(clinic.workspace),
    isLanguageAsked ? language : undefined,
  )
  // The script finds the languages of the page by these links.
  const alternates = languages.map(
    (one) =>
      `<link rel="alternate" hreflang="${one}" href="${escapeHtml(localizedUrl(url, one))}">`,
  )
  const loading =
    element &&
    `<script type="module" src="${escapeHtml(element.script)}" integrity="${element.integrity}"></script>`
  return {
    style,
    content: htmlPage({
      title: `${words.ownVisits} · ${clinic.title}`,
      style,
      language,
      head: `${alternates.join('\n')}
<script>${script}</script>
${loading ?? ''}`,
      body: `<body>
<main class="page">
${clinicHeader(clinic, { heading: 'p', href: booking })}
<div class="lead"><h1>${escapeHtml(words.ownVisits)}</h1></div>
<section class="booking card" aria-label="${escapeHtml(words.ownVisits)}">
${bookingElement(page, clinic.workspace)}
</section>
${legalLinks(clinic, language, locale)}
<p class="mine"><a href="${escapeHtml(booking)}">${escapeHtml(words.bookVisit)}</a></p>
${languageLinks(page)}
</main>
</body>`,
    }),
  }
}

// The page on which patients book: the clinic, its locations and practitioners as text that needs
// no script, and the booking element.

import { escapeHtml, htmlPage, secretPageHeaders, sourceExpression } from '../../base/http/html.ts'
import { newPatientPageFields } from '../../base/values/new-patient-fields.ts'
import {
  clinicHeader,
  contactHtml,
  contactLinks,
  frameStyle,
  legalLinks,
  ownVisitsPath,
} from './frame.ts'
import { daysText, groupEqualDays, timesText } from './hours.ts'
import { jsonLd } from './json-ld.ts'
import type { BookingPageSettings, PageLanguage } from './settings.ts'
import type { HostedPage, ShownPractitioner } from './shown-page.ts'
import { fillHtml, fillText, loadWords } from './words.ts'

/** The style of the element and of what stands above it. */
export const elementLayout = `
.clinic { min-height: 2.75rem; }
.name { font-size: 1.1rem; line-height: 1.25; font-weight: 700; }
.lead { display: flex; align-items: center; gap: .85rem; }
.lead h1 { font-size: 1.35rem; line-height: 1.25; text-wrap: balance; }
.booking { overflow: clip; }
clinic-booking { display: block; min-height: 36rem; }
clinic-times { display: none; }
clinic-booking, clinic-times { --clinic-booking-colour: var(--mark); --clinic-booking-on-colour: var(--on); --clinic-booking-surface: var(--card); --clinic-booking-text: var(--ink); --clinic-booking-quiet: var(--soft); }
clinic-booking::part(card) { border: 0; border-radius: 0; box-shadow: none; max-inline-size: none; }
.fallback { padding: 1.5rem 1.25rem; display: grid; gap: .6rem; }
.fallback a { font-size: 1.15rem; font-weight: 600; }
.languages ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
@media (max-width: 30rem) {
  .booking { margin-inline: -1rem; border-inline: 0; border-radius: 0; }
}
`

const layout = `
.page { max-width: 76rem; margin: 0 auto; padding: .75rem 1rem 3rem; display: grid; gap: .75rem; }
.facts { display: grid; gap: 1.75rem; align-content: start; padding-top: .75rem; }
.facts h2 { font-size: 1.05rem; margin-bottom: .6rem; }
.facts li + li { margin-top: .6rem; }
.facts li { padding: .9rem 1rem; }
.facts h3 { font-size: 1rem; }
.facts h3 a { text-underline-offset: .2em; }
.facts address { font-style: normal; }
.contact a { display: inline-block; padding-block: .2rem; }
.about { display: grid; gap: .5rem; }
.person { display: flex; gap: .9rem; }
.person > div { min-width: 0; flex: 1; }
.face { flex: none; width: 3.25rem; height: 3.25rem; border-radius: 50%; background: var(--tint); display: grid; place-items: center; overflow: clip; font-weight: 650; }
.face img { grid-area: 1 / 1; width: 100%; height: 100%; object-fit: cover; }
.face span { grid-area: 1 / 1; }
.hours { display: grid; grid-template-columns: fit-content(55%) 1fr; gap: .15rem 1rem; font-size: .92rem; }
.facts .soft { font-weight: 400; font-size: .92rem; }
.map { display: inline-block; margin-block: .4rem .6rem; font-size: .95rem; }
.soft { color: var(--soft); font-size: .92rem; }
.more { margin-top: .4rem; font-size: .95rem; white-space: pre-line; max-width: 60ch; }
.text { white-space: pre-line; max-width: 60ch; color: var(--soft); }
${elementLayout}@media (min-width: 62rem) {
  .page { grid-template-columns: minmax(0, 1fr) minmax(0, 30rem); column-gap: 3.5rem; row-gap: 1.25rem; padding-block: 2rem 4rem; grid-template-areas: "clinic booking" "lead booking" "facts booking"; grid-template-rows: auto auto 1fr; }
  .clinic { grid-area: clinic; }
  .name { font-size: 1.25rem; }
  .lead { grid-area: lead; gap: 1.25rem; }
  .lead h1 { font-size: 2rem; }
  .lead .face { width: 5.5rem; height: 5.5rem; font-size: 1.5rem; }
  .booking { grid-area: booking; position: sticky; top: 2rem; align-self: start; }
  .facts { grid-area: facts; padding-top: 0; }
  .legal, .mine, .languages { grid-column: 1; }
  clinic-times { display: block; min-height: 4.6rem; margin-top: .6rem; }
}
@media (scripting: none) {
  clinic-times { display: none; }
}
@media print {
  :root { color-scheme: light; --back: #fff; --card: #fff; --ink: #000; --soft: #333; --line: #999; --mark: #000; }
  .page { display: block; max-width: none; padding: 0; }
  .booking, .map, .languages, clinic-times { display: none; }
  .lead, .facts { margin-top: 1rem; }
  .facts li, .facts section { break-inside: avoid; }
  .facts li { padding: .4rem .7rem; }
  a { text-decoration: none; }
}
`

// A language in the URL also applies to the element. Without one, a language that was chosen here
// before applies to the whole page; it is looked up after the first paint, which would otherwise
// wait for the storage. After that, a language chosen in the element applies. The element decides
// the name under which the browser stores it.
export const script = `
// The initials stay where a portrait cannot be loaded.
addEventListener('error', ({ target }) => target.matches?.('.face img') && target.remove(), true);
const ownName = 'clinic-booking language';
const pageIn = (language) => { const address = new URL(location.href); address.searchParams.set('lang', language); return address };
const asked = new URL(location.href).searchParams.get('lang');
const shown = document.documentElement.lang;
const keep = () => { try { localStorage.setItem(ownName, shown) } catch {} };
const goToChosen = () => {
  try {
    const chosen = localStorage.getItem(ownName);
    const isThere = [...document.querySelectorAll('link[hreflang]')].some(({ hreflang }) => hreflang === chosen);
    if (isThere && chosen !== shown && chosen !== asked) location.replace(pageIn(chosen));
  } catch {}
};
if (asked === shown) keep();
else requestAnimationFrame(() => setTimeout(goToChosen));
let last = '';
addEventListener('clinic-language', async ({ detail: { language } }) => {
  last = language;
  try {
    const answer = await fetch(pageIn(language), { credentials: 'omit' });
    const other = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const { lang, dir } = other.documentElement;
    if (last !== language || lang !== language) return;
    Object.assign(document.documentElement, { lang, dir });
    document.title = other.title;
    for (const name of ['clinic', 'lead', 'facts', 'legal', 'mine']) document.querySelector('.' + name)?.replaceWith(other.querySelector('.' + name) ?? '');
    document.querySelector('.booking').ariaLabel = other.querySelector('.booking').getAttribute('aria-label');
    history.replaceState(history.state, '', pageIn(language));
  } catch {}
});
`

export function hostedStyle(settings: BookingPageSettings): string {
  return frameStyle(settings, layout)
}

/**
 * Everything is loaded from this service, except portraits, which a clinic may host elsewhere; the
 * element's script creates its styles.
 */
export function hostedHeaders(
  style: string,
  { practitioners, practitioner }: Pick<HostedPage, 'practitioners' | 'practitioner'>,
): Record<string, string> {
  const portraits = (practitioner ? [practitioner] : practitioners).flatMap(
    ({ portrait }) => imageSource(portrait) ?? [],
  )
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${sourceExpression(script)}`,
    `style-src ${sourceExpression(style)}`,
    ["img-src 'self' data:", ...new Set(portraits)].join(' '),
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  const { 'x-content-type-options': nosniff } = secretPageHeaders
  return {
    'x-content-type-options': nosniff,
    'content-security-policy': policy.join('; '),
    // The gateway and other sites learn the host, but not the clinic's page.
    'referrer-policy': 'strict-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'cache-control': 'no-store',
    vary: 'accept-language',
  }
}

/** The source of one picture for the content security policy; undefined if no page may show it. */
function imageSource(address: string | null): string | undefined {
  if (address === null || !URL.canParse(address)) return undefined
  const { protocol, origin, pathname } = new URL(address)
  // A semicolon or comma would end the source.
  return protocol === 'https:'
    ? `${origin}${pathname.replaceAll(';', '%3B').replaceAll(',', '%2C')}`
    : undefined
}

/** The URL of the page in a language; without one, the browser's language decides. */
export function localizedUrl(url: string, language?: PageLanguage): string {
  return language === undefined ? url : `${url}?lang=${language}`
}

export function hostedPage(page: HostedPage): string {
  const { clinic, url, language, locale, practitioner } = page
  const words = loadWords(language, locale)
  const heading = practitioner
    ? { text: words.bookVisitWith, facts: { practitioner: practitioner.name } }
    : { text: words.bookVisit, facts: {} }
  const title = `${fillText(heading.text, heading.facts)} · ${clinic.title}`
  const element =
    page.element &&
    `<script type="module" src="${escapeHtml(page.element.script)}" integrity="${page.element.integrity}"></script>\n`
  return htmlPage({
    title,
    style: hostedStyle(clinic.settings),
    language,
    head: `${headHtml(page, title)}
<script>${script}</script>
<script type="application/ld+json">${jsonLd(page)}</script>
${element ?? ''}`,
    body: `<body>
<main class="page">
${clinicHeader(clinic, { heading: 'p', ...(practitioner && { href: keepLanguageInUrl(page, url) }) })}
<div class="lead">
${practitioner ? portraitHtml(practitioner) : ''}<h1>${fillHtml(heading.text, heading.facts)}</h1>
</div>
<section class="booking card" aria-label="${escapeHtml(words.bookVisit)}">
${bookingElement(page)}
</section>
<div class="facts">
${practitioner ? practitionerHtml(practitioner, page) : clinicText(clinic.settings)}
${practitioner ? '' : practitionersList(page)}
${locationsList(page)}
${contactCard(page)}
${practitioner ? `<p><a href="${escapeHtml(keepLanguageInUrl(page, url))}">${fillHtml(words.all, { clinic: clinic.title })}</a></p>` : ''}
</div>
${legalLinks(clinic, language, locale)}
${ownVisitsLink(page)}
${languageLinks(page)}
</main>
</body>`,
  })
}

/** The link to what the reader has booked already. */
function ownVisitsLink(page: HostedPage): string {
  const { clinic, language, locale } = page
  const url = keepLanguageInUrl(page, ownVisitsPath(clinic.workspace))
  return `<p class="mine"><a href="${escapeHtml(url)}">${escapeHtml(loadWords(language, locale).ownVisits)}</a></p>`
}

/** The URL of one of the clinic's pages, in the language that this page's URL specifies. */
function keepLanguageInUrl({ isLanguageAsked, language }: HostedPage, url: string): string {
  return localizedUrl(url, isLanguageAsked ? language : undefined)
}

const pageUrl = ({ url, practitioner }: HostedPage) =>
  practitioner ? `${url}/${practitioner.slug}` : url

/** What search engines and messengers show of the page, and its addresses in other languages. */
function headHtml(page: HostedPage, title: string): string {
  const { clinic, origin, practitioner, languages, language, locale } = page
  const url = pageUrl(page)
  const description = practitioner
    ? [practitioner.specialization, practitioner.qualification, clinic.title]
        .filter(Boolean)
        .join(', ')
    : [clinic.title, ...new Set(page.locations.map(({ city }) => city))].join(', ')
  const image =
    practitioner && imageSource(practitioner.portrait)
      ? practitioner.portrait
      : clinic.logo && `${origin}${clinic.logo}`
  const graph = {
    'og:type': 'website',
    'og:site_name': clinic.title,
    'og:title': title,
    'og:description': description,
    'og:url': keepLanguageInUrl(page, url),
    ...(image && { 'og:image': image }),
    'og:locale': localeWithCountry(locale),
  }
  const others = languages.filter((other) => other !== language)
  const alternates =
    languages.length < 2
      ? []
      : [
          ...languages.map((one) => [one, localizedUrl(url, one)] as const),
          ['x-default', url] as const,
        ]
  return [
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<link rel="canonical" href="${escapeHtml(keepLanguageInUrl(page, url))}">`,
    ...alternates.map(
      ([name, address]) =>
        `<link rel="alternate" hreflang="${name}" href="${escapeHtml(address)}">`,
    ),
    ...Object.entries(graph).map(
      ([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`,
    ),
    ...others.map(
      (other) => `<meta property="og:locale:alternate" content="${localeWithCountry(other)}">`,
    ),
  ].join('\n')
}

/** A locale as Open Graph writes it, `pt_BR`: with the most likely country if none is known. */
function localeWithCountry(tag: string): string {
  const { language, region } = new Intl.Locale(tag).maximize()
  return `${language}_${region}`
}

const clinicText = ({ text }: BookingPageSettings) =>
  text === undefined ? '' : `<p class="text" dir="auto">${escapeHtml(text)}</p>`

/** A portrait, on top of the initials that are shown without it. */
function portraitHtml({ name, portrait }: ShownPractitioner): string {
  const parts = name.replace(/^(Dr|Prof|Mr|Ms|Mrs)\.? /, '').split(/\s+/)
  const initials = [parts[0], parts.length > 1 ? parts.at(-1) : undefined]
    .map((part) => [...(part ?? '')][0] ?? '')
    .join('')
  const picture =
    imageSource(portrait) === undefined
      ? ''
      : `<img src="${escapeHtml(portrait ?? '')}" alt="" referrerpolicy="no-referrer" loading="lazy">`
  return `<span class="face" aria-hidden="true"><span>${escapeHtml(initials)}</span>${picture}</span>`
}

function practitionerHtml(practitionerShown: ShownPractitioner, page: HostedPage): string {
  const { specialization, qualification, treatmentPhilosophy, whatToExpect } = practitionerShown
  const facts = [specialization, qualification]
    .filter(Boolean)
    .map((fact) => `<bdi>${escapeHtml(fact ?? '')}</bdi>`)
  const line = [...facts, ...practiceFacts(practitionerShown, page)].join(' · ')
  const texts = [treatmentPhilosophy, whatToExpect].flatMap((text) =>
    text === null ? [] : [`<p class="text" dir="auto">${escapeHtml(text)}</p>`],
  )
  return `<section class="about"><p>${line}</p>${texts.join('')}</section>`
}

/** How long a practitioner has practised, and in which languages. */
function practiceFacts(
  { experience, languages }: ShownPractitioner,
  { language, locale }: HostedPage,
): string[] {
  const words = loadWords(language, locale)
  return [
    ...(experience === null ? [] : [fillHtml(words.years, { years: String(experience) })]),
    ...(languages.length === 0
      ? []
      : [fillHtml(words.speaks, { languages: languageNames(languages, locale) })]),
  ]
}

/** Names of languages as the reader would write them: "Hindi and English". */
function languageNames(tags: readonly string[], locale: string): string {
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  return new Intl.ListFormat(locale).format(tags.map((tag) => names.of(tag) ?? tag))
}

/**
 * The element, with the content that is shown until it has loaded; `ownVisitsOf` is the workspace
 * whose visits it shows to their patients, instead of booking.
 */
export function bookingElement(
  { clinic, origin, language, languages, locale, element, practitioner }: HostedPage,
  ownVisitsOf?: string,
): string {
  const words = loadWords(language, locale)
  const [opens, needsScript] =
    ownVisitsOf === undefined
      ? [words.opens, words.needsScript]
      : [words.ownOpens, words.ownNeedsScript]
  const { settings } = clinic
  const contact = contactLinks(settings)
  const textWithoutPhone = settings.email !== undefined ? words.ifNotMail : words.ifNotCome
  const contactText = settings.phone !== undefined ? words.ifNot : textWithoutPhone
  if (!element)
    return `<div class="fallback"><p>${fillHtml(ownVisitsOf === undefined ? words.notNow : words.ownNotNow)}</p>${contact === '' ? '' : `<p>${contact}</p>`}</div>`
  const attributes = {
    'widget-key': element.widgetKey,
    'base-url': origin,
    locale,
    languages: languages.join(' '),
    // An e-mail address sent with a phone number is not verified, and a session may not store it.
    'new-patient-fields': newPatientPageFields(settings.newPatients).join(' '),
    ...(practitioner && { doctor: String(practitioner.id) }),
    ...(ownVisitsOf !== undefined && { 'own-visits': ownVisitsOf }),
    ...(settings.phone !== undefined && { 'clinic-phone': settings.phone }),
    ...(settings.email !== undefined && { 'clinic-email': settings.email }),
  }
  const attributeText = Object.entries(attributes).map(
    ([name, value]) => `${name}="${escapeHtml(value)}"`,
  )
  return `<clinic-booking ${attributeText.join(' ')}>
<div class="fallback">
<noscript><p>${fillHtml(needsScript)}</p></noscript>
<p>${fillHtml(opens)} ${fillHtml(contactText)}</p>
${contact === '' ? '' : `<p>${contact}</p>`}
</div>
</clinic-booking>`
}

function practitionersList(page: HostedPage): string {
  const { practitioners, hasMore, url, language, locale } = page
  const words = loadWords(language, locale)
  if (practitioners.length === 0) return ''
  const items = practitioners.map((practitionerShown) => {
    const { id, slug, name, specialization, qualification, whatToExpect, runsQueue, locations } =
      practitionerShown
    const facts = [
      specialization,
      qualification ?? '',
      ...new Set(locations.map(({ city }) => city)),
    ].filter((fact) => fact !== '')
    const more = [
      ...practiceFacts(practitionerShown, page),
      ...(runsQueue ? [fillHtml(words.byQueue)] : []),
    ]
    const times = page.element && !runsQueue ? `<clinic-times doctor="${id}"></clinic-times>` : ''
    return `<li class="card person">${portraitHtml(practitionerShown)}<div><h3><a href="${escapeHtml(keepLanguageInUrl(page, `${url}/${slug}`))}" dir="auto">${escapeHtml(name)}</a></h3>
<p class="soft">${facts.map((fact) => `<bdi>${escapeHtml(fact)}</bdi>`).join(' · ')}</p>
${more.length === 0 ? '' : `<p class="soft">${more.join(' · ')}</p>\n`}${whatToExpect === null ? '' : `<p class="more" dir="auto">${escapeHtml(whatToExpect)}</p>\n`}${times}</div></li>`
  })
  return `<section><h2>${fillHtml(words.whom)}</h2><ul>${items.join('\n')}</ul>${hasMore ? `<p>${fillHtml(words.morePractitioners)}</p>` : ''}</section>`
}

function locationsList({ language, locale, locations, practitioner }: HostedPage): string {
  const words = loadWords(language, locale)
  const practitionerShown = practitioner?.locations ?? locations
  if (practitionerShown.length === 0) return ''
  const items = practitionerShown.map(({ fullAddress, hours }) => {
    const map = `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: fullAddress })}`
    const days = groupEqualDays(hours).map(
      ({ weekdays, windows }) =>
        `<dt>${escapeHtml(daysText(weekdays, locale))}</dt><dd>${escapeHtml(timesText(windows, locale))}</dd>`,
    )
    const list =
      days.length === 0
        ? ''
        : `<h3 class="soft">${escapeHtml(words.hours)}</h3><dl class="hours">${days.join('')}</dl>`
    return `<li class="card"><address><bdi>${escapeHtml(fullAddress)}</bdi></address>
<a class="map" href="${escapeHtml(map)}" target="_blank" rel="noopener noreferrer">${escapeHtml(words.directions)}</a>${list}</li>`
  })
  return `<section><h2>${escapeHtml(words.where)}</h2><ul>${items.join('\n')}</ul></section>`
}

function contactCard({ clinic, language, locale }: HostedPage): string {
  const links = contactHtml(clinic.settings)
  if (links.length === 0) return ''
  return `<section class="contact"><h2>${escapeHtml(loadWords(language, locale).contact)}</h2>${links.map((link) => `<p>${link}</p>`).join('')}</section>`
}

/** If scripts run, the element offers the languages instead. */
export function languageLinks(page: HostedPage): string {
  const { languages, language, locale } = page
  if (languages.length < 2) return ''
  const links = languages
    .filter((other) => other !== language)
    .map(
      (other) =>
        `<li><a lang="${other}" hreflang="${other}" href="${escapeHtml(localizedUrl(pageUrl(page), other))}">${escapeHtml(languageName(other))}</a></li>`,
    )
  return `<noscript><nav class="languages" aria-label="${escapeHtml(loadWords(language, locale).language)}"><ul>${links.join('')}</ul></nav></noscript>`
}

/** The name of a language in that language. */
function languageName(language: PageLanguage): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
}

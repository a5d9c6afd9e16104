// The page on which patients book: the clinic, its locations and practitioners as text that needs no script; and the booking element.

import { escaped, htmlPage, secretPageHeaders, sourceOf } from '../http/html.ts'
import { type ClinicOfPage, clinicHeader, contactLinks, frameStyle } from './frame.ts'
import { type BookingPageSettings, type PageLanguage, pageLanguages } from './settings.ts'
import { filledHtml, filledText, wordsOf } from './words/words.ts'

export interface ShownLocation {
  id: number
  fullAddress: string
  city: string
  state: string
  country: string
}

export interface ShownPractitioner {
  id: number
  /** The last part of the page's address. */
  slug: string
  name: string
  specialization: string
  qualification: string | null
  experience: number | null
  whatToExpect: string | null
  treatmentPhilosophy: string | null
  runsQueue: boolean
  locations: readonly ShownLocation[]
}

export interface HostedPage {
  clinic: ClinicOfPage
  /** The address of the clinic's page, `https://…/book/sunrise`. */
  url: string
  origin: string
  language: PageLanguage
  /** BCP 47 tag of that language, with the region from the browser. */
  locale: string
  locations: readonly ShownLocation[]
  practitioners: readonly ShownPractitioner[]
  /** The practitioner of the page; undefined for the clinic's page. */
  practitioner: ShownPractitioner | undefined
  /** How the element is loaded, and its settings; undefined if nothing can be booked. */
  element: { widgetKey: string; script: string; integrity: string } | undefined
}

const layout = `
.page { max-width: 74rem; margin: 0 auto; padding: 1.25rem 1rem 3rem; display: grid; gap: 1.5rem; }
.clinic { padding-block: .25rem; }
.name { font-size: 1.35rem; line-height: 1.25; font-weight: 700; }
.lead h1 { font-size: clamp(1.5rem, 5vw, 2rem); line-height: 1.2; text-wrap: balance; }
.lead p { margin-top: .5rem; color: var(--soft); max-width: 60ch; }
.booking { overflow: clip; }
clinic-booking { display: block; min-height: 36rem; --clinic-booking-colour: var(--mark); --clinic-booking-on-colour: var(--on); --clinic-booking-surface: var(--card); --clinic-booking-text: var(--ink); --clinic-booking-quiet: var(--soft); }
clinic-booking::part(card) { border: 0; border-radius: 0; box-shadow: none; max-inline-size: none; }
.fallback { padding: 1.5rem 1.25rem; display: grid; gap: .6rem; }
.fallback a { font-size: 1.15rem; font-weight: 600; }
.facts { display: grid; gap: 1.75rem; align-content: start; }
.facts h2 { font-size: 1.05rem; margin-bottom: .6rem; }
.facts li + li { margin-top: .6rem; }
.facts li { padding: .9rem 1rem; }
.facts h3 { font-size: 1rem; }
.facts h3 a { text-underline-offset: .2em; }
.facts address { font-style: normal; }
.soft { color: var(--soft); font-size: .92rem; }
.more { margin-top: .4rem; font-size: .95rem; white-space: pre-line; }
@media (max-width: 30rem) {
  .booking { margin-inline: -1rem; border-inline: 0; border-radius: 0; }
}
@media (min-width: 62rem) {
  .page { grid-template-columns: minmax(0, 1fr) minmax(0, 30rem); column-gap: 3rem; padding-block: 2rem 4rem; grid-template-areas: "clinic booking" "lead booking" "facts booking"; grid-template-rows: auto auto 1fr; }
  .clinic { grid-area: clinic; }
  .lead { grid-area: lead; }
  .booking { grid-area: booking; position: sticky; top: 2rem; align-self: start; }
  .facts { grid-area: facts; }
}
`

export function hostedStyle(settings: BookingPageSettings): string {
  return frameStyle(settings, layout)
}

/** Everything is loaded from this service; the element's script creates its styles. */
export function hostedHeaders(style: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${sourceOf(style)}`,
    "img-src 'self' data:",
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

export function hostedPage(page: HostedPage): string {
  const { clinic, url, language, practitioner } = page
  const words = wordsOf[language]
  const heading = practitioner ? { text: words.bookVisitWith, facts: { practitioner: practitioner.name } } : { text: words.bookVisit, facts: {} }
  const own = practitioner ? `${url}/${practitioner.slug}` : url
  const title = `${filledText(heading.text, heading.facts)} · ${clinic.title}`
  const description = practitioner
    ? [practitioner.specialization, practitioner.qualification, clinic.title].filter(Boolean).join(', ')
    : [clinic.title, ...new Set(page.locations.map(({ city }) => city))].join(', ')
  const script = page.element && `<script type="module" src="${escaped(page.element.script)}" integrity="${page.element.integrity}"></script>\n`
  return htmlPage({
    title,
    style: hostedStyle(clinic.settings),
    language,
    head: `<meta name="description" content="${escaped(description)}">
<link rel="canonical" href="${escaped(own)}">
<script type="application/ld+json">${jsonLd(page)}</script>
${script ?? ''}`,
    body: `<body>
<main class="page">
${clinicHeader(clinic, { heading: 'p', ...(practitioner && { href: url }) })}
<div class="lead">
<h1>${filledHtml(heading.text, heading.facts)}</h1>
${practitioner ? aboutPractitioner(practitioner, words.years) : textOf(clinic.settings)}
</div>
<section class="booking card" aria-label="${escaped(words.bookVisit)}">
${bookingElement(page)}
</section>
<div class="facts">
${practitioner ? '' : practitionersList(page)}
${locationsList(words.where, practitioner?.locations ?? page.locations)}
${practitioner ? `<p><a href="${escaped(url)}">${filledHtml(words.all, { clinic: clinic.title })}</a></p>` : ''}
</div>
</main>
</body>`,
  })
}

const textOf = ({ text }: BookingPageSettings) => (text === undefined ? '' : `<p class="more" dir="auto">${escaped(text)}</p>`)

function aboutPractitioner({ specialization, qualification, experience, whatToExpect, treatmentPhilosophy }: ShownPractitioner, years: string): string {
  const facts = [specialization, qualification].filter(Boolean).map((fact) => `<bdi>${escaped(fact ?? '')}</bdi>`)
  const line = [...facts, ...(experience === null ? [] : [filledHtml(years, { years: String(experience) })])].join(' · ')
  const more = [treatmentPhilosophy, whatToExpect].flatMap((text) => (text === null ? [] : [`<p class="more" dir="auto">${escaped(text)}</p>`]))
  return `<p>${line}</p>${more.join('')}`
}

/** The element, with the content that is shown until it has loaded. */
function bookingElement({ clinic, origin, language, locale, element, practitioner }: HostedPage): string {
  const words = wordsOf[language]
  const { settings } = clinic
  const contact = contactLinks(settings)
  const ask = settings.phone !== undefined ? words.ifNot : settings.email !== undefined ? words.ifNotMail : words.ifNotCome
  if (!element) return `<div class="fallback"><p>${filledHtml(words.notNow)}</p>${contact === '' ? '' : `<p>${contact}</p>`}</div>`
  const attributes = {
    'widget-key': element.widgetKey,
    'base-url': origin,
    locale,
    languages: (settings.languages ?? pageLanguages).join(' '),
    // An e-mail address beside a phone number is not verified, and a session may not store it.
    'new-patient-fields': (settings.newPatients ?? []).filter((asked) => asked !== 'email').join(' '),
    ...(practitioner && { doctor: String(practitioner.id) }),
    ...(settings.phone !== undefined && { 'clinic-phone': settings.phone }),
    ...(settings.email !== undefined && { 'clinic-email': settings.email }),
  }
  const told = Object.entries(attributes).map(([name, value]) => `${name}="${escaped(value)}"`)
  return `<clinic-booking ${told.join(' ')}>
<div class="fallback">
<noscript><p>${filledHtml(words.needsScript)}</p></noscript>
<p>${filledHtml(words.opens)} ${filledHtml(ask)}</p>
${contact === '' ? '' : `<p>${contact}</p>`}
</div>
</clinic-booking>`
}

function practitionersList({ practitioners, url, language }: HostedPage): string {
  const words = wordsOf[language]
  if (practitioners.length === 0) return ''
  const items = practitioners.map((shown) => {
    const { slug, name, specialization, qualification, experience, whatToExpect, runsQueue, locations } = shown
    const facts = [specialization, qualification ?? '', ...new Set(locations.map(({ city }) => city))].filter((fact) => fact !== '')
    const more = [...(experience === null ? [] : [filledHtml(words.years, { years: String(experience) })]), ...(runsQueue ? [filledHtml(words.byQueue)] : [])]
    return `<li class="card"><h3><a href="${escaped(`${url}/${slug}`)}" dir="auto">${escaped(name)}</a></h3>
<p class="soft">${facts.map((fact) => `<bdi>${escaped(fact)}</bdi>`).join(' · ')}</p>
${more.length === 0 ? '' : `<p class="soft">${more.join(' · ')}</p>\n`}${whatToExpect === null ? '' : `<p class="more" dir="auto">${escaped(whatToExpect)}</p>\n`}</li>`
  })
  return `<section><h2>${filledHtml(words.whom)}</h2><ul>${items.join('\n')}</ul></section>`
}

function locationsList(heading: string, locations: readonly ShownLocation[]): string {
  if (locations.length === 0) return ''
  const items = locations.map(({ fullAddress }) => `<li class="card"><address dir="auto">${escaped(fullAddress)}</address></li>`)
  return `<section><h2>${filledHtml(heading)}</h2><ul>${items.join('\n')}</ul></section>`
}

/** Structured data of schema.org, for search engines. */
function jsonLd({ clinic, url, origin, locations, practitioners, practitioner }: HostedPage): string {
  const addressOf = ({ fullAddress, city, state, country }: ShownLocation) => ({
    '@type': 'PostalAddress',
    streetAddress: fullAddress,
    addressLocality: city,
    addressRegion: state,
    addressCountry: country,
  })
  const { phone, email } = clinic.settings
  const contact = { ...(phone !== undefined && { telephone: phone }), ...(email !== undefined && { email }) }
  const ofClinic = {
    '@type': 'MedicalClinic',
    '@id': url,
    name: clinic.title,
    url,
    ...contact,
    ...(clinic.logo !== null && { logo: `${origin}${clinic.logo}` }),
    address: locations.map(addressOf),
  }
  const physicianOf = ({ slug, name, specialization, locations: worked }: ShownPractitioner) => ({
    '@type': 'Physician',
    '@id': `${url}/${slug}`,
    name,
    url: `${url}/${slug}`,
    ...(specialization !== '' && { medicalSpecialty: specialization }),
    ...contact,
    address: worked.map(addressOf),
    parentOrganization: { '@id': url },
  })
  const shown = practitioner ? [practitioner] : practitioners
  // In a script, `<` could end the element.
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': [ofClinic, ...shown.map(physicianOf)] }).replaceAll('<', '\\u003c')
}

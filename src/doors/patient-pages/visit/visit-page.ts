// The page of a visit. Each screen is one response with links and forms, and is complete without a script. The script only adds the
// viewer's local time, and reloads while the patient is waiting.

import { escaped, htmlPage, pageHeaders } from '../../../base/http/html.ts'
import { type Instant, offsetAt } from '../../../base/values/clinic-time.ts'
import { priceText } from '../../../base/values/money.ts'
import type { Entry } from '../../../base/values/video-times.ts'
import type { Entered } from '../../../visits/video/enter-video.ts'
import { type ClinicOfPage, clinicHeader, contactLinks, frameStyle } from '../frame.ts'
import type { BookingPageSettings, PageLanguage } from '../settings.ts'
import type { PageOfPack } from '../shown-pack.ts'
import type { Words } from '../words/en.ts'
import { filledHtml, filledText, wordsIn } from '../words/words.ts'
import { arrivalWindow, isAtClinic, isAwaited, type PageOfOffer, type ShownVisit, videoEntryOf, waitsLongFrom } from './visit.ts'

const hourMs = 3_600_000

const layout = `
main { max-width: 34rem; margin: 0 auto; padding: 1.25rem 1rem 2.5rem; }
.clinic { justify-content: center; margin-bottom: 1rem; }
.name { font-weight: 600; }
.status { padding: .8rem 1.25rem; background: var(--tint); border-bottom: 1px solid var(--line); border-radius: 13px 13px 0 0; font-weight: 600; }
.status.warn { background: var(--warn); }
.when { padding: 1.1rem 1.25rem; }
h1 { font-size: clamp(1.3rem, 6vw, 1.7rem); line-height: 1.25; text-wrap: balance; }
h1.ask { padding: 1.25rem 1.25rem 0; }
h1 b { display: block; font-size: clamp(2.2rem, 12vw, 3.2rem); line-height: 1.1; font-variant-numeric: tabular-nums; }
.soft { color: var(--soft); font-size: .94rem; }
dl div { border-top: 1px solid var(--line); padding: .55rem 1.25rem .65rem; }
dt { color: var(--soft); font-size: .9rem; }
dd { font-weight: 600; overflow-wrap: anywhere; }
.pad { padding: 1.1rem 1.25rem; display: grid; gap: .8rem; }
.actions { margin-top: 1rem; display: grid; gap: .7rem; }
.button { display: block; width: 100%; min-height: 3rem; padding: .7rem 1rem; border: 1px solid var(--edge); border-radius: 10px; background: var(--card); color: var(--ink); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
.button:hover { border-color: var(--mark); }
.main { background: var(--mark); border-color: var(--mark); color: var(--on); }
.bad { color: var(--bad); border-color: var(--bad); }
form { margin: 0; }
.said { margin-bottom: 1rem; padding: .8rem 1.25rem; border: 2px solid currentColor; border-radius: 10px; font-weight: 600; }
details { margin-top: .7rem; }
summary { padding: .85rem 1.1rem; min-height: 3rem; font-weight: 600; cursor: pointer; }
.times { padding: 0 1.1rem 1.1rem; display: grid; grid-template-columns: repeat(auto-fill, minmax(5.2rem, 1fr)); gap: .55rem; }
.times .button { padding: .6rem .3rem; font-variant-numeric: tabular-nums; }
footer { margin-top: 1.25rem; display: grid; gap: .5rem; }
`

// The page has the clinic's local time; this adds the viewer's where it differs.
const script = `
(() => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  for (const line of document.querySelectorAll('[data-at]')) {
    const at = new Date(Number(line.dataset.at))
    const format = (timeZone, style) => new Intl.DateTimeFormat(line.dataset.locale, Object.assign({ timeZone }, style))
    const written = (timeZone) => format(timeZone, { weekday: 'short', hour: 'numeric', minute: '2-digit' }).format(at)
    // A browser may name a zone that it does not know, and an old one may not know the clinic's.
    const isKnown = (timeZone) => {
      try {
        return Boolean(timeZone && written(timeZone))
      } catch {
        return false
      }
    }
    if (!isKnown(zone) || !isKnown(line.dataset.zone)) continue
    if (written(zone) === written(line.dataset.zone)) line.hidden = true
    else {
      const named = format(zone, { timeZoneName: 'longGeneric' }).formatToParts(at)
      line.textContent = line.dataset.words.replace('{time}', written(zone)).replace('{zone}', named.find(({ type }) => type === 'timeZoneName').value)
      line.hidden = false
    }
  }
  if (document.body.dataset.waits === 'true') setInterval(() => document.hidden || location.reload(), 60000)
})()
`

/** The headers of a screen of such a page. */
export function visitHeaders(settings: BookingPageSettings): Record<string, string> {
  return {
    ...pageHeaders({ style: frameStyle(settings, layout), script, formAction: "'self'", images: "'self' data:" }),
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    vary: 'accept-language',
  }
}

/** The input of a screen. */
export interface Viewed<Shown = ShownVisit> {
  visit: Shown
  /** The path of the page, with its token. */
  path: string
  language: PageLanguage
  /** How dates and amounts are formatted: the language, possibly with a country. */
  locale: string
  now: Instant
  /** An action that has just failed, to be reported first. */
  said?: 'taken' | 'changedMeanwhile' | 'notAllowed' | 'refundFailed' | 'offerGone' | 'payFailed' | 'payUndecided' | undefined
}

/** What links lead to. */
export type Linked = ShownVisit | PageOfOffer | PageOfPack

export function clinicOf({ clinic, settings, hasLogo, workspace }: Linked): ClinicOfPage {
  return { title: clinic, settings: settings ?? {}, logo: hasLogo ? `/book/${workspace}/logo.image` : null }
}

export function screen({ visit, language, locale, said }: Viewed<Linked>, title: string, body: string, waits = false): string {
  const clinic = clinicOf(visit)
  const words = wordsIn(language, locale)
  return htmlPage({
    title: `${title} · ${clinic.title}`,
    style: frameStyle(clinic.settings, layout),
    language,
    body: `<body${waits ? ' data-waits="true"' : ''}>
<main>
${clinicHeader(clinic, { heading: 'p' })}
${said === undefined ? '' : `<p class="said" role="alert">${filledHtml(words[said])}</p>\n`}${body}
</main>
<script>${script}</script>
</body>`,
  })
}

/** The common name, such as `India Time` instead of `Asia/Kolkata`. */
export function zoneName(locale: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

export function written(locale: string, timeZone: string, at: Instant, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale, { timeZone, ...options }).format(at)
}

export const dateOptions: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }
export const timeOptions: Intl.DateTimeFormatOptions = { timeStyle: 'short' }

/** A day and a time in the clinic's timezone. */
export function dayAndTime(locale: string, zone: string, at: Instant): string {
  return `${escaped(written(locale, zone, at, dateOptions))} <b dir="auto">${escaped(written(locale, zone, at, timeOptions))}</b>`
}

/** The viewer's local time: from the script or, before it runs, in the timezone that the booking named. */
export function elsewhere({ visit, language, locale }: Viewed<Linked>, at: Instant): string {
  const { timezone } = visit
  const words = wordsIn(language, locale).whereYouAre
  const known = visit.kind === 'VISIT' ? visit.patientTimezone : null
  const differs = known !== null && offsetAt(known, at) !== offsetAt(timezone, at)
  const text = differs
    ? words.replace('{time}', written(locale, known, at, { weekday: 'short', hour: 'numeric', minute: '2-digit' })).replace('{zone}', zoneName(locale, known))
    : ''
  return `<p class="soft" data-at="${at}" data-zone="${escaped(timezone)}" data-locale="${escaped(locale)}" data-words="${escaped(words)}"${differs ? '' : ' hidden'}>${escaped(text)}</p>`
}

export function amountText({ visit: { payableMinor, currency }, locale }: Viewed<Linked>): string {
  return priceText(payableMinor, currency, locale)
}

/**
 * The text about what is to be paid, or was paid. `isOff`: the visit will not take place, so
 * nothing is owed.
 */
export function costText(viewed: Viewed<ShownVisit | PageOfPack>, isOff: boolean): string {
  const { visit, language, locale } = viewed
  const words = wordsIn(language, locale)
  if (visit.kind === 'VISIT' && visit.bookingType === 'USE_ACTIVE_PACKAGE') return filledHtml(words.costPack)
  if (visit.payableMinor === 0 || (isOff && visit.paymentStatus !== 'PAID' && visit.paymentStatus !== 'REFUNDED')) return filledHtml(words.costNothing)
  if (visit.paymentStatus === 'UNPAID') return filledHtml(words.costDesk, { amount: priceText(visit.payableMinor - visit.deskMinor, visit.currency, locale) })
  const text = { PENDING: words.costOnline, PAID: words.costPaid, REFUNDED: words.costBack }[visit.paymentStatus]
  if (visit.paymentStatus !== 'REFUNDED') return filledHtml(text, { amount: amountText(viewed) })
  // If only a part was paid, at most that part is refunded.
  const paidMinor = visit.deskMinor || visit.payableMinor
  const money = { back: priceText(visit.refundedMinor, visit.currency, locale), amount: priceText(paidMinor, visit.currency, locale) }
  return filledHtml(visit.refundedMinor < paidMinor ? words.costPartBack : text, money)
}

interface Status {
  text: string
  isWarning?: boolean
}

function statusOf({ visit, language, locale, now }: Viewed): Status {
  const words = wordsIn(language, locale)
  const clock = (at: Instant) => written(locale, visit.timezone, at, timeOptions)
  if (visit.status === 'CANCELLED') return { text: filledHtml(words.cancelled), isWarning: true }
  if (visit.status === 'COMPLETED') return { text: filledHtml(words.over) }
  if (visit.status === 'IN_CONSULTATION') return { text: filledHtml(words.begun) }
  const longFrom = waitsLongFrom(visit)
  if (longFrom !== null && visit.arrivedAt !== null) {
    const waited = now >= longFrom
    const then = waited ? filledHtml(words.waitedLong) : filledHtml(words.sitDown, { time: clock(longFrom) })
    return { text: `${filledHtml(words.arrivedAt, { time: clock(visit.arrivedAt) })}. ${then}`, isWarning: waited }
  }
  if (visit.status === 'NO_SHOW' || now >= Math.max(visit.toAt, visit.fromAt)) return { text: filledHtml(words.missed), isWarning: true }
  const standing = visit.kind === 'VISIT' && visit.patientConfirmedAt !== null ? words.confirmed : visit.status === 'RESCHEDULED' ? words.moved : words.booked
  return { text: filledHtml(standing) }
}

/** A label, and its value as HTML. */
type Fact = [name: string, value: string]

/** The practitioner, and the location or the kind of visit. */
export function factsOf({ visit, language, locale }: Viewed<ShownVisit | PageOfOffer>): Fact[] {
  const words = wordsIn(language, locale)
  const place = isAtClinic(visit) ? `<bdi>${escaped(visit.location)}</bdi>` : filledHtml(words.homeVisit)
  return [
    [words.practitioner, `<bdi>${escaped(visit.practitioner)}</bdi>`],
    visit.mode === 'ONLINE' ? [words.how, filledHtml(words.online)] : [words.place, isAtClinic(visit) ? `${place}${mapLink(visit.location, words)}` : place],
  ]
}

/** Where it is, on a map. */
function mapLink(address: string, words: Words): string {
  const map = `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: address })}`
  return `<br><a href="${escaped(map)}" target="_blank" rel="noopener noreferrer">${escaped(words.directions)}</a>`
}

export function factList(facts: readonly Fact[]): string {
  return `<dl>\n${facts.map(([name, value]) => `<div><dt>${escaped(name)}</dt><dd>${value}</dd></div>`).join('\n')}\n</dl>`
}

/** The refund for a patient who cancels now. */
export interface GivenBack {
  minor: number
  /** The session of the pack that pays. */
  session: boolean
}

/** What the clinic currently allows a patient to do with a visit. */
export interface Allowed {
  confirm: boolean
  cancel: boolean
  move: boolean
  /** Whether it was booked a moment ago, and can be undone. */
  takeBack: boolean
  /** Whether a payment can be started, or an open one continued. */
  pay: 'BEGIN' | 'CONTINUE' | undefined
  /** The last instant at which it may be cancelled; undefined if it never may. */
  cancelUntil: Instant | undefined
  back: GivenBack
  /** How much is refunded until when, in minor units, if the clinic refunds anything. */
  backUntil: readonly { until: Instant; minor: number }[]
}

export const button = (href: string, text: string, more = '') => `<a class="button ${more}" href="${escaped(href)}">${escaped(text)}</a>`
export const action = (path: string, text: string, more = '') =>
  `<form method="post" action="${escaped(path)}"><button class="button ${more}">${escaped(text)}</button></form>`

export const cancelText = ({ kind }: ShownVisit, words: Words) => (kind === 'TOKEN' ? words.cancelToken : words.cancelVisit)

/** What a patient can do about a payment. */
export function payActions(viewed: Viewed<ShownVisit | PageOfPack>, pay: Allowed['pay']): string[] {
  const { path, language, locale } = viewed
  const words = wordsIn(language, locale)
  if (pay === 'BEGIN') return [action(`${path}/pay`, filledText(words.pay, { amount: amountText(viewed) }))]
  return pay === 'CONTINUE' ? [action(`${path}/pay`, words.payContinue, 'main'), action(`${path}/pay-at-clinic`, words.payAtClinic)] : []
}

/** The visit, and the possible actions. */
export function visitScreen(viewed: Viewed, allowed: Allowed): string {
  const { visit, path, language, locale, now } = viewed
  const words = wordsIn(language, locale)
  const { settings } = clinicOf(visit)
  const status = statusOf(viewed)
  const stands = isAwaited(visit)
  const arrival = arrivalWindow(visit)
  const mayArrive = stands && isAtClinic(visit) && visit.arrivedAt === null && now < arrival.to
  const entry = videoEntryOf(visit, now)
  const reference: Fact[] = visit.kind === 'VISIT' ? [[words.reference, `<bdi>${escaped(visit.bookingReference)}</bdi>`]] : []
  const actions = [
    mayArrive && now >= arrival.from ? action(`${path}/arrive`, words.arrive, 'main') : '',
    allowed.confirm ? action(`${path}/confirm`, words.confirm, 'main') : '',
    visit.kind === 'TOKEN' && stands ? button(`/queue/${visit.publicStatusToken}`, words.line, 'main') : '',
    entry?.state === 'OPEN' ? button(`${path}/video`, words.join, 'main') : '',
    entry === undefined || entry.state === 'OPEN' || visit.status === 'CANCELLED' ? '' : `<p class="soft">${videoText(viewed, entry)}</p>`,
    ...payActions(viewed, allowed.pay),
    visit.kind === 'VISIT' && stands ? button(`${path}/visit.ics`, words.calendar) : '',
    allowed.move ? button(`${path}/times`, words.changeTime) : '',
    allowed.takeBack ? action(`${path}/cancel`, words.takeBack) : '',
    allowed.cancel && !allowed.takeBack ? button(`${path}/cancel`, cancelText(visit, words), 'bad') : '',
    allowed.cancel && allowed.cancelUntil !== undefined ? `<p class="soft">${deadlineText(viewed, moneyOf(visit, allowed.back), allowed.cancelUntil)}</p>` : '',
    ...(allowed.cancel ? allowed.backUntil : []).map(({ until, minor }) => `<p class="soft">${backText(viewed, minor, until)}</p>`),
    visit.kind === 'VISIT' && stands && !allowed.cancel && !allowed.takeBack
      ? `<p class="soft">${filledHtml(allowed.move ? words.clinicCancels : words.clinicChanges)}</p>`
      : '',
  ]
  const contact = contactLinks(settings)
  const from = written(locale, visit.timezone, arrival.from, timeOptions)
  return screen(
    viewed,
    visit.kind === 'TOKEN' ? words.yourToken : words.yourVisit,
    `<div class="card">
<p class="status${status.isWarning ? ' warn' : ''}" role="status">${status.text}</p>
<div class="when">${headingOf(viewed)}</div>
${factList([...factsOf(viewed), [words.cost, costText(viewed, visit.status === 'CANCELLED')], ...reference])}
</div>
<div class="actions">
${actions.filter((shown) => shown !== '').join('\n')}
${mayArrive && now < arrival.from ? `<p class="soft">${filledHtml(words.arriveFrom, { time: from })}</p>` : ''}
</div>
<footer class="soft">
${contact === '' ? '' : `<p>${contact}</p>`}
<p>${filledHtml(words.secretLink)}</p>
</footer>`,
    stands && (visit.arrivedAt !== null || (entry !== undefined && opensSoon(entry, now))),
  )
}

/** Whether a patient may be waiting at the page for the video to open. */
const opensSoon = (entry: Entry, now: Instant) => entry.state === 'NOT_CALLED' || (entry.state === 'EARLY' && entry.opensAt - now <= hourMs)

/** When the video of a visit can be entered, or could be, on the clinic's clock. */
function videoText({ visit, language, locale }: Viewed, entry: Exclude<Entered, { url: string }>): string {
  const { sentence, at } = videoSentence(entry, wordsIn(language, locale))
  return filledHtml(sentence, at === null ? {} : { time: dayAndClock(locale, visit.timezone, at) })
}

/** Why the video of a visit cannot be entered now, and the time in that sentence. */
export function videoSentence(entry: Exclude<Entered, { url: string }>, words: Words): { sentence: string; at: Instant | null } {
  switch (entry.state) {
    case 'EARLY':
      return { sentence: words.videoFrom, at: entry.opensAt }
    case 'NOT_CALLED':
      return { sentence: words.videoCall, at: null }
    case 'OVER':
      return entry.closedAt === null ? { sentence: words.videoOver, at: null } : { sentence: words.videoUntil, at: entry.closedAt }
    case 'NO_ROOM':
      return { sentence: words.videoNone, at: null }
  }
}

/**
 * Shown while the browser is being redirected to the gateway, and if it does not follow the
 * redirect.
 */
export function payingScreen(viewed: Viewed<ShownVisit | PageOfPack>, url: string): string {
  const { visit, path, language, locale } = viewed
  const words = wordsIn(language, locale)
  return screen(
    viewed,
    words.payGoing,
    `<div class="card"><h1 class="ask">${filledHtml(words.payGoing)}</h1><div class="pad"><p>${amountText(viewed)}</p></div></div>
<div class="actions">
${button(url, words.payContinue, 'main')}
${button(path, visit.kind === 'PACK' ? words.packBack : words.back)}
</div>`,
  )
}

/** Until when the visit can be cancelled here, on the clinic's clock. */
function deadlineText(viewed: Viewed, money: MoneyOnCancel, until: Instant): string {
  const words = wordsIn(viewed.language, viewed.locale)
  return filledHtml(money === 'moneyNothing' ? words.freeUntil : words.cancelUntil, { time: deadline(viewed, until) })
}

/** How much is refunded until when. */
function backText(viewed: Viewed, minor: number, until: Instant): string {
  const { visit, language, locale } = viewed
  const back = priceText(minor, visit.currency, locale)
  return filledHtml(wordsIn(language, locale).backUntil, { time: deadline(viewed, until), back, amount: priceText(paidMinorOf(visit), visit.currency, locale) })
}

function deadline({ visit: { timezone }, locale }: Viewed, until: Instant): string {
  return dayAndClock(locale, timezone, until)
}

/** A short day, a time and the name of the timezone. */
export function dayAndClock(locale: string, timezone: string, at: Instant): string {
  return written(locale, timezone, at, {
    ...{ weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
    timeZoneName: 'shortGeneric',
  })
}

function headingOf(viewed: Viewed): string {
  const { visit, language, locale } = viewed
  const words = wordsIn(language, locale)
  const zone = `<p class="soft">${filledHtml(words.clinicZone, { zone: zoneName(locale, visit.timezone) })}</p>`
  if (visit.kind === 'VISIT') return `<h1>${dayAndTime(locale, visit.timezone, visit.fromAt)}</h1>\n${zone}\n${elsewhere(viewed, visit.fromAt)}`
  const clock = (at: Instant) => written(locale, visit.timezone, at, timeOptions)
  return `<h1>${escaped(words.yourToken)} <b>${escaped(`${visit.tokenLetter}-${visit.tokenNumber}`)}</b></h1>
<p>${escaped(written(locale, visit.timezone, visit.fromAt, dateOptions))}, <bdi>${escaped(`${clock(visit.fromAt)}–${clock(visit.toAt)}`)}</bdi></p>
${zone}`
}

/** What happens to the payment of a visit that is cancelled on its page now. */
export type MoneyOnCancel = 'moneyNothing' | 'moneyKept' | 'moneyBack' | 'moneyUnfinished' | 'moneyPack' | 'moneyPackBack'

/** What was paid for a visit and is not refunded. */
export const paidMinorOf = ({ paymentStatus, payableMinor, deskMinor }: ShownVisit): number =>
  paymentStatus === 'PAID' ? payableMinor : paymentStatus === 'UNPAID' ? deskMinor : 0

/** `back`: the refund under the clinic's policy. */
export function moneyOf(visit: ShownVisit, back: GivenBack): MoneyOnCancel {
  const { paymentStatus } = visit
  if (visit.kind === 'VISIT' && visit.bookingType === 'USE_ACTIVE_PACKAGE') return back.session ? 'moneyPackBack' : 'moneyPack'
  if (back.minor > 0) return 'moneyBack'
  if (paymentStatus === 'PENDING') return 'moneyUnfinished'
  return paidMinorOf(visit) === 0 ? 'moneyNothing' : 'moneyKept'
}

// The page of a visit. Each screen is one response with links and forms, and is complete without a
// script. The script only adds the viewer's local time, and reloads while the patient is waiting.

import type { PatientPageWords } from '../../../../words/en/patient-pages.ts'
import { escapeHtml, htmlPage, pageHeaders } from '../../../base/http/html.ts'
import { type Instant, offsetAt } from '../../../base/values/clinic-time.ts'
import { formatPrice } from '../../../base/values/money.ts'
import type { RoomEntry } from '../../../base/values/video-times.ts'
import type { EntryResult } from '../../../visits/video/enter-video.ts'
import {
  clinicHeader,
  contactLinks,
  frameStyle,
  legalLinks,
  ownVisitsPath,
  type PageClinic,
} from '../frame.ts'
import type { BookingPageSettings, PageLanguage } from '../settings.ts'
import type { PackPage } from '../shown-pack.ts'
import { fillHtml, fillText, loadWords } from '../words.ts'
import {
  arrivalWindow,
  isAtClinic,
  isAwaited,
  longWaitStart,
  type OfferPage,
  type ShownVisit,
  visitVideoEntry,
} from './visit.ts'

const hourMs = 3_600_000

export const layout = `
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

// The page shows the clinic's local time; this adds the viewer's if it differs.
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

/** The HTTP headers of such a page. */
export function visitHeaders(settings: BookingPageSettings): Record<string, string> {
  return {
    ...pageHeaders({
      style: frameStyle(settings, layout),
      script,
      formAction: "'self'",
      images: "'self' data:",
    }),
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    vary: 'accept-language',
  }
}

/** The input of a screen. */
export interface PageView<Subject = ShownVisit> {
  visit: Subject
  /** The path of the page, with its token. */
  path: string
  language: PageLanguage
  /** How dates and amounts are formatted: the language, possibly with a country. */
  locale: string
  now: Instant
  /** An action that has just failed, to be reported first. */
  said?:
    | 'taken'
    | 'changedMeanwhile'
    | 'notAllowed'
    | 'refundFailed'
    | 'offerGone'
    | 'payFailed'
    | 'payUndecided'
    | undefined
}

/** What is shown around a page: the clinic, in a language. */
export type ClinicView = Pick<
  PageView<Pick<LinkedPage, 'clinic' | 'settings' | 'hasLogo' | 'workspace' | 'legal'>>,
  'visit' | 'path' | 'language' | 'locale' | 'said'
>

/** What a link can lead to. */
export type LinkedPage = ShownVisit | OfferPage | PackPage

export function pageClinic({
  clinic,
  settings,
  hasLogo,
  workspace,
  legal,
}: ClinicView['visit']): PageClinic {
  return {
    title: clinic,
    settings: settings ?? {},
    logo: hasLogo ? `/book/${workspace}/logo.image` : null,
    legal,
    workspace,
  }
}

export function renderScreen(
  { visit, language, locale, said }: ClinicView,
  title: string,
  body: string,
  {
    waits = false,
    style = layout,
    script: pageScript = script,
    data = '',
  }: { waits?: boolean; style?: string; script?: string; data?: string } = {},
): string {
  const clinic = pageClinic(visit)
  const words = loadWords(language, locale)
  return htmlPage({
    title: `${title} · ${clinic.title}`,
    style: frameStyle(clinic.settings, style),
    language,
    body: `<body${waits ? ' data-waits="true"' : ''}${data}>
<main>
${clinicHeader(clinic, { heading: 'p' })}
${said === undefined ? '' : `<p class="said" role="alert">${fillHtml(words[said])}</p>\n`}${body}
${legalLinks(clinic, language, locale)}
</main>
<script>${pageScript}</script>
</body>`,
  })
}

/** The common name, such as `India Time` instead of `Asia/Kolkata`. */
export function zoneName(locale: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat(locale, {
    timeZone,
    timeZoneName: 'longGeneric',
  }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

export function formatInstant(
  locale: string,
  timeZone: string,
  at: Instant,
  options: Intl.DateTimeFormatOptions,
): string {
  return new Intl.DateTimeFormat(locale, { timeZone, ...options }).format(at)
}

export const dateOptions: Intl.DateTimeFormatOptions = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
}
export const timeOptions: Intl.DateTimeFormatOptions = { timeStyle: 'short' }

/** A day and a time in the clinic's timezone. */
export function dayAndTime(locale: string, zone: string, at: Instant): string {
  return `${escapeHtml(formatInstant(locale, zone, at, dateOptions))} <b dir="auto">${escapeHtml(formatInstant(locale, zone, at, timeOptions))}</b>`
}

/**
 * The viewer's local time: from the script or, before it runs, in the timezone that the booking
 * named.
 */
export function viewerTimeNote(
  { visit, language, locale }: PageView<LinkedPage>,
  at: Instant,
): string {
  const { timezone } = visit
  const zoneWords = loadWords(language, locale).whereYouAre
  const patientZone = visit.kind === 'VISIT' ? visit.patientTimezone : null
  const isOtherTime = patientZone !== null && offsetAt(patientZone, at) !== offsetAt(timezone, at)
  const text = isOtherTime
    ? zoneWords
        .replace(
          '{time}',
          formatInstant(locale, patientZone, at, {
            weekday: 'short',
            hour: 'numeric',
            minute: '2-digit',
          }),
        )
        .replace('{zone}', zoneName(locale, patientZone))
    : ''
  return `<p class="soft" data-at="${at}" data-zone="${escapeHtml(timezone)}" data-locale="${escapeHtml(locale)}" data-words="${escapeHtml(zoneWords)}"${isOtherTime ? '' : ' hidden'}>${escapeHtml(text)}</p>`
}

export function amountText({
  visit: { payableMinor, currency },
  locale,
}: PageView<LinkedPage>): string {
  return formatPrice(payableMinor, currency, locale)
}

/**
 * The text about what is to be paid, or was paid. `isOff` means that the visit will not take place,
 * so nothing is owed.
 */
export function costText(view: PageView<ShownVisit | PackPage>, isOff: boolean): string {
  const { visit, language, locale } = view
  const words = loadWords(language, locale)
  if (visit.kind === 'VISIT' && visit.bookingType === 'USE_ACTIVE_PACKAGE')
    return fillHtml(words.costPack)
  if (
    visit.payableMinor === 0 ||
    (isOff && visit.paymentStatus !== 'PAID' && visit.paymentStatus !== 'REFUNDED')
  )
    return fillHtml(words.costNothing)
  if (visit.paymentStatus === 'UNPAID')
    return fillHtml(words.costDesk, {
      amount: formatPrice(visit.payableMinor - visit.deskMinor, visit.currency, locale),
    })
  const text = {
    PENDING: words.costOnline,
    PAID: words.costPaid,
    REFUNDED: words.costBeingRefunded,
  }[visit.paymentStatus]
  if (visit.paymentStatus !== 'REFUNDED') return fillHtml(text, { amount: amountText(view) })
  // If only a part was paid, at most that part is refunded.
  const paidMinor = visit.deskMinor || visit.payableMinor
  const money = {
    back: formatPrice(visit.refundedMinor, visit.currency, locale),
    amount: formatPrice(paidMinor, visit.currency, locale),
  }
  return fillHtml(visit.refundedMinor < paidMinor ? words.costPartlyRefunded : text, money)
}

interface Status {
  text: string
  isWarning?: boolean
}

function statusText({ visit, language, locale, now }: PageView): Status {
  const words = loadWords(language, locale)
  const formatClock = (at: Instant) => formatInstant(locale, visit.timezone, at, timeOptions)
  if (visit.status === 'CANCELLED') return { text: fillHtml(words.cancelled), isWarning: true }
  if (visit.status === 'COMPLETED') return { text: fillHtml(words.over) }
  if (visit.status === 'IN_CONSULTATION') return { text: fillHtml(words.begun) }
  const longFrom = longWaitStart(visit)
  if (longFrom !== null && visit.arrivedAt !== null) {
    const hasWaitedLong = now >= longFrom
    const nextText = hasWaitedLong
      ? fillHtml(words.waitedLong)
      : fillHtml(words.sitDown, { time: formatClock(longFrom) })
    return {
      text: `${fillHtml(words.arrivedAt, { time: formatClock(visit.arrivedAt) })}. ${nextText}`,
      isWarning: hasWaitedLong,
    }
  }
  if (visit.status === 'NO_SHOW' || now >= Math.max(visit.toAt, visit.fromAt))
    return { text: fillHtml(words.missed), isWarning: true }
  if (visit.kind === 'VISIT' && visit.patientConfirmedAt !== null)
    return { text: fillHtml(words.confirmed) }
  return { text: fillHtml(visit.status === 'RESCHEDULED' ? words.moved : words.booked) }
}

/** A label, and its value as HTML. */
type Fact = [name: string, value: string]

/** The practitioner, and the location or the kind of visit. */
export function visitFacts({ visit, language, locale }: PageView<ShownVisit | OfferPage>): Fact[] {
  const words = loadWords(language, locale)
  const locationText = isAtClinic(visit)
    ? `<bdi>${escapeHtml(visit.location)}</bdi>`
    : fillHtml(words.homeVisit)
  return [
    [words.practitioner, `<bdi>${escapeHtml(visit.practitioner)}</bdi>`],
    visit.mode === 'ONLINE'
      ? [words.how, fillHtml(words.online)]
      : [
          words.place,
          isAtClinic(visit) ? `${locationText}${mapLink(visit.location, words)}` : locationText,
        ],
  ]
}

/** A link to an address on a map. */
function mapLink(address: string, words: PatientPageWords): string {
  const map = `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: address })}`
  return `<br><a href="${escapeHtml(map)}" target="_blank" rel="noopener noreferrer">${escapeHtml(words.directions)}</a>`
}

export function factList(facts: readonly Fact[]): string {
  return `<dl>\n${facts.map(([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd>${value}</dd></div>`).join('\n')}\n</dl>`
}

/** The refund for a patient who cancels now. */
export interface PatientRefund {
  minor: number
  /** Whether the session of the pack that pays is returned. */
  session: boolean
}

/** What the clinic currently allows a patient to do with a visit. */
export interface AllowedActions {
  confirm: boolean
  cancel: boolean
  move: boolean
  /** Whether it was booked a moment ago, and can be undone. */
  canUndo: boolean
  /** Whether a payment can be started, or an open one continued. */
  pay: 'BEGIN' | 'CONTINUE' | undefined
  /** The last instant at which it may be cancelled; undefined if it never may. */
  cancelUntil: Instant | undefined
  back: PatientRefund
  /** How much is refunded, and until when, in minor units, if the clinic refunds anything. */
  refundUntil: readonly { until: Instant; minor: number }[]
}

export const button = (href: string, text: string, more = '') =>
  `<a class="button ${more}" href="${escapeHtml(href)}">${escapeHtml(text)}</a>`
export const action = (path: string, text: string, more = '') =>
  `<form method="post" action="${escapeHtml(path)}"><button class="button ${more}">${escapeHtml(text)}</button></form>`

export const cancelText = ({ kind }: ShownVisit, words: PatientPageWords) =>
  kind === 'TOKEN' ? words.cancelToken : words.cancelVisit

/** What a patient can do about a payment. */
export function payActions(
  view: PageView<ShownVisit | PackPage>,
  pay: AllowedActions['pay'],
): string[] {
  const { path, language, locale } = view
  const words = loadWords(language, locale)
  if (pay === 'BEGIN')
    return [action(`${path}/pay`, fillText(words.pay, { amount: amountText(view) }))]
  return pay === 'CONTINUE'
    ? [
        action(`${path}/pay`, words.payContinue, 'main'),
        action(`${path}/pay-at-clinic`, words.payAtClinic),
      ]
    : []
}

/** The visit, and the possible actions. */
export function visitScreen(view: PageView, allowed: AllowedActions, forms = ''): string {
  const { visit, path, language, locale, now } = view
  const words = loadWords(language, locale)
  const { settings } = pageClinic(visit)
  const status = statusText(view)
  const isStillAwaited = isAwaited(visit)
  const arrival = arrivalWindow(visit)
  const mayArrive =
    isStillAwaited && isAtClinic(visit) && visit.arrivedAt === null && now < arrival.to
  const entry = visitVideoEntry(visit, now)
  const reference: Fact[] =
    visit.kind === 'VISIT'
      ? [[words.reference, `<bdi>${escapeHtml(visit.bookingReference)}</bdi>`]]
      : []
  const actions = [
    forms,
    mayArrive && now >= arrival.from ? action(`${path}/arrive`, words.arrive, 'main') : '',
    allowed.confirm ? action(`${path}/confirm`, words.confirm, 'main') : '',
    visit.kind === 'TOKEN' && isStillAwaited
      ? button(`/queue/${visit.publicStatusToken}`, words.line, 'main')
      : '',
    entry?.state === 'OPEN' ? button(`${path}/video`, words.join, 'main') : '',
    entry === undefined || entry.state === 'OPEN' || visit.status === 'CANCELLED'
      ? ''
      : `<p class="soft">${videoText(view, entry)}</p>`,
    ...payActions(view, allowed.pay),
    visit.kind === 'VISIT' && isStillAwaited ? button(`${path}/visit.ics`, words.calendar) : '',
    allowed.move ? button(`${path}/times`, words.changeTime) : '',
    allowed.canUndo ? action(`${path}/cancel`, words.takeBack) : '',
    allowed.cancel && !allowed.canUndo
      ? button(`${path}/cancel`, cancelText(visit, words), 'bad')
      : '',
    allowed.cancel && allowed.cancelUntil !== undefined
      ? `<p class="soft">${deadlineText(view, moneyOnCancel(visit, allowed.back), allowed.cancelUntil)}</p>`
      : '',
    ...(allowed.cancel ? allowed.refundUntil : []).map(
      ({ until, minor }) => `<p class="soft">${refundText(view, minor, until)}</p>`,
    ),
    visit.kind === 'VISIT' && isStillAwaited && !allowed.cancel && !allowed.canUndo
      ? `<p class="soft">${fillHtml(allowed.move ? words.clinicCancels : words.clinicChanges)}</p>`
      : '',
  ]
  const contact = contactLinks(settings)
  const from = formatInstant(locale, visit.timezone, arrival.from, timeOptions)
  return renderScreen(
    view,
    visit.kind === 'TOKEN' ? words.yourToken : words.yourVisit,
    `<div class="card">
<p class="status${status.isWarning ? ' warn' : ''}" role="status">${status.text}</p>
<div class="when">${headingText(view)}</div>
${factList([...visitFacts(view), [words.cost, costText(view, visit.status === 'CANCELLED')], ...reference])}
</div>
<div class="actions">
${actions.filter((html) => html !== '').join('\n')}
${mayArrive && now < arrival.from ? `<p class="soft">${fillHtml(words.arriveFrom, { time: from })}</p>` : ''}
</div>
<footer class="soft">
${contact === '' ? '' : `<p>${contact}</p>`}
${ownVisitsLink(view)}
<p><a href="${escapeHtml(`${path}/messages`)}">${escapeHtml(words.messages)}</a></p>
<p>${fillHtml(words.secretLink)}</p>
</footer>`,
    {
      waits:
        isStillAwaited &&
        (visit.arrivedAt !== null || (entry !== undefined && isOpeningSoon(entry, now))),
    },
  )
}

/** The link to everything of the patient's contact, where the clinic has such a page. */
export function ownVisitsLink({ visit, language, locale }: PageView<LinkedPage>): string {
  if (!visit.hasBookingPage) return ''
  const url = `${ownVisitsPath(visit.workspace)}?lang=${language}`
  return `<p><a href="${escapeHtml(url)}">${escapeHtml(loadWords(language, locale).ownVisits)}</a></p>`
}

/** Whether a patient may be waiting at the page for the video to open. */
const isOpeningSoon = (entry: RoomEntry, now: Instant) =>
  entry.state === 'NOT_CALLED' || (entry.state === 'EARLY' && entry.opensAt - now <= hourMs)

/** When the video of a visit can, or could, be entered, in the clinic's local time. */
function videoText(
  { visit, language, locale }: PageView,
  entry: Exclude<EntryResult, { url: string }>,
): string {
  const { sentence, at } = videoSentence(entry, loadWords(language, locale))
  return fillHtml(sentence, at === null ? {} : { time: dayAndClock(locale, visit.timezone, at) })
}

/** The sentence that says why a visit's video cannot be entered now, and the time in it. */
export function videoSentence(
  entry: Exclude<EntryResult, { url: string }>,
  words: PatientPageWords,
): { sentence: string; at: Instant | null } {
  switch (entry.state) {
    case 'EARLY':
      return { sentence: words.videoFrom, at: entry.opensAt }
    case 'NOT_CALLED':
      return { sentence: words.videoCall, at: null }
    case 'OVER':
      return entry.closedAt === null
        ? { sentence: words.videoOver, at: null }
        : { sentence: words.videoUntil, at: entry.closedAt }
    case 'NO_ROOM':
      return { sentence: words.videoNone, at: null }
  }
}

/**
 * Shown while the browser is being redirected to the gateway, and if it does not follow the
 * redirect.
 */
export function paymentRedirectScreen(view: PageView<ShownVisit | PackPage>, url: string): string {
  const { visit, path, language, locale } = view
  const words = loadWords(language, locale)
  return renderScreen(
    view,
    words.paymentPageOpening,
    `<div class="card"><h1 class="ask">${fillHtml(words.paymentPageOpening)}</h1><div class="pad"><p>${amountText(view)}</p></div></div>
<div class="actions">
${button(url, words.payContinue, 'main')}
${button(path, visit.kind === 'PACK' ? words.packBack : words.back)}
</div>`,
  )
}

/**
 * The sentence that says until when the visit can be cancelled here, in the clinic's local time.
 */
function deadlineText(view: PageView, money: MoneyOnCancel, until: Instant): string {
  const words = loadWords(view.language, view.locale)
  return fillHtml(money === 'moneyNothing' ? words.freeUntil : words.cancelUntil, {
    time: deadline(view, until),
  })
}

/** How much is refunded, and until when. */
function refundText(view: PageView, minor: number, until: Instant): string {
  const { visit, language, locale } = view
  const amount = formatPrice(minor, visit.currency, locale)
  return fillHtml(loadWords(language, locale).refundUntil, {
    time: deadline(view, until),
    back: amount,
    amount: formatPrice(paidAmountMinor(visit), visit.currency, locale),
  })
}

function deadline({ visit: { timezone }, locale }: PageView, until: Instant): string {
  return dayAndClock(locale, timezone, until)
}

/** A short date, a time and the name of the timezone. */
export function dayAndClock(locale: string, timezone: string, at: Instant): string {
  return formatInstant(locale, timezone, at, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'shortGeneric',
  })
}

function headingText(view: PageView): string {
  const { visit, language, locale } = view
  const words = loadWords(language, locale)
  const zone = `<p class="soft">${fillHtml(words.clinicZone, { zone: zoneName(locale, visit.timezone) })}</p>`
  if (visit.kind === 'VISIT')
    return `<h1>${dayAndTime(locale, visit.timezone, visit.fromAt)}</h1>\n${zone}\n${viewerTimeNote(view, visit.fromAt)}`
  const formatClock = (at: Instant) => formatInstant(locale, visit.timezone, at, timeOptions)
  return `<h1>${escapeHtml(words.yourToken)} <b>${escapeHtml(`${visit.tokenLetter}-${visit.tokenNumber}`)}</b></h1>
<p>${escapeHtml(formatInstant(locale, visit.timezone, visit.fromAt, dateOptions))}, <bdi>${escapeHtml(`${formatClock(visit.fromAt)}–${formatClock(visit.toAt)}`)}</bdi></p>
${zone}`
}

/** What happens to the payment of a visit that is cancelled on its page now. */
export type MoneyOnCancel =
  | 'moneyNothing'
  | 'moneyKept'
  | 'moneyRefunded'
  | 'moneyUnfinished'
  | 'moneyPack'
  | 'moneyPackReturned'

/** The amount that was paid for a visit and is not refunded. */
export function paidAmountMinor({ paymentStatus, payableMinor, deskMinor }: ShownVisit): number {
  if (paymentStatus === 'PAID') return payableMinor
  return paymentStatus === 'UNPAID' ? deskMinor : 0
}

/** What happens to the payment; `refund` is what the clinic's policy refunds. */
export function moneyOnCancel(visit: ShownVisit, refund: PatientRefund): MoneyOnCancel {
  const { paymentStatus } = visit
  if (visit.kind === 'VISIT' && visit.bookingType === 'USE_ACTIVE_PACKAGE')
    return refund.session ? 'moneyPackReturned' : 'moneyPack'
  if (refund.minor > 0) return 'moneyRefunded'
  if (paymentStatus === 'PENDING') return 'moneyUnfinished'
  return paidAmountMinor(visit) === 0 ? 'moneyNothing' : 'moneyKept'
}

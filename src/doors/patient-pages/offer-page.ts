// The page of an offer from the waiting list: its details, how long it is held, and the buttons to
// accept and decline. It names no patient.

import { escapeHtml } from '../../base/http/html.ts'
import { dateAt, type Instant } from '../../base/values/clinic-time.ts'
import { currentOfferState } from '../../visits/appointments/offers.ts'
import { contactLinks } from './frame.ts'
import type { OfferPage } from './visit/visit.ts'
import {
  action,
  amountText,
  button,
  dateOptions,
  dayAndTime,
  factList,
  formatInstant,
  type PageView,
  pageClinic,
  renderScreen,
  timeOptions,
  viewerTimeNote,
  visitFacts,
  zoneName,
} from './visit/visit-page.ts'
import { fillHtml, loadWords } from './words.ts'

type OfferView = PageView<OfferPage>

/** When the offer ends, in the clinic's local time; with the date unless it is today. */
function heldUntilText({ visit: { timezone, expiresAt }, locale, now }: OfferView): string {
  const time = formatInstant(locale, timezone, expiresAt, timeOptions)
  return dateAt(timezone, expiresAt) === dateAt(timezone, now)
    ? time
    : `${formatInstant(locale, timezone, expiresAt, { weekday: 'long' })}, ${time}`
}

/** The offer, which can be answered while it is held, or how it ended. */
export function offerScreen(view: OfferView): string {
  const { visit, path, language, locale, now } = view
  const words = loadWords(language, locale)
  const state = currentOfferState(visit, now)
  const isOpen = state === 'OPEN'
  const status = {
    OPEN: words.offerHeld,
    ACCEPTED: words.booked,
    DECLINED: words.offerDeclined,
    EXPIRED: words.offerExpired,
    TAKEN_BACK: words.offerWithdrawn,
  }[state]
  const cost = fillHtml(visit.payableMinor === 0 ? words.costNothing : words.costDesk, {
    amount: amountText(view),
  })
  const contact = contactLinks(pageClinic(visit).settings)
  const isReplacing = isOpen && visit.replacesAt !== null
  const formatTime = (at: Instant) => formatInstant(locale, visit.timezone, at, timeOptions)
  const formatDay = (at: Instant) => formatInstant(locale, visit.timezone, at, dateOptions)
  let other = ''
  if (visit.replacesAt !== null)
    other = fillHtml(words.offerReplaces, {
      time: `${formatDay(visit.replacesAt)}, ${formatTime(visit.replacesAt)}`,
    })
  else if (visit.meanwhileAt !== null)
    other = fillHtml(words.offerMeanwhile, { time: formatTime(visit.meanwhileAt) })
  return renderScreen(
    view,
    words.offerTitle,
    `<div class="card">
<p class="status${isOpen ? '' : ' warn'}" role="status">${fillHtml(status, { time: heldUntilText(view) })}</p>
<div class="when"><h1>${dayAndTime(locale, visit.timezone, visit.fromAt)}</h1>
<p class="soft">${fillHtml(words.clinicZone, { zone: zoneName(locale, visit.timezone) })}</p>
${viewerTimeNote(view, visit.fromAt)}</div>
${factList(isReplacing ? visitFacts(view) : [...visitFacts(view), [words.cost, cost]])}
</div>
<div class="actions">
${isOpen && other !== '' ? `<p role="status">${other}</p>\n` : ''}${isOpen ? `<p>${fillHtml(words.offerNothingYet)}</p>\n${action(`${path}/accept`, words.offerAccept, 'main')}\n${button(`${path}/decline`, words.offerDecline)}` : `<p>${fillHtml(words.offerAskClinic)}</p>`}
</div>
<footer class="soft">
${contact === '' ? '' : `<p>${contact}</p>\n`}${isOpen ? `<p>${fillHtml(words.offerSecret)}</p>` : ''}
</footer>`,
    { waits: isOpen },
  )
}

/** Asks for confirmation that the offer is declined. */
export function declineScreen(view: OfferView): string {
  const { visit, path, language, locale } = view
  const words = loadWords(language, locale)
  return renderScreen(
    view,
    words.offerDecline,
    `<div class="card">
<h1 class="ask">${fillHtml(words.offerDeclineAsk)}</h1>
<div class="pad">
<p>${escapeHtml(formatInstant(locale, visit.timezone, visit.fromAt, dateOptions))}, <bdi>${escapeHtml(formatInstant(locale, visit.timezone, visit.fromAt, timeOptions))}</bdi> · <bdi>${escapeHtml(visit.practitioner)}</bdi></p>
<p>${fillHtml(words.offerStays)}</p>
</div>
</div>
<div class="actions">
${action(`${path}/decline`, words.confirmDecline, 'bad')}
${button(path, words.offerBack)}
</div>`,
  )
}

// The page of an offer from the waiting list: its details, how long it is held, and the buttons to accept and decline. It names no patient.

import { escaped } from '../../base/http/html.ts'
import { dateAt, type Instant } from '../../base/values/clinic-time.ts'
import { stateAt } from '../../visits/appointments/offers.ts'
import { contactLinks } from './frame.ts'
import type { PageOfOffer } from './visit/visit.ts'
import {
  action,
  amountText,
  button,
  clinicOf,
  dateOptions,
  dayAndTime,
  elsewhere,
  factList,
  factsOf,
  screen,
  timeOptions,
  type Viewed,
  written,
  zoneName,
} from './visit/visit-page.ts'
import { filledHtml, wordsIn } from './words/words.ts'

type ViewedOffer = Viewed<PageOfOffer>

/** When the offer ends, in the clinic's local time; with the date unless it is today. */
function heldUntil({ visit: { timezone, expiresAt }, locale, now }: ViewedOffer): string {
  const time = written(locale, timezone, expiresAt, timeOptions)
  return dateAt(timezone, expiresAt) === dateAt(timezone, now) ? time : `${written(locale, timezone, expiresAt, { weekday: 'long' })}, ${time}`
}

/** The offer, to be answered while it is held, or how it ended. */
export function offerScreen(viewed: ViewedOffer): string {
  const { visit, path, language, locale, now } = viewed
  const words = wordsIn(language, locale)
  const state = stateAt(visit, now)
  const isOpen = state === 'OPEN'
  const status = {
    OPEN: words.offerHeld,
    ACCEPTED: words.booked,
    DECLINED: words.offerDeclined,
    EXPIRED: words.offerExpired,
    TAKEN_BACK: words.offerTakenBack,
  }[state]
  const cost = filledHtml(visit.payableMinor === 0 ? words.costNothing : words.costDesk, { amount: amountText(viewed) })
  const contact = contactLinks(clinicOf(visit).settings)
  const isReplacing = isOpen && visit.replacesAt !== null
  const timeOf = (at: Instant) => written(locale, visit.timezone, at, timeOptions)
  const dayOf = (at: Instant) => written(locale, visit.timezone, at, dateOptions)
  const other =
    visit.replacesAt !== null
      ? filledHtml(words.offerReplaces, { time: `${dayOf(visit.replacesAt)}, ${timeOf(visit.replacesAt)}` })
      : visit.meanwhileAt !== null
        ? filledHtml(words.offerMeanwhile, { time: timeOf(visit.meanwhileAt) })
        : ''
  return screen(
    viewed,
    words.offerTitle,
    `<div class="card">
<p class="status${isOpen ? '' : ' warn'}" role="status">${filledHtml(status, { time: heldUntil(viewed) })}</p>
<div class="when"><h1>${dayAndTime(locale, visit.timezone, visit.fromAt)}</h1>
<p class="soft">${filledHtml(words.clinicZone, { zone: zoneName(locale, visit.timezone) })}</p>
${elsewhere(viewed, visit.fromAt)}</div>
${factList(isReplacing ? factsOf(viewed) : [...factsOf(viewed), [words.cost, cost]])}
</div>
<div class="actions">
${isOpen && other !== '' ? `<p role="status">${other}</p>\n` : ''}${isOpen ? `<p>${filledHtml(words.offerNothingYet)}</p>\n${action(`${path}/accept`, words.offerAccept, 'main')}\n${button(`${path}/decline`, words.offerDecline)}` : `<p>${filledHtml(words.offerAskClinic)}</p>`}
</div>
<footer class="soft">
${contact === '' ? '' : `<p>${contact}</p>\n`}${isOpen ? `<p>${filledHtml(words.offerSecret)}</p>` : ''}
</footer>`,
    isOpen,
  )
}

/** Asks for confirmation that the offer is declined. */
export function declineScreen(viewed: ViewedOffer): string {
  const { visit, path, language, locale } = viewed
  const words = wordsIn(language, locale)
  return screen(
    viewed,
    words.offerDecline,
    `<div class="card">
<h1 class="ask">${filledHtml(words.offerDeclineAsk)}</h1>
<div class="pad">
<p>${escaped(written(locale, visit.timezone, visit.fromAt, dateOptions))}, <bdi>${escaped(written(locale, visit.timezone, visit.fromAt, timeOptions))}</bdi> · <bdi>${escaped(visit.practitioner)}</bdi></p>
<p>${filledHtml(words.offerStays)}</p>
</div>
</div>
<div class="actions">
${action(`${path}/decline`, words.offerDeclineNow, 'bad')}
${button(path, words.offerBack)}
</div>`,
  )
}

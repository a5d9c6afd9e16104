// The screens on which a patient confirms, cancels or moves a visit, under the address of its page.

import { escapeHtml } from '../../../base/http/html.ts'
import { dateAt, type Instant } from '../../../base/values/clinic-time.ts'
import { formatPrice } from '../../../base/values/money.ts'
import { contactLinks } from '../frame.ts'
import { fillHtml, loadWords } from '../words.ts'
import {
  action,
  button,
  cancelText,
  dateOptions,
  formatInstant,
  moneyOnCancel,
  type PageView,
  type PatientRefund,
  pageClinic,
  paidAmountMinor,
  renderScreen,
  timeOptions,
  viewerTimeNote,
  zoneName,
} from './visit-page.ts'

function dateAndTime({ visit, locale }: PageView, at: Instant): string {
  return `${formatInstant(locale, visit.timezone, at, dateOptions)}, ${formatInstant(locale, visit.timezone, at, timeOptions)}`
}

/** A visit in one line: its time, or the number and the date of a token. */
function visitLine(view: PageView): string {
  const { visit, locale } = view
  if (visit.kind === 'VISIT') return escapeHtml(dateAndTime(view, visit.fromAt))
  return `<b>${escapeHtml(`${visit.tokenLetter}-${visit.tokenNumber}`)}</b>, ${escapeHtml(formatInstant(locale, visit.timezone, visit.fromAt, dateOptions))}`
}

/** Asks for confirmation that the patient will come. */
export function confirmScreen(view: PageView): string {
  const { visit, path, language, locale } = view
  const words = loadWords(language, locale)
  return renderScreen(
    view,
    words.confirmAsk,
    `<div class="card">
<h1 class="ask">${fillHtml(words.confirmAsk)}</h1>
<div class="pad">
<p>${visitLine(view)} · <bdi>${escapeHtml(visit.practitioner)}</bdi></p>
<p class="soft">${fillHtml(words.clinicZone, { zone: zoneName(locale, visit.timezone) })}</p>
</div>
</div>
<div class="actions">
${action(`${path}/confirm`, words.confirm, 'main')}
${button(path, words.back)}
</div>`,
  )
}

/** Asks for confirmation of a cancellation, and explains what happens to the payment. */
export function cancelScreen(view: PageView, refund: PatientRefund, endsPack: boolean): string {
  const { visit, path, language, locale } = view
  const words = loadWords(language, locale)
  const money = {
    amount: formatPrice(paidAmountMinor(visit) || visit.payableMinor, visit.currency, locale),
    back: formatPrice(refund.minor, visit.currency, locale),
  }
  const sentences = [
    fillHtml(words[moneyOnCancel(visit, refund)], money),
    ...(endsPack ? [fillHtml(words.moneyPackEnds)] : []),
  ]
  const contact = contactLinks(pageClinic(visit).settings)
  return renderScreen(
    view,
    cancelText(visit, words),
    `<div class="card">
<h1 class="ask">${fillHtml(visit.kind === 'TOKEN' ? words.cancelTokenAsk : words.cancelAsk)}</h1>
<div class="pad">
<p>${visitLine(view)} · <bdi>${escapeHtml(visit.practitioner)}</bdi></p>
${sentences.map((sentence) => `<p>${sentence}</p>`).join('\n')}
${contact === '' ? '' : `<p>${contact}</p>`}
</div>
</div>
<div class="actions">
${action(`${path}/cancel`, words.confirmCancellation, 'bad')}
${button(path, words.keep)}
</div>`,
  )
}

export interface FreeTimes {
  days: readonly { date: string; times: readonly Instant[] }[]
  /** The date from which more times are listed; null if there are no more. */
  next: string | null
  isFirst: boolean
}

/** `20300107T043000Z`, the form in addresses. */
function formatCompactInstant(at: Instant): string {
  return new Date(at).toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '')
}

/** The instant of a text in this form; undefined for any other text. */
export function parseCompactInstant(text: string): Instant | undefined {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? []
  if (year === undefined) return undefined
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at) ? undefined : at
}

/** The times that the visit can be moved to. */
export function timesScreen(view: PageView, { days, next, isFirst }: FreeTimes): string {
  const { visit, path, language, locale } = view
  const words = loadWords(language, locale)
  const daysWithTimes = days.filter(({ times }) => times.length > 0)
  const lists = daysWithTimes.map(({ times }, position) => {
    const [first = 0] = times
    const items = times.map(
      (at) =>
        `<li>${button(`${path}/move/${formatCompactInstant(at)}`, formatInstant(locale, visit.timezone, at, timeOptions))}</li>`,
    )
    const day = escapeHtml(formatInstant(locale, visit.timezone, first, dateOptions))
    return `<details class="card"${position === 0 ? ' open' : ''}><summary>${day}</summary><ul class="times">${items.join('')}</ul></details>`
  })
  const noTimesText = next === null && isFirst ? words.noTimesAtAll : words.noTimes
  return renderScreen(
    view,
    words.changeTime,
    `<h1>${fillHtml(words.timesFree, { practitioner: visit.practitioner })}</h1>
<p>${escapeHtml(words.moveFrom)}: <bdi>${escapeHtml(dateAndTime(view, visit.fromAt))}</bdi></p>
<p class="soft">${fillHtml(words.clinicZone, { zone: zoneName(locale, visit.timezone) })}. ${fillHtml(words.moneyMove)}</p>
${daysWithTimes.length === 0 ? `<p class="said">${fillHtml(noTimesText)}</p>` : lists.join('\n')}
<div class="actions">
${next === null ? '' : button(`${path}/times/${next}`, words.later)}
${isFirst ? '' : button(`${path}/times`, words.earlier)}
${button(path, words.back)}
</div>`,
  )
}

/** Asks for confirmation of a move. */
export function moveScreen(view: PageView, to: Instant): string {
  const { visit, path, language, locale } = view
  const words = loadWords(language, locale)
  const row = (name: string, at: Instant) =>
    `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(formatInstant(locale, visit.timezone, at, dateOptions))}, <bdi>${escapeHtml(formatInstant(locale, visit.timezone, at, timeOptions))}</bdi></dd></div>`
  return renderScreen(
    view,
    words.changeTime,
    `<div class="card">
<h1 class="ask">${fillHtml(words.moveAsk)}</h1>
<div class="pad"><p><bdi>${escapeHtml(visit.practitioner)}</bdi></p><p class="soft">${fillHtml(words.moneyMove)}</p></div>
<dl>${row(words.moveFrom, visit.fromAt)}${row(words.moveTo, to)}</dl>
<div class="pad"><p class="soft">${fillHtml(words.clinicZone, { zone: zoneName(locale, visit.timezone) })}</p>${viewerTimeNote(view, to)}</div>
</div>
<div class="actions">
${action(`${path}/move/${formatCompactInstant(to)}`, words.confirmMove, 'main')}
${button(`${path}/times/${dateAt(visit.timezone, to)}`, words.otherTime)}
${button(path, words.keep)}
</div>`,
  )
}

// The screens on which a patient confirms, cancels or moves a visit, under the address of its page.

import { escaped } from '../../../base/http/html.ts'
import { dateAt, type Instant } from '../../../base/values/clinic-time.ts'
import { priceText } from '../../../base/values/money.ts'
import { contactLinks } from '../frame.ts'
import { filledHtml, wordsIn } from '../words/words.ts'
import {
  action,
  button,
  cancelText,
  clinicOf,
  dateOptions,
  elsewhere,
  type GivenBack,
  moneyOf,
  paidMinorOf,
  screen,
  timeOptions,
  type Viewed,
  written,
  zoneName,
} from './visit-page.ts'

function dateAndTime({ visit, locale }: Viewed, at: Instant): string {
  return `${written(locale, visit.timezone, at, dateOptions)}, ${written(locale, visit.timezone, at, timeOptions)}`
}

/** A visit in one line: its time, or the number and the date of a token. */
function lineOf(viewed: Viewed): string {
  const { visit, locale } = viewed
  if (visit.kind === 'VISIT') return escaped(dateAndTime(viewed, visit.fromAt))
  return `<b>${escaped(`${visit.tokenLetter}-${visit.tokenNumber}`)}</b>, ${escaped(written(locale, visit.timezone, visit.fromAt, dateOptions))}`
}

/** Asks for confirmation that the patient will come. */
export function confirmScreen(viewed: Viewed): string {
  const { visit, path, language, locale } = viewed
  const words = wordsIn(language, locale)
  return screen(
    viewed,
    words.confirmAsk,
    `<div class="card">
<h1 class="ask">${filledHtml(words.confirmAsk)}</h1>
<div class="pad">
<p>${lineOf(viewed)} · <bdi>${escaped(visit.practitioner)}</bdi></p>
<p class="soft">${filledHtml(words.clinicZone, { zone: zoneName(locale, visit.timezone) })}</p>
</div>
</div>
<div class="actions">
${action(`${path}/confirm`, words.confirm, 'main')}
${button(path, words.back)}
</div>`,
  )
}

/** Asks for confirmation of a cancellation, and says what happens to the payment. */
export function cancelScreen(viewed: Viewed, back: GivenBack, endsPack: boolean): string {
  const { visit, path, language, locale } = viewed
  const words = wordsIn(language, locale)
  const money = { amount: priceText(paidMinorOf(visit) || visit.payableMinor, visit.currency, locale), back: priceText(back.minor, visit.currency, locale) }
  const sentences = [filledHtml(words[moneyOf(visit, back)], money), ...(endsPack ? [filledHtml(words.moneyPackEnds)] : [])]
  const contact = contactLinks(clinicOf(visit).settings)
  return screen(
    viewed,
    cancelText(visit, words),
    `<div class="card">
<h1 class="ask">${filledHtml(visit.kind === 'TOKEN' ? words.cancelTokenAsk : words.cancelAsk)}</h1>
<div class="pad">
<p>${lineOf(viewed)} · <bdi>${escaped(visit.practitioner)}</bdi></p>
${sentences.map((sentence) => `<p>${sentence}</p>`).join('\n')}
${contact === '' ? '' : `<p>${contact}</p>`}
</div>
</div>
<div class="actions">
${action(`${path}/cancel`, words.cancelNow, 'bad')}
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
function compactInstant(at: Instant): string {
  return new Date(at).toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '')
}

/** The instant of such a text; undefined for any other text. */
export function instantOfCompact(text: string): Instant | undefined {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? []
  if (year === undefined) return undefined
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(at) ? undefined : at
}

/** The times that the visit can be moved to. */
export function timesScreen(viewed: Viewed, { days, next, isFirst }: FreeTimes): string {
  const { visit, path, language, locale } = viewed
  const words = wordsIn(language, locale)
  const found = days.filter(({ times }) => times.length > 0)
  const lists = found.map(({ times }, position) => {
    const [first = 0] = times
    const items = times.map((at) => `<li>${button(`${path}/move/${compactInstant(at)}`, written(locale, visit.timezone, at, timeOptions))}</li>`)
    const day = escaped(written(locale, visit.timezone, first, dateOptions))
    return `<details class="card"${position === 0 ? ' open' : ''}><summary>${day}</summary><ul class="times">${items.join('')}</ul></details>`
  })
  const nothing = next === null && isFirst ? words.noTimesAtAll : words.noTimes
  return screen(
    viewed,
    words.changeTime,
    `<h1>${filledHtml(words.timesFree, { practitioner: visit.practitioner })}</h1>
<p>${escaped(words.moveFrom)}: <bdi>${escaped(dateAndTime(viewed, visit.fromAt))}</bdi></p>
<p class="soft">${filledHtml(words.clinicZone, { zone: zoneName(locale, visit.timezone) })}. ${filledHtml(words.moneyMove)}</p>
${found.length === 0 ? `<p class="said">${filledHtml(nothing)}</p>` : lists.join('\n')}
<div class="actions">
${next === null ? '' : button(`${path}/times/${next}`, words.later)}
${isFirst ? '' : button(`${path}/times`, words.earlier)}
${button(path, words.back)}
</div>`,
  )
}

/** Asks for confirmation of a move. */
export function moveScreen(viewed: Viewed, to: Instant): string {
  const { visit, path, language, locale } = viewed
  const words = wordsIn(language, locale)
  const row = (name: string, at: Instant) =>
    `<div><dt>${escaped(name)}</dt><dd>${escaped(written(locale, visit.timezone, at, dateOptions))}, <bdi>${escaped(written(locale, visit.timezone, at, timeOptions))}</bdi></dd></div>`
  return screen(
    viewed,
    words.changeTime,
    `<div class="card">
<h1 class="ask">${filledHtml(words.moveAsk)}</h1>
<div class="pad"><p><bdi>${escaped(visit.practitioner)}</bdi></p><p class="soft">${filledHtml(words.moneyMove)}</p></div>
<dl>${row(words.moveFrom, visit.fromAt)}${row(words.moveTo, to)}</dl>
<div class="pad"><p class="soft">${filledHtml(words.clinicZone, { zone: zoneName(locale, visit.timezone) })}</p>${elsewhere(viewed, to)}</div>
</div>
<div class="actions">
${action(`${path}/move/${compactInstant(to)}`, words.moveNow, 'main')}
${button(`${path}/times/${dateAt(visit.timezone, to)}`, words.otherTime)}
${button(path, words.keep)}
</div>`,
  )
}

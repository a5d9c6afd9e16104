// The page of a session pack that was sold on its own: what is left of it, and its payment.

import { escaped } from '../../base/http/html.ts'
import { firstInstantOf } from '../../base/values/clinic-time.ts'
import { contactLinks } from './frame.ts'
import type { PageOfPack } from './shown-pack.ts'
import { type Allowed, clinicOf, costText, dateOptions, factList, payActions, screen, type Viewed, written } from './visit/visit-page.ts'
import { filledHtml, wordsIn } from './words/words.ts'

export function packScreen(viewed: Viewed<PageOfPack>, pay: Allowed['pay']): string {
  const { visit: pack, language, locale } = viewed
  const words = wordsIn(language, locale)
  const isPaid = pack.paymentStatus === 'PAID'
  const status = pack.isEnded ? words.packEnded : isPaid ? words.packReady : words.packUnpaid
  const expiresOn = written(locale, pack.timezone, firstInstantOf(pack.timezone, pack.expiresOn, 0), dateOptions)
  const left = filledHtml(words.packLeft, { left: String(pack.totalSessions - pack.sessionsUsed), total: String(pack.totalSessions) })
  const contact = contactLinks(clinicOf(pack).settings)
  return screen(
    viewed,
    words.yourPack,
    `<div class="card">
<p class="status${isPaid && !pack.isEnded ? '' : ' warn'}" role="status">${filledHtml(status)}</p>
<div class="when"><h1>${escaped(pack.name)}</h1></div>
${factList([
  [words.packSessions, left],
  [words.packUntil, escaped(expiresOn)],
  [words.cost, costText(viewed, pack.isEnded)],
])}
</div>
<div class="actions">
${payActions(viewed, pay).join('\n')}
</div>
<footer class="soft">
${contact === '' ? '' : `<p>${contact}</p>`}
</footer>`,
  )
}

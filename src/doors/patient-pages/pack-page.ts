// The page of a session pack that was sold on its own: its remaining sessions and its payment.

import { escapeHtml } from '../../base/http/html.ts'
import { firstInstantAtWallTime } from '../../base/values/clinic-time.ts'
import { contactLinks } from './frame.ts'
import type { PackPage } from './shown-pack.ts'
import {
  type AllowedActions,
  costText,
  dateOptions,
  factList,
  formatInstant,
  ownVisitsLink,
  type PageView,
  pageClinic,
  payActions,
  renderScreen,
} from './visit/visit-page.ts'
import { fillHtml, loadWords } from './words.ts'

export function packScreen(view: PageView<PackPage>, pay: AllowedActions['pay']): string {
  const { visit: pack, language, locale } = view
  const words = loadWords(language, locale)
  const isPaid = pack.paymentStatus === 'PAID'
  const statusUntilEnd = isPaid ? words.packReady : words.packUnpaid
  const status = pack.isEnded ? words.packEnded : statusUntilEnd
  const expiresOn = formatInstant(
    locale,
    pack.timezone,
    firstInstantAtWallTime(pack.timezone, pack.expiresOn, 0),
    dateOptions,
  )
  const sessionsLeft = fillHtml(words.packLeft, {
    left: String(pack.totalSessions - pack.sessionsUsed),
    total: String(pack.totalSessions),
  })
  const contact = contactLinks(pageClinic(pack).settings)
  return renderScreen(
    view,
    words.yourPack,
    `<div class="card">
<p class="status${isPaid && !pack.isEnded ? '' : ' warn'}" role="status">${fillHtml(status)}</p>
<div class="when"><h1>${escapeHtml(pack.name)}</h1></div>
${factList([
  [words.packSessions, sessionsLeft],
  [words.packUntil, escapeHtml(expiresOn)],
  [words.cost, costText(view, pack.isEnded)],
])}
</div>
<div class="actions">
${payActions(view, pay).join('\n')}
</div>
<footer class="soft">
${contact === '' ? '' : `<p>${contact}</p>`}
${ownVisitsLink(view)}
</footer>`,
  )
}

// The page on which a patient sees their place in line. The first response is complete without a
// script; the script only keeps it up to date. The script is the same in all languages: its words
// are in the body's attributes.

import {
  cardStyle,
  escapeHtml,
  htmlPage,
  pageHeaders,
  readPageScript,
} from '../../base/http/html.ts'
import type { ShownStatus } from '../../visits/queue/queue-status.ts'
import type { QueueReader } from './queue-texts.ts'
import { zoneName } from './visit/visit-page.ts'
import { fillHtml, loadWords } from './words.ts'

const style = `${cardStyle}
[data-status=CALLED] .own { background: var(--mark); color: var(--on); }
[data-status=SKIPPED] .own, [data-status=NO_SHOW] .own { background: var(--warn); }
[data-status=CALLED] small, [data-status=SKIPPED] small, [data-status=NO_SHOW] small { color: inherit; }
dl { margin: 0; }
dl div { border-top: 1px solid var(--line); padding: .55rem 1.25rem .65rem; }
dt { color: var(--soft); font-size: .88rem; }
dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; }
#video-link { display: block; margin: 1rem 0 0; padding: .8rem 1rem; border-radius: 10px; background: var(--mark); color: var(--on); font-weight: 600; text-align: center; text-decoration: none; }
#connection:not(:empty) { margin: 1rem 0 0; padding: .7rem 1rem; border: 2px solid currentColor; border-radius: 10px; font-weight: 600; }
`

const script = readPageScript(new URL('./queue-page-script.js', import.meta.url))

export const statusPageHeaders = pageHeaders({ style, script, more: "connect-src 'self'; " })

export interface StatusPage extends ShownStatus {
  /** The shift in the clinic's local time. */
  shift: string
  timezone: string
  /** The time of the last update, in the clinic's local time. */
  updated: string
  /** Links to the clinic's privacy notice, imprint and terms, as HTML; '' if there are none. */
  legal: string
}

export function statusPage(
  { language, locale }: QueueReader,
  {
    clinic,
    token,
    status,
    isOver,
    hasVideo = false,
    texts,
    shift,
    timezone,
    updated,
    legal,
  }: StatusPage,
): string {
  const words = loadWords(language, locale)
  // English pages show the zone's name from the clinic's settings.
  const zone = language === 'en' ? timezone : zoneName(locale, timezone)
  const row = (name: string, id: keyof StatusPage['texts']) =>
    `<div data-row${texts[id] ? '' : ' hidden'}><dt>${escapeHtml(name)}</dt>` +
    `<dd id="${id}">${escapeHtml(texts[id] ?? '')}</dd></div>`
  const updatedHtml = escapeHtml(words.queueUpdated).replace(
    '{time}',
    () => `<span id="updated">${escapeHtml(updated)}</span>`,
  )
  const estimate = `<p>${escapeHtml(words.queueEstimate)}</p>
<noscript><p>${escapeHtml(words.queueReloads)}</p></noscript>`
  const scriptWords = [
    ['turn', words.queueTurnTitle],
    ['lost', words.queueLost],
    ['gone', words.queueGone],
  ]
  const scriptData = scriptWords.map(([name, text = '']) => ` data-${name}="${escapeHtml(text)}"`)
  return htmlPage({
    title: `${token} · ${clinic}`,
    style,
    language,
    head: isOver ? '' : '<noscript><meta http-equiv="refresh" content="30"></noscript>\n',
    body: `<body data-status="${status}" data-over="${isOver}"${scriptData.join('')}>
<main>
<h1 dir="auto">${escapeHtml(clinic)}</h1>
<div class="card">
<div class="own">
<h2><small>${escapeHtml(words.yourToken)}</small>${escapeHtml(token)}</h2>
<p id="headline" role="status" aria-live="polite">${escapeHtml(texts.headline)}</p>
</div>
<dl>
${row(words.queueWait, 'wait')}
${row(words.queueServing, 'serving')}
${row(words.queueLine, 'queue')}
${row(words.queueVideo, 'video')}
<div><dt>${escapeHtml(words.shift)}</dt><dd>${escapeHtml(shift)}</dd></div>
</dl>
</div>
<a id="video-link" href="?video"${hasVideo ? '' : ' hidden'}>${escapeHtml(words.join)}</a>
<p id="connection" role="status" aria-live="polite"></p>
<footer>
<p>${updatedHtml} ${fillHtml(words.queueZone, { zone })}</p>
${isOver ? '' : estimate}
${legal}
</footer>
</main>
<script>${script}</script>
</body>`,
  })
}

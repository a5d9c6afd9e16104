// The board of a waiting room, readable from eight metres: one complete response, which the script
// keeps up to date. Its content is rendered only here, for the page and for its updates.

import { createHash } from 'node:crypto'
import about from '../../../../package.json' with { type: 'json' }
import { type LanguageOf, serviceWords } from '../../../../words/service.ts'
import { escapeHtml, htmlPage, pageHeaders, readPageScript } from '../../../base/http/html.ts'
import { clockAt, type Instant } from '../../../base/values/clinic-time.ts'
import type { WaitingTime } from '../waiting-time.ts'
import { fillText } from './fill-text.ts'
import type { BoardOfLink } from './queries.ts'
import type { ShownBoard, ShownNumber } from './shown.ts'
import { boardStyle } from './style.ts'

/** The content that is sent to an open board. */
export interface BoardView {
  /** The release of the service; a page from another release reloads itself. */
  release: string
  html: string
  /** The called tokens; `key` differs when one is called again. */
  calls: { key: string; spoken: string }[]
}

const boardScript = readPageScript(new URL('./page-script.js', import.meta.url))

const release = `${about.version} ${createHash('sha256').update(boardStyle).update(boardScript).digest('base64url').slice(0, 12)}`

export const boardHeaders = {
  ...pageHeaders({ style: boardStyle, script: boardScript, more: "connect-src 'self'; " }),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
}

const numberHtml = (token: string) =>
  `<b class="number${token.length > 5 ? ' long' : ''}"><bdi dir="ltr">${escapeHtml(token)}</bdi></b>`
const doorHtml = (door: string) => `<bdi>${escapeHtml(door)}</bdi>`

/** The content of a board, in its language. */
export function boardView(language: LanguageOf<'board'>, board: ShownBoard): BoardView {
  const words = serviceWords[language].board
  const calls = board.calls.map((call) => ({
    ...call,
    key: `${call.token} ${call.door} ${call.announcedAt}`,
  }))
  const cards = calls.map(({ token, door, isInside, key }) =>
    isInside
      ? `<li class="call inside">${numberHtml(token)}<span class="door">${doorHtml(door)}<small>${words.inside}</small></span></li>`
      : `<li class="call" data-call="${escapeHtml(key)}">${numberHtml(token)}<span class="door">${doorHtml(door)}</span></li>`,
  )
  const main =
    cards.length > 0
      ? `<ol class="calls n${cards.length}">${cards.join('')}</ol>`
      : `<p class="quiet">${board.isRunning ? words.quiet : words.closed}</p>`
  const row = (token: string, text: string) => `<li>${numberHtml(token)}<span>${text}</span></li>`
  const doorLine = (door: string) => (board.hasDoors ? `<small>${doorHtml(door)}</small>` : '')
  const section = (title: string, rows: string[]) =>
    rows.length === 0 ? '' : `<section><h2>${title}</h2><ol>${rows.join('')}</ol></section>`
  const side =
    section(
      words.next,
      board.next.map(({ token, door, wait }) =>
        row(token, waitText(language, wait) + doorLine(door)),
      ),
    ) +
    section(
      words.absent,
      board.absent.map((token) => row(token, words.askDesk)),
    )
  return {
    release,
    html: `<div class="main">${main}</div>${side === '' ? '' : `<div class="side">${side}</div>`}`,
    calls: calls
      .filter(({ isInside }) => !isInside)
      .map(({ key, token, door }) => ({ key, spoken: spokenText(language, { token, door }) })),
  }
}

function waitText(language: LanguageOf<'board'>, { fromMinutes, toMinutes }: WaitingTime): string {
  const { upTo, minutes } = serviceWords[language].board
  // Isolates a range so that it reads from the lower to the higher number, even in right-to-left
  // text.
  return fillText(fromMinutes === 0 ? upTo : minutes, {
    to: String(toMinutes),
    range: `<bdi dir="ltr">${fromMinutes}–${toMinutes}</bdi>`,
  })
}

/** A letter and a number in a form that a speech synthesizer reads correctly. */
function spokenText(language: LanguageOf<'board'>, { token, door }: ShownNumber): string {
  const [letters = '', digits = ''] = token.split('-')
  return fillText(serviceWords[language].board.spoken, {
    token: `${[...letters].join(' ')} ${digits}`,
    door,
  })
}

/**
 * The locale for dates and times on a board: that of its language, with Latin digits, as in tokens.
 */
const boardLocale = (language: LanguageOf<'board'>) =>
  `${language === 'en' ? 'en-GB' : language}-u-ca-gregory-nu-latn`

export function boardPage(
  { clinic, timezone, language }: BoardOfLink,
  view: BoardView,
  now: Instant,
): string {
  const words = serviceWords[language].board
  const { speak, touch, lost, gone, speaks } = words
  const date = new Intl.DateTimeFormat(boardLocale(language), {
    timeZone: timezone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  }).format(now)
  const data = {
    release: view.release,
    locale: boardLocale(language),
    zone: timezone,
    at: String(now),
    calls: JSON.stringify(view.calls),
    words: JSON.stringify({ speak, touch, lost, gone, speaks }),
  }
  return htmlPage({
    title: clinic,
    style: boardStyle,
    language,
    head: '<noscript><meta http-equiv="refresh" content="10"></noscript>\n',
    body: `<body ${Object.entries(data)
      .map(([name, value]) => `data-${name}="${escapeHtml(value)}"`)
      .join(' ')}>
<header>
<h1 dir="auto">${escapeHtml(clinic)}</h1>
<p class="watch">${words.watch}</p>
<p class="now"><span id="date">${escapeHtml(date)}</span> <b id="clock">${clockAt(timezone, now)}</b></p>
</header>
<main id="board">${view.html}</main>
<footer>
<p id="lost" role="alert"></p>
<p id="announced" role="status" aria-live="assertive"></p>
<button id="speak" type="button" aria-pressed="false" hidden>${speak}</button>
</footer>
<script>${boardScript}</script>
</body>`,
  })
}

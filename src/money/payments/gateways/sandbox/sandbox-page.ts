// The hosted page of the sandbox gateway. It works without its script, which only counts down and
// sends the payer back.

import { cardStyle, escapeHtml, htmlPage, pageHeaders } from '../../../../base/http/html.ts'
import type { Instant } from '../../../../base/values/clinic-time.ts'
import { formatPrice } from '../../../../base/values/money.ts'
import { returnAddress } from '../return-address.ts'
import type { Choice } from './sandbox-checkouts.ts'
import type { SandboxCheckout } from './sandbox-queries.ts'

const style = `${cardStyle}
h2 { font-size: clamp(1.4rem, 8vw, 2.4rem); padding-bottom: 1rem; }
.sandbox { margin: 0 0 1rem; padding: .6rem 1rem; border-radius: 10px; background: var(--warn); text-align: center; }
.hold, #over:not(:empty) { margin: 0; padding: 0 1.25rem 1rem; text-align: center; font-variant-numeric: tabular-nums; }
#over { margin: 0; font-weight: 600; }
.choices { margin: 0; padding: 0 1.25rem 1.25rem; }
.choices > * { margin: .75rem 0 0; }
.choices p { color: var(--soft); font-size: .88rem; text-align: center; }
button, .button { display: block; width: 100%; min-height: 3rem; padding: .6rem 1rem; border: 2px solid var(--mark); border-radius: 10px; background: none; color: var(--mark); font: inherit; font-weight: 600; line-height: 1.5; text-align: center; text-decoration: none; cursor: pointer; }
.main { background: var(--mark); color: var(--on); }
:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
`

const script = `
(() => {
  const element = (id) => document.getElementById(id)
  const left = element('left')
  if (left) {
    const until = Date.now() + Number(left.dataset.ms)
    const show = () => {
      const seconds = Math.ceil((until - Date.now()) / 1000)
      if (seconds > 0) {
        left.textContent = Math.floor(seconds / 60) + ':' + String(seconds % 60).padStart(2, '0') + ' minutes'
        return
      }
      clearInterval(timer)
      element('hold').hidden = true
      element('over').textContent = element('over').dataset.text
    }
    const timer = setInterval(show, 1000)
    show()
  }
  const back = element('back')
  const [arrival] = performance.getEntriesByType('navigation')
  // A payer who returns to see the result is not redirected again.
  if (back && back.dataset.afterMs && !(arrival && arrival.type === 'back_forward')) {
    element('soon').hidden = false
    setTimeout(() => location.replace(back.href), Number(back.dataset.afterMs))
  }
})()
`

export const checkoutHeaders = pageHeaders({ style, script, formAction: "'self'" })

const backAfterSeconds = 3
const minuteMs = 60_000
const overText =
  'The clinic’s waiting time is over: it may have given your booking to someone else. You can still pay until the clinic closes this checkout.'

/** The page of a checkout; `decideAt` returns where a choice is sent. */
export function checkoutPage(
  checkout: SandboxCheckout,
  now: Instant,
  decideAt: (choice: Choice) => string,
): string {
  const isUndecided = checkout.state === 'OPEN' && checkout.lateAt === null
  return isUndecided ? openPage(checkout, now, decideAt) : outcomePage(checkout, now)
}

function openPage(
  checkout: SandboxCheckout,
  now: Instant,
  decideAt: (choice: Choice) => string,
): string {
  const amount = amountText(checkout)
  const leftMs = Math.max(0, Math.ceil(checkout.heldUntil - now))
  const button = (choice: Choice, text: string, isMain = false) =>
    `<form method="post" action="${escapeHtml(decideAt(choice))}"><button${isMain ? ' class="main"' : ''}>${escapeHtml(text)}</button></form>`
  return pageHtml(
    checkout,
    `Pay ${amount}`,
    `${leftMs > 0 ? `<p class="hold" id="hold">The clinic waits <span id="left" data-ms="${leftMs}">${minutesText(leftMs)}</span> for your payment.</p>` : ''}
<p id="over" role="status" data-text="${overText}">${leftMs > 0 ? '' : overText}</p>
<div class="choices">
${button('pay', `Pay ${amount}`, true)}
${button('decline', 'Decline the payment')}
${button('pay-late', 'Pay late')}
<p>Late: the money arrives two minutes after the clinic has stopped waiting, even if this checkout is closed by then.</p>
${backLink(checkout, 'Leave without paying')}
</div>`,
  )
}

function outcomePage(checkout: SandboxCheckout, now: Instant): string {
  const { state } = checkout
  // If it was closed, the payer must be told; after their own choice, they already know.
  const redirectsBack = state !== 'EXPIRED'
  const address = redirectsBack ? returnAddress(checkout.returnUrl, checkout.reference) : undefined
  const head = address
    ? `<noscript><meta http-equiv="refresh" content="${backAfterSeconds};url=${escapeHtml(address)}"></noscript>\n`
    : ''
  const redirectText = `You are taken back in ${backAfterSeconds} seconds.`
  return pageHtml(
    checkout,
    outcomeTitle(checkout),
    `<p id="headline" role="status">${outcomeText(checkout, now)}</p>
<div class="choices">
${backLink(checkout, 'Back to the clinic', redirectsBack)}
${address ? `<p id="soon" hidden>${redirectText}</p>\n<noscript><p>${redirectText}</p></noscript>` : ''}
</div>`,
    head,
  )
}

function outcomeTitle({ state }: SandboxCheckout): string {
  if (state === 'PAID') return 'Paid'
  if (state === 'FAILED') return 'Declined'
  return state === 'EXPIRED' ? 'Closed' : 'Under way'
}

function outcomeText({ state, lateAt }: SandboxCheckout, now: Instant): string {
  if (state === 'PAID') return 'Your payment has arrived.'
  if (state === 'FAILED') return 'The payment was declined, and nothing was taken.'
  const arrives =
    lateAt === null ? '' : `Your payment is under way, and arrives in ${minutesText(lateAt - now)}.`
  return state === 'OPEN' ? arrives : `This checkout is closed. ${arrives || 'Nothing was paid.'}`
}

function pageHtml(checkout: SandboxCheckout, title: string, content: string, head = ''): string {
  const { payee, description } = checkout
  const body = `<body>
<main>
<p class="sandbox"><strong>Sandbox:</strong> no money moves here.</p>
<h1>${escapeHtml(payee)}</h1>
<div class="card">
<h2><small>${escapeHtml(description)}</small>${escapeHtml(amountText(checkout))}</h2>
${content}
</div>
</main>
<script>${script}</script>
</body>`
  return htmlPage({ title: `${title} · ${payee}`, style, head, body })
}

const amountText = ({ amountMinor, currency }: SandboxCheckout) =>
  formatPrice(amountMinor, currency, 'en')

function minutesText(ms: number): string {
  const count = Math.max(1, Math.ceil(ms / minuteMs))
  return count === 1 ? '1 minute' : `${count} minutes`
}

function backLink(checkout: SandboxCheckout, text: string, redirectsBack = false): string {
  const address = returnAddress(checkout.returnUrl, checkout.reference)
  if (!address) return ''
  return `<a class="button" id="back" href="${escapeHtml(address)}"${redirectsBack ? ` data-after-ms="${backAfterSeconds * 1_000}"` : ''}>${text}</a>`
}

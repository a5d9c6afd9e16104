// GET /sandbox-gateway/checkout/:gatewayId, and POST …/pay, /decline, /pay-late: the hosted page of the sandbox gateway. The id in the path
// is the only credential. A choice is answered with a redirect to the page, which shows the result: browsers would block a form that
// redirects to the clinic's own page on another origin.

import { htmlType, plainPage, plainPageHeaders } from '../../../../base/http/html.ts'
import type { LivePage, PageAnswer } from '../../../../base/http/pages.ts'
import { type Choice, checkoutNow, decide, type SandboxServices } from './sandbox-checkouts.ts'
import { checkoutPath } from './sandbox-gateway.ts'
import { checkoutHeaders, checkoutPage } from './sandbox-page.ts'
import { workspaceOfSandboxCheckout } from './sandbox-queries.ts'

const choices: readonly Choice[] = ['pay', 'decline', 'pay-late']

const notice = (title: string, sentence: string) => ({ type: htmlType, headers: plainPageHeaders, content: plainPage(title, sentence) })
const unknown: PageAnswer = { status: 404, ...notice('Nothing to pay here', 'This checkout is not known. Please go back to where you came from.') }
const refused = () => notice('One moment', 'The checkout cannot be shown just now. Please go back, and look at it again.')

export function sandboxGatewayPages(services: SandboxServices): LivePage[] {
  const { database, clock } = services

  async function checkoutOf(gatewayId = '') {
    if (!/^[0-9a-z]{26}$/.test(gatewayId)) return undefined
    const [found] = await database.rows(workspaceOfSandboxCheckout, { gatewayId })
    return found && checkoutNow(services, { ...found, gatewayId })
  }

  async function shown(gatewayId: string | undefined): Promise<PageAnswer> {
    const checkout = await checkoutOf(gatewayId)
    if (!checkout) return unknown
    const content = checkoutPage(checkout, clock.now(), (choice) => `${checkoutPath(checkout.gatewayId)}/${choice}`)
    return { status: 200, type: htmlType, headers: checkoutHeaders, content }
  }

  async function decided(gatewayId: string | undefined, wanted: string | undefined): Promise<PageAnswer> {
    const checkout = await checkoutOf(gatewayId)
    const choice = choices.find((known) => known === wanted)
    if (!checkout || !choice) return unknown
    await decide(services, checkout, choice)
    return wayTo(checkout.gatewayId)
  }

  return [
    { path: '/sandbox-gateway/checkout/:gatewayId', answer: ({ gatewayId }) => shown(gatewayId), refused },
    { path: '/sandbox-gateway/checkout/:gatewayId/:choice', method: 'POST', answer: ({ gatewayId, choice }) => decided(gatewayId, choice), refused },
    // The address that a browser shows after a refused choice; reloading it leads back to the page.
    {
      path: '/sandbox-gateway/checkout/:gatewayId/:choice',
      answer: async ({ gatewayId = '' }) => (/^[0-9a-z]{26}$/.test(gatewayId) ? wayTo(gatewayId) : unknown),
      refused,
    },
  ]
}

function wayTo(gatewayId: string): PageAnswer {
  return { status: 303, type: htmlType, headers: { ...plainPageHeaders, location: checkoutPath(gatewayId) }, content: '' }
}

// GET /sandbox-gateway/checkout/:gatewayId, and POST …/pay, /decline, /pay-late: the hosted page of
// the sandbox gateway. The id in the path is the only credential. A choice is answered with a
// redirect to the page, which shows the result: browsers would block a form that redirects to the
// clinic's own page on another origin.

import { htmlType, plainPage, plainPageHeaders } from '../../../../base/http/html.ts'
import type { LivePage, PageAnswer } from '../../../../base/http/pages.ts'
import {
  type Choice,
  decideCheckout,
  loadSandboxCheckout,
  type SandboxServices,
} from './sandbox-checkouts.ts'
import { checkoutPath } from './sandbox-gateway.ts'
import { checkoutHeaders, checkoutPage } from './sandbox-page.ts'
import { sandboxCheckoutWorkspace } from './sandbox-queries.ts'

const choices: readonly Choice[] = ['pay', 'decline', 'pay-late']

const noticeAnswer = (title: string, sentence: string) => ({
  type: htmlType,
  headers: plainPageHeaders,
  content: plainPage(title, sentence),
})
const unknownAnswer: PageAnswer = {
  status: 404,
  ...noticeAnswer(
    'Nothing to pay here',
    'This checkout is not known. Please go back to where you came from.',
  ),
}
const busyAnswer = () =>
  noticeAnswer(
    'One moment',
    'The checkout cannot be shown just now. Please go back, and look at it again.',
  )

export function sandboxGatewayPages(services: SandboxServices): LivePage[] {
  const { database, clock } = services

  async function findCheckout(gatewayId = '') {
    if (!/^[0-9a-z]{26}$/.test(gatewayId)) return undefined
    const [found] = await database.rows(sandboxCheckoutWorkspace, { gatewayId })
    return found && loadSandboxCheckout(services, { ...found, gatewayId })
  }

  async function answerPage(gatewayId: string | undefined): Promise<PageAnswer> {
    const checkout = await findCheckout(gatewayId)
    if (!checkout) return unknownAnswer
    const content = checkoutPage(
      checkout,
      clock.now(),
      (choice) => `${checkoutPath(checkout.gatewayId)}/${choice}`,
    )
    return { status: 200, type: htmlType, headers: checkoutHeaders, content }
  }

  async function answerChoice(
    gatewayId: string | undefined,
    requestedChoice: string | undefined,
  ): Promise<PageAnswer> {
    const checkout = await findCheckout(gatewayId)
    const choice = choices.find((option) => option === requestedChoice)
    if (!checkout || !choice) return unknownAnswer
    await decideCheckout(services, checkout, choice)
    return redirectToCheckout(checkout.gatewayId)
  }

  return [
    {
      path: '/sandbox-gateway/checkout/:gatewayId',
      answer: ({ gatewayId }) => answerPage(gatewayId),
      refused: busyAnswer,
    },
    {
      path: '/sandbox-gateway/checkout/:gatewayId/:choice',
      method: 'POST',
      answer: ({ gatewayId, choice }) => answerChoice(gatewayId, choice),
      refused: busyAnswer,
    },
    // The address that a browser shows after a refused choice; reloading it leads back to the page.
    {
      path: '/sandbox-gateway/checkout/:gatewayId/:choice',
      answer: async ({ gatewayId = '' }) =>
        /^[0-9a-z]{26}$/.test(gatewayId) ? redirectToCheckout(gatewayId) : unknownAnswer,
      refused: busyAnswer,
    },
  ]
}

function redirectToCheckout(gatewayId: string): PageAnswer {
  return {
    status: 303,
    type: htmlType,
    headers: { ...plainPageHeaders, location: checkoutPath(gatewayId) },
    content: '',
  }
}

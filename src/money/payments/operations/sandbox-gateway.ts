// The sandbox's payment gateway from the command line: its checkouts, and the faults it simulates.

import {
  anyObject,
  choice,
  integer,
  list,
  nullable,
  number,
  object,
  optional,
  text,
  timestamp,
} from '../../../base/contract/schemas.ts'
import {
  type InWorkspace,
  optionalWithDefault,
  workspaceOperation,
} from '../../../base/operations/operation.ts'
import { isoAt } from '../../../base/values/clinic-time.ts'
import { fromMinorUnits } from '../../../base/values/money.ts'
import {
  clearFaults,
  faultKinds,
  faultyCalls,
  gatewayFaults,
  insertFault,
  pendingFaults,
  slowMsMax,
} from '../gateways/sandbox/fault-queries.ts'
import { listSandboxCheckouts } from '../gateways/sandbox/sandbox-checkouts.ts'
import { checkoutPath } from '../gateways/sandbox/sandbox-gateway.ts'
import { problem } from '../problems.ts'

const checkoutsMax = 200
const defaultStatus = 503
const defaultBody = {
  error: { code: 'GATEWAY_UNAVAILABLE', message: 'The gateway refuses, as it was told to.' },
}

const faultMembers = {
  call: choice(faultyCalls, 'The call it goes wrong with.'),
  how: choice(
    faultKinds,
    'The kind of fault: a refusal; no answer, before or after the call took effect; a slow answer; an amount that is one unit too high; or a refund that takes two minutes and then fails or succeeds.',
  ),
}

/** The workspace of the gateway; throws in production. */
function requireSandboxWorkspace({ mode, workspaceId }: InWorkspace): number {
  if (mode !== 'sandbox') throw problem('NO_SANDBOX_GATEWAY')
  return workspaceId
}

export const sandboxGatewayList = workspaceOperation({
  name: 'sandbox-gateway-list',
  right: 'developers:read',
  summary: 'List the checkouts of the sandbox gateway, newest first.',
  input: object({
    limit: optionalWithDefault(
      integer(`How many, up to ${checkoutsMax}.`, 20, { minimum: 1, maximum: checkoutsMax }),
      20,
    ),
  }),
  output: list(
    object({
      gatewayId: text('The id that the gateway gave it.', '4r0d9x2kq7m1v8z3n5b6c0hjwt'),
      page: text('Path of its page.', '/sandbox-gateway/checkout/4r0d9x2kq7m1v8z3n5b6c0hjwt'),
      reference: text('The service’s id of the payment.', 'cs_7q2m9x4k'),
      state: choice(['OPEN', 'PAID', 'FAILED', 'EXPIRED'], 'Its state.'),
      currency: text('ISO 4217 code of its amounts.', 'INR'),
      amount: number('The amount to be paid.', 500),
      captured: number('The captured amount.', 500),
      refunded: number('Refunded amount.', 0),
      createdAt: timestamp('When it was opened.'),
      heldUntil: timestamp('Until when the clinic waits.'),
      lateAt: nullable(timestamp('When a late payment arrives.')),
    }),
    'The checkouts, newest first.',
  ),
  async run(context, { limit }) {
    const checkouts = await listSandboxCheckouts(context, requireSandboxWorkspace(context), limit)
    return checkouts.map(
      ({
        gatewayId,
        reference,
        state,
        currency,
        amountMinor,
        capturedMinor,
        refundedMinor,
        createdAt,
        heldUntil,
        lateAt,
      }) => ({
        gatewayId,
        page: checkoutPath(gatewayId),
        reference,
        state,
        currency,
        amount: fromMinorUnits(amountMinor, currency),
        captured: fromMinorUnits(capturedMinor, currency),
        refunded: fromMinorUnits(refundedMinor, currency),
        createdAt: isoAt('UTC', createdAt),
        heldUntil: isoAt('UTC', heldUntil),
        lateAt: lateAt === null ? null : isoAt('UTC', lateAt),
      }),
    )
  },
})

export const sandboxGatewayFail = workspaceOperation({
  name: 'sandbox-gateway-fail',
  right: 'developers:write',
  summary: 'Make a call of the sandbox gateway fail, from now on or a few times.',
  input: object({
    ...faultMembers,
    status: optional(
      integer(`Of refuse: the status it answers; ${defaultStatus} when omitted.`, defaultStatus, {
        minimum: 400,
        maximum: 599,
      }),
    ),
    body: optional(anyObject('Of refuse: the JSON object it answers.', defaultBody)),
    ms: optional(
      integer('For slow: the delay of the answer in milliseconds.', 2_000, {
        minimum: 1,
        maximum: slowMsMax,
      }),
    ),
    times: optional(
      integer('How many calls fail; default: all, until the fault is removed.', 2, {
        minimum: 1,
        maximum: 1_000_000,
      }),
    ),
  }),
  output: object({
    ...faultMembers,
    times: nullable(integer('How many calls fail; null: all, until the fault is removed.', 2)),
  }),
  async run(context, { call, how, status, body, ms, times = null }) {
    const workspaceId = requireSandboxWorkspace(context)
    if (how !== 'refuse' && (status !== undefined || body !== undefined))
      throw problem('FAULT_TAKES_NO_ANSWER', { how })
    if ((how === 'slow') !== (ms !== undefined)) throw problem('FAULT_TIME_INVALID', { call })
    if (call === 'refund' && how === 'wrong-amount') throw problem('FAULT_HAS_NO_AMOUNT')
    if (call !== 'refund' && pendingFaults.some((pending) => pending === how))
      throw problem('FAULT_FOR_REFUNDS_ONLY', { how })
    const answer =
      how === 'refuse'
        ? { status: status ?? defaultStatus, body: { ...(body ?? defaultBody) } }
        : { status: null, body: null }
    await context.database.rows(insertFault, {
      workspaceId,
      call,
      how,
      ...answer,
      ms: ms ?? null,
      timesLeft: times,
    })
    return { call, how, times }
  },
})

export const sandboxGatewayFaults = workspaceOperation({
  name: 'sandbox-gateway-faults',
  right: 'developers:read',
  summary: 'List the active faults of the sandbox gateway.',
  input: object({}),
  output: list(
    object({
      ...faultMembers,
      status: nullable(integer('The status it answers.', defaultStatus)),
      body: nullable(anyObject('The body it answers.', defaultBody)),
      ms: nullable(integer('The delay of the answer in milliseconds.', 2_000)),
      timesLeft: nullable(
        integer('How many more calls fail; null: all, until the fault is removed.', 2),
      ),
    }),
    'The faults, by call.',
  ),
  async run(context) {
    return context.database.rows(gatewayFaults, { workspaceId: requireSandboxWorkspace(context) })
  },
})

export const sandboxGatewayHeal = workspaceOperation({
  name: 'sandbox-gateway-heal',
  right: 'developers:write',
  summary: 'Remove all faults from the sandbox gateway.',
  input: object({}),
  output: object({ healed: integer('How many faults there were.', 1) }),
  async run(context) {
    const workspaceId = requireSandboxWorkspace(context)
    const clearedFaults = await context.database.rows(clearFaults, { workspaceId })
    return { healed: clearedFaults.filter(({ wasActive }) => wasActive).length }
  },
})

export const sandboxGatewayOperations = [
  sandboxGatewayList,
  sandboxGatewayFail,
  sandboxGatewayFaults,
  sandboxGatewayHeal,
]

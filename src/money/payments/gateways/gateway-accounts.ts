// The accounts of workspaces at external payment gateways. The clinic file names their keys; the
// keys themselves are read from the environment each time, so that one can be replaced while the
// service is running.

import { type Environment, readSecret, secretVariable } from '../../../base/ports/secrets.ts'
import type { GatewaySettings } from '../../../base/values/gateway-settings.ts'
import type { RazorpayAccount } from './razorpay/razorpay-client.ts'
import type { StripeAccount } from './stripe/stripe-client.ts'

/** A workspace's accounts; undefined if an account does not exist or cannot be used here now. */
export interface GatewayAccounts {
  stripe(workspaceId: number): Promise<StripeAccount | undefined>
  razorpay(workspaceId: number): Promise<RazorpayAccount | undefined>
}

type InstallationMode = 'sandbox' | 'production'

/** Reads accounts; `settingsOf` returns the settings in a workspace's clinic file. */
export function createGatewayAccounts({
  loadSettings: settingsOf,
  environment,
  mode,
}: {
  loadSettings(workspaceId: number): Promise<GatewaySettings | null>
  environment: Environment
  mode: InstallationMode
}): GatewayAccounts {
  const readKey = (reference: string | undefined) => readHeaderSecret(reference, environment).secret
  const readWebhookSecret = (reference: string | undefined) =>
    resolveSecret(reference, environment).secret ?? null
  return {
    async stripe(workspaceId) {
      const { stripe } = (await settingsOf(workspaceId)) ?? {}
      const secretKey = readKey(stripe?.secretKey)
      if (!stripe || secretKey === undefined || !isUsableIn(mode, isStripeTestKey(secretKey)))
        return undefined
      return {
        secretKey,
        webhookSecret: readWebhookSecret(stripe.webhookSecret),
        ...optionalUrl(stripe),
      }
    },
    async razorpay(workspaceId) {
      const { razorpay } = (await settingsOf(workspaceId)) ?? {}
      const keySecret = readKey(razorpay?.keySecret)
      if (
        !razorpay ||
        keySecret === undefined ||
        !isUsableIn(mode, isRazorpayTestKey(razorpay.keyId))
      )
        return undefined
      return {
        keyId: razorpay.keyId,
        keySecret,
        webhookSecret: readWebhookSecret(razorpay.webhookSecret),
        ...optionalUrl(razorpay),
      }
    },
  }
}

const optionalUrl = ({ url }: { url?: string }) => (url === undefined ? {} : { url })

// An unknown kind of key counts as live, so that no one can lose money in a sandbox.
const isStripeTestKey = (key: string) => /^[rs]k_test_/.test(key)
const isRazorpayTestKey = (keyId: string) => keyId.startsWith('rzp_test_')

/** A sandbox, in which anyone can do anything, never takes real money. */
const isUsableIn = (mode: InstallationMode, isForTests: boolean) =>
  mode === 'production' || isForTests

/**
 * Problems with the accounts on this machine in this mode: one sentence each, containing no key.
 */
export function accountProblems(
  { stripe, razorpay }: GatewaySettings,
  environment: Environment,
  mode: InstallationMode,
): string[] {
  const stripeKey = readHeaderSecret(stripe?.secretKey, environment).secret
  return [
    ...(stripe ? keyProblems('stripe', stripe.secretKey, stripe.webhookSecret, environment) : []),
    ...(stripeKey === undefined
      ? []
      : kindProblems('stripe', isStripeTestKey(stripeKey), 'sk_test_', mode)),
    ...(razorpay
      ? keyProblems('razorpay', razorpay.keySecret, razorpay.webhookSecret, environment)
      : []),
    ...(razorpay
      ? kindProblems('razorpay', isRazorpayTestKey(razorpay.keyId), 'rzp_test_', mode)
      : []),
  ]
}

function keyProblems(
  name: string,
  key: string,
  webhookSecret: string | undefined,
  environment: Environment,
): string[] {
  return [
    ...readHeaderSecret(key, environment).problems.map(
      (problem) =>
        `${problem} here; where the service runs, no checkout is opened at ${name} until this is mended`,
    ),
    ...resolveSecret(webhookSecret, environment).problems.map(
      (problem) =>
        `${problem} here; where the service runs, messages of ${name} are not heard until this is mended`,
    ),
  ]
}

function kindProblems(
  name: string,
  isForTests: boolean,
  sentenceStart: string,
  mode: InstallationMode,
): string[] {
  if (!isUsableIn(mode, isForTests))
    return [
      `workspace.gateways.${name}: a sandbox takes no real money, so it uses test keys alone, ${sentenceStart}…`,
    ]
  return mode === 'production' && isForTests
    ? [`workspace.gateways.${name}: has a test key, so bookings count as paid and no money moves`]
    : []
}

interface SecretResult {
  secret?: string
  problems: string[]
}

/** A secret that is suitable for a header, or what is wrong with it. */
function readHeaderSecret(reference: string | undefined, environment: Environment): SecretResult {
  const found = resolveSecret(reference, environment)
  if (found.secret === undefined || /^[\x21-\x7e]{1,500}$/.test(found.secret)) return found
  return {
    problems: [`${secretVariable(reference ?? '')} holds no key: it has blanks or is too long`],
  }
}

/**
 * The secret that a reference names, or what is wrong with it; neither if there is no reference.
 */
function resolveSecret(reference: string | undefined, environment: Environment): SecretResult {
  const variable = secretVariable(reference ?? '')
  if (variable === undefined) return { problems: [] }
  const { secret, problems } = readSecret(environment, variable)
  return problems ? { problems } : { secret, problems: [] }
}

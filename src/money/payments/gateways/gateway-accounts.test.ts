import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openHarness, runAsTester } from '../../../../test/support/clinic/harness.ts'
import { createSunriseFile } from '../../../../test/support/clinic/sunrise.ts'
import { createMigratedDatabase } from '../../../../test/support/database/databases.ts'
import { removeFolder } from '../../../../test/support/processes/abandoned-processes.ts'
import { afterFile } from '../../../../test/support/run/after-file.ts'
import type { GatewaySettings } from '../../../base/values/gateway-settings.ts'
import { openApplication } from '../../../doors/app/application.ts'
import { accountProblems, createGatewayAccounts } from './gateway-accounts.ts'

const stripe = { secretKey: 'secret:STRIPE_KEY', webhookSecret: 'secret:STRIPE_WEBHOOK' }
const razorpay = { keyId: 'rzp_live_A1b2', keySecret: 'secret:RAZORPAY_SECRET' }
const live = {
  CLINIC_SECRET_STRIPE_KEY: 'sk_live_1',
  CLINIC_SECRET_STRIPE_WEBHOOK: 'words that somebody chose',
  CLINIC_SECRET_RAZORPAY_SECRET: 'r4z0r',
}

const accounts = (
  settings: GatewaySettings | null,
  environment: Record<string, string | undefined> = live,
  mode: 'sandbox' | 'production' = 'production',
) => createGatewayAccounts({ loadSettings: async () => settings, environment, mode })

describe('an account', () => {
  it('comes from the file, with its keys from the environment', async () => {
    const { stripe: atStripe, razorpay: atRazorpay } = accounts({
      stripe: { ...stripe, url: 'https://proxy.example' },
      razorpay,
    })
    expect(await atStripe(1)).toEqual({
      secretKey: 'sk_live_1',
      webhookSecret: 'words that somebody chose',
      url: 'https://proxy.example',
    })
    expect(await atRazorpay(1)).toEqual({
      keyId: 'rzp_live_A1b2',
      keySecret: 'r4z0r',
      webhookSecret: null,
    })
  })

  it('is missing if the file names none, or if its key is missing or invalid', async () => {
    const all = { stripe, razorpay }
    const cases: [GatewaySettings | null, Record<string, string>][] = [
      [null, live],
      [{}, live],
      [all, {}],
      [
        all,
        {
          CLINIC_SECRET_STRIPE_KEY: 'sk_live_1\r\nx: y',
          CLINIC_SECRET_RAZORPAY_SECRET: 'two words',
        },
      ],
      [
        all,
        {
          CLINIC_SECRET_STRIPE_KEY_FILE: '/nowhere',
          CLINIC_SECRET_RAZORPAY_SECRET_FILE: '/nowhere',
        },
      ],
    ]
    for (const [settings, environment] of cases) {
      const of = accounts(settings, environment)
      expect([await of.stripe(1), await of.razorpay(1)]).toEqual([undefined, undefined])
    }
  })

  it('takes payments without the secret of its messages', async () => {
    expect(await accounts({ stripe }, { CLINIC_SECRET_STRIPE_KEY: 'sk_live_1' }).stripe(1)).toEqual(
      { secretKey: 'sk_live_1', webhookSecret: null },
    )
  })

  it('uses another key as soon as its file contains one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clinic-keys-'))
    afterFile(() => removeFolder(folder))
    const file = join(folder, 'key')
    const { stripe: atStripe } = accounts({ stripe }, { CLINIC_SECRET_STRIPE_KEY_FILE: file })
    for (const key of ['sk_live_1', 'sk_live_2']) {
      writeFileSync(file, `${key}\n`)
      expect((await atStripe(1))?.secretKey).toBe(key)
    }
  })

  it('in a sandbox has only test keys, so that no real money moves', async () => {
    const at = async (key: string, keyId: string, mode: 'sandbox' | 'production') => {
      const of = accounts(
        { stripe, razorpay: { ...razorpay, keyId } },
        { ...live, CLINIC_SECRET_STRIPE_KEY: key },
        mode,
      )
      return [await of.stripe(1), await of.razorpay(1)].map((account) => account !== undefined)
    }
    expect(await at('sk_live_1', 'rzp_live_1', 'sandbox')).toEqual([false, false])
    expect(await at('rk_live_sk_test_1', 'rzp_live_rzp_test_1', 'sandbox')).toEqual([false, false])
    expect(await at('whatever', 'rzp_test_1', 'sandbox')).toEqual([false, true])
    expect(await at('rk_test_1', 'rzp_test_1', 'sandbox')).toEqual([true, true])
    expect(await at('sk_test_1', 'rzp_test_1', 'production')).toEqual([true, true])
  })
})

describe('problems of accounts', () => {
  const all = { stripe, razorpay }

  it('are none if their keys are present, and live in production or for tests in a sandbox', () => {
    expect(accountProblems(all, live, 'production')).toEqual([])
    const tests = { stripe, razorpay: { ...razorpay, keyId: 'rzp_test_1' } }
    expect(
      accountProblems(tests, { ...live, CLINIC_SECRET_STRIPE_KEY: 'sk_test_1' }, 'sandbox'),
    ).toEqual([])
    expect(accountProblems({}, {}, 'production')).toEqual([])
  })

  it('include every missing secret', () => {
    expect(accountProblems(all, {}, 'production')).toEqual([
      'CLINIC_SECRET_STRIPE_KEY is not set here; where the service runs, no checkout is opened at stripe until this is mended',
      'CLINIC_SECRET_STRIPE_WEBHOOK is not set here; where the service runs, messages of stripe are not heard until this is mended',
      'CLINIC_SECRET_RAZORPAY_SECRET is not set here; where the service runs, no checkout is opened at razorpay until this is mended',
    ])
  })

  it('include a key of the wrong kind, which is not shown', () => {
    const inSandbox = accountProblems(all, live, 'sandbox')
    expect(inSandbox).toEqual([
      'workspace.gateways.stripe: a sandbox takes no real money, so it uses test keys alone, sk_test_…',
      'workspace.gateways.razorpay: a sandbox takes no real money, so it uses test keys alone, rzp_test_…',
    ])
    expect(
      accountProblems(
        { stripe },
        { ...live, CLINIC_SECRET_STRIPE_KEY: 'sk_test_s3cret' },
        'production',
      ),
    ).toEqual([
      'workspace.gateways.stripe: has a test key, so bookings count as paid and no money moves',
    ])
    expect(
      accountProblems({ stripe }, { ...live, CLINIC_SECRET_STRIPE_KEY: 's3 cret' }, 'production'),
    ).toEqual([
      expect.stringMatching(
        /^CLINIC_SECRET_STRIPE_KEY holds no key: it has blanks or is too long here;/,
      ),
    ])
  })
})

describe('an import', async () => {
  const house = await openHarness({ environment: { CLINIC_SECRET_STRIPE_KEY: 'sk_live_1' } })

  it('warns about unusable accounts, and keeps what the file says about them', async () => {
    const clinic = await house.clinic()
    const { warnings } = await clinic.change(({ workspace }) =>
      Object.assign(workspace, { paymentGateway: 'stripe', gateways: { stripe, razorpay } }),
    )
    expect(warnings).toEqual(
      accountProblems({ stripe, razorpay }, { CLINIC_SECRET_STRIPE_KEY: 'sk_live_1' }, 'sandbox'),
    )
    expect(warnings).toHaveLength(4)
    expect((await house.application.configurations.of(clinic.workspaceId)).gateways).toEqual({
      stripe,
      razorpay,
    })
    expect(
      (await clinic.change(({ workspace }) => void delete workspace.gateways?.razorpay)).changes,
    ).toMatchObject([{ kind: 'setting', names: ['gateways'] }])
    expect((await clinic.change(() => {})).outcome).toBe('UNCHANGED')
  })

  it('warns about the sandbox gateway in production, where it has no effect', async () => {
    const production = await openApplication({
      connection: await createMigratedDatabase(),
      mode: 'production',
      databaseConnections: 2,
    })
    afterFile(() => production.close())
    const file = createSunriseFile()
    Object.assign(file.workspace, {
      paymentGateway: 'sandbox',
      video: 'https://video.example/{visit}',
    })
    const { warnings, workspaceId } = await runAsTester(production, 'workspace-import', {
      source: JSON.stringify(file),
    })
    expect(warnings).toEqual([
      'workspace.paymentGateway: the gateway `sandbox` works only in a sandbox; here no checkout is opened',
    ])
    expect(await production.checkouts.gateways.of(workspaceId, 'sandbox')).toBeUndefined()
  })
})

import { expect, it, vi } from 'vitest'
import { createReadinessCheck } from './readiness.ts'

const withConfirm = (confirm: () => Promise<unknown>) =>
  createReadinessCheck({
    rows: async () => [{ isReadOnly: false }] as never,
    confirm: confirm as never,
  })

it('a database that confirms no commits is not ready, and is asked by one check at a time [INV-31]', async () => {
  let end: () => void = () => {}
  const confirm = vi.fn(() => new Promise<void>((resolve) => (end = resolve)))
  const check = withConfirm(confirm)
  const reasons = await Promise.all([check(), check(), check()])
  expect(new Set(reasons)).toEqual(
    new Set(['the database confirms no commits: a synchronous standby may be missing']),
  )
  expect(confirm).toHaveBeenCalledTimes(1)
  end()
  confirm.mockResolvedValue(undefined)
  expect(await check()).toBeUndefined()
})

it('a confirmation that fails is a reason, and the next check asks again [INV-31]', async () => {
  const confirm = vi.fn().mockRejectedValueOnce(new Error('lost')).mockResolvedValue(undefined)
  const check = withConfirm(confirm)
  expect(await check()).toMatch(/^the database confirms no commits/)
  expect(await check()).toBeUndefined()
})

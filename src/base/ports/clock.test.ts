import { describe, expect, it } from 'vitest'
import { openHarness, runAsTester } from '../../../test/support/clinic/harness.ts'
import { createMigratedDatabase } from '../../../test/support/database/databases.ts'
import { openApplication } from '../../doors/app/application.ts'
import { databaseClock } from './clock.ts'
import { WrongMode } from './wrong-mode.ts'

describe('the clock of a process', () => {
  const reading =
    (databaseNow: number, sandboxOffsetMs = 0) =>
    async () => ({ databaseNow, sandboxOffsetMs })

  it("shows the database's time, not that of this host", async () => {
    let host = 1_000_000
    const clock = databaseClock(() => host)
    await clock.follow(reading(5_000_000))
    expect(clock.now()).toBe(5_000_000)
    expect(clock.skewMs()).toBe(4_000_000)
    host += 700
    expect(clock.now()).toBe(5_000_700)
    await clock.follow(reading(2_000_000))
    expect(clock.now()).toBe(2_000_000)
  })

  it('does not jump because a response was slow', async () => {
    let host = 1_000_000
    const clock = databaseClock(() => host)
    await clock.follow(reading(1_000_500))
    expect(clock.skewMs()).toBe(500)
    await clock.follow(async () => {
      host += 3_000
      return { databaseNow: 1_000_900, sandboxOffsetMs: 0 }
    })
    expect(clock.skewMs()).toBe(500)
    // A response that rules out the old estimate corrects it.
    await clock.follow(async () => {
      host += 100
      return { databaseNow: host + 9_000, sandboxOffsetMs: 0 }
    })
    expect(clock.skewMs()).toBe(9_000)
  })

  it("never undoes a sandbox's move forward when an older reading arrives late", async () => {
    const clock = databaseClock(() => 0)
    let answerLate = (_: { databaseNow: number; sandboxOffsetMs: number }) => {}
    const late = clock.follow(() => new Promise((resolve) => (answerLate = resolve)))
    await clock.follow(reading(0, 60_000))
    answerLate({ databaseNow: 0, sandboxOffsetMs: 0 })
    await late
    expect(clock.sandboxOffsetMs()).toBe(60_000)
    expect(clock.now()).toBe(60_000)
  })
})

// The hours between hosts would show; how long a machine takes between two readings does not
// matter.
const aMinute = 60_000

describe('the clock of a sandbox', async () => {
  const house = await openHarness()

  it('moves forward for every process of the database within a second', async () => {
    const other = await openHarness({
      connection: house.connection,
      hostNow: () => Date.now() - 7_200_000,
    })
    const before = house.application.clock.now()
    expect(Math.abs(other.application.clock.now() - before)).toBeLessThan(aMinute)
    const shown = await house.operate('clock-advance', { ms: 3_600_000 })
    expect(shown.mode).toBe('sandbox')
    expect(Date.parse(shown.now) - before).toBeGreaterThanOrEqual(3_600_000)
    await expect
      .poll(() => other.application.clock.now() - before)
      .toBeGreaterThanOrEqual(3_600_000)
    expect(Math.abs(other.application.clock.now() - house.application.clock.now())).toBeLessThan(
      aMinute,
    )
  })

  it.each([[-1], [0], [1.5], ['1000'], [10 * 366 * 86_400_000 + 1]])(
    'cannot be moved by %s',
    async (ms) => {
      const before = house.application.clock.sandboxOffsetMs()
      await expect(house.operate('clock-advance', { ms })).rejects.toMatchObject({
        nextStep: 'change the command and try again: clinic clock advance --help',
      })
      expect((await house.operate('clock-show', {})).advancedMs).toBe(before)
    },
  )

  it('stops at the year 2100, because no calendar would lead back from there', async () => {
    const tenYears = 3650 * 86_400_000
    for (let year = 2030; year < 2090; year += 10)
      await house.operate('clock-advance', { ms: tenYears })
    await house.operate('clock-advance', { ms: tenYears / 2 })
    await expect(house.operate('clock-advance', { ms: tenYears })).rejects.toThrow(
      'the clock cannot go beyond the year 2100',
    )
  })

  it('cannot be set back in the database either', async () => {
    await expect(house.sql('update installation set clock_offset_ms = -1')).rejects.toMatchObject({
      constraint: 'clock_moves_forward_only',
    })
  })

  it('exists only in a sandbox: its database opens in no other mode', async () => {
    const opening = openApplication({ connection: house.connection, mode: 'production' })
    await expect(opening).rejects.toThrow(WrongMode)
    await expect(opening).rejects.toThrow(
      'this database belongs to a sandbox instance, and CLINIC_MODE is production',
    )
  })
})

describe('the clock of a production instance', () => {
  it('does not move, and its database opens in no other mode', async () => {
    const connection = await createMigratedDatabase()
    const application = await openApplication({
      connection,
      mode: 'production',
      databaseConnections: 2,
    })
    try {
      await expect(runAsTester(application, 'clock-advance', { ms: 1_000 })).rejects.toThrow(
        'the clock of a production instance cannot be moved',
      )
      expect(Math.abs(application.clock.now() - Date.now())).toBeLessThan(aMinute)
      expect(application.clock.sandboxOffsetMs()).toBe(0)
      await expect(openApplication({ connection, mode: 'sandbox' })).rejects.toThrow(
        'this database belongs to a production instance, and CLINIC_MODE is sandbox',
      )
    } finally {
      await application.close()
    }
  })
})

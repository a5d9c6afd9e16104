import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NamedStorage } from './named-storage.ts'

const booking = { doctorId: 5, fromDateTimeIso: '2026-11-23T09:00:00+05:30', reason: 'é' }
const minute = 60_000

beforeEach(
  () => void vi.useFakeTimers({ now: Date.parse('2026-11-23T09:00:00Z'), toFake: ['Date'] }),
)
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('what is kept', () => {
  it('lasts half an hour, in this tab or in all of them [PAGE-07]', () => {
    const storage = new NamedStorage('clinic a')
    storage.setInTab('answers', { reason: 'cough' })
    storage.setInBrowser('visitor', 'v1')
    vi.advanceTimersByTime(30 * minute - 1)
    expect([storage.getFromTab('answers'), storage.getFromBrowser('visitor')]).toEqual([
      { reason: 'cough' },
      'v1',
    ])
    expect([storage.getFromBrowser('answers'), storage.getFromTab('visitor')]).toEqual([
      undefined,
      undefined,
    ])
    vi.advanceTimersByTime(1)
    expect([storage.getFromTab('answers'), storage.getFromBrowser('visitor')]).toEqual([
      undefined,
      undefined,
    ])
  })

  it('belongs to one service and key, and can be removed', () => {
    const one = new NamedStorage('clinic a')
    const other = new NamedStorage('clinic b')
    one.setInTab('step', 'when')
    expect(other.getFromTab('step')).toBeUndefined()
    one.setInTab('step', undefined)
    expect([one.getFromTab('step'), sessionStorage.length]).toEqual([undefined, 0])
    one.setInTab('zero', 0)
    expect(one.getFromTab('zero')).toBe(0)
  })

  it('is nothing, without an error, where storage is blocked or holds something else', () => {
    sessionStorage.setItem('clinic a step', 'not JSON')
    expect(new NamedStorage('clinic a').getFromTab('step')).toBeUndefined()
    const blocked = () => {
      throw new DOMException('blocked', 'SecurityError')
    }
    vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked, removeItem: blocked })
    new NamedStorage('clinic a').setInTab('step', 'when')
    expect(new NamedStorage('clinic a').getFromTab('step')).toBeUndefined()
  })
})

describe('the key of a booking', () => {
  it('is the same for the same booking of a visitor in every tab, and for no other [PAGE-07]', () => {
    const attemptKey = (one: object, visitor = 'v1') =>
      new NamedStorage('clinic a').createAttemptKey(one, visitor).key
    expect(attemptKey({ ...booking })).toBe(attemptKey(booking))
    const others = [
      { ...booking, doctorId: 6 },
      { ...booking, reason: 'è' },
      { ...booking, fromDateTimeIso: '2026-11-23T09:15:00+05:30' },
      {},
    ]
    expect(new Set([booking, ...others].map((one) => attemptKey(one))).size).toBe(5)
    expect(attemptKey(booking, 'v2')).not.toBe(attemptKey(booking))
  })

  it('is another one once the attempt is over, in every tab [PAGE-07]', () => {
    const tab = new NamedStorage('clinic a')
    const otherTab = new NamedStorage('clinic a')
    const first = tab.createAttemptKey(booking, 'v1')
    tab.renewKey(first.id)
    const second = otherTab.createAttemptKey(booking, 'v1')
    otherTab.renewKey(second.id)
    expect(second.id).toBe(first.id)
    expect(new Set([first.key, second.key, tab.createAttemptKey(booking, 'v1').key]).size).toBe(3)
  })
})

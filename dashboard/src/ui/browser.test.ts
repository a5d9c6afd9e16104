import { afterEach, describe, expect, it, vi } from 'vitest'
import { browserLanguages, browserZone } from './browser.ts'

afterEach(() => void vi.restoreAllMocks())

describe('what a browser says of itself', () => {
  it.each([
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Etc/Unknown', undefined],
    ['Mars/Base', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('as its zone, %s, is used only if formats accept it [DASH-20]', (said, zone) => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
      this: Intl.DateTimeFormat,
    ) {
      return { ...resolvedOptions.call(this), timeZone: said as string }
    })
    expect(browserZone()).toBe(zone)
  })

  it.each([[['en-US@posix', 'de-', 'de--AT', 'hi-IN', 'C', '']], [['hi-IN']]])(
    'as its languages is used only if formats accept it: %j [DASH-20]',
    (said) => {
      vi.spyOn(navigator, 'languages', 'get').mockReturnValue(said)
      expect(browserLanguages()).toEqual(['hi-IN'])
    },
  )

  it('as its languages may be nothing at all [DASH-20]', () => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(undefined as unknown as string[])
    expect(browserLanguages()).toEqual([])
  })
})

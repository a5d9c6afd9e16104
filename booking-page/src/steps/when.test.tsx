import { describe, expect, it } from 'vitest'
import { firstFreeOffer } from '../answers.ts'
import type { Booking } from '../booking-in-progress.ts'
import type { Offer, OfferedShift, Time, VisitKind } from '../catalogue.ts'
import { renderStep } from './render-step.fixture.tsx'

const price = (amount: number, currency = 'INR') => ({ amount, currency })
const timeAt = (from: string, some: Partial<Time> = {}): Time => ({
  addressId: 1,
  doctorId: 5,
  from,
  to: from,
  zone: 'Asia/Kolkata',
  lengthMins: 15,
  price: price(700),
  ...some,
})
const kind: VisitKind = { mode: 'OFFLINE', lengthMins: 15, tierId: null, price: price(500) }
const clocks = ['00:00', '11:45', '12:00', '16:45', '17:00', '23:45']
const week = (times: readonly Time[], from = '2026-11-23'): Booking['week'] => ({
  from,
  times: [...times],
  next: undefined,
  chosen: from,
})

const prepareTimes =
  (times: readonly Time[], prepare: (booking: Booking) => void = () => {}) =>
  (booking: Booking) => {
    booking.step = 'when'
    booking.answers.kind = kind
    booking.week = week(times)
    booking.firstDate = '2026-11-23'
    prepare(booking)
  }
/** The times by their part of the day, as they are read. */
const timeSections = (page: HTMLElement) =>
  [...page.querySelectorAll('.body > section')].map((section) => [
    section.querySelector('h3')?.textContent,
    [...section.querySelectorAll('.time')].map(({ textContent }) =>
      textContent?.trim().replaceAll(/\s+/g, ' '),
    ),
  ])

describe('the times of a day', () => {
  it('are in the morning before noon, in the afternoon before five, and then in the evening [PAGE-05]', async () => {
    const { page } = await renderStep(
      prepareTimes(clocks.map((clock) => timeAt(`2026-11-23T${clock}:00+05:30`))),
    )
    expect(timeSections(page)).toEqual([
      ['Morning', ['0:00', '11:45']],
      ['Afternoon', ['12:00', '16:45']],
      ['Evening', ['17:00', '23:45']],
    ])
  })

  it('are on the viewer’s clock, with the clinic’s clock next to them where it differs [PAGE-05]', async () => {
    const { page, getByText } = await renderStep(
      prepareTimes([timeAt('2026-11-23T09:00:00+05:30')]),
      {
        options: { zone: 'Asia/Kathmandu' },
      },
    )
    expect(timeSections(page)).toEqual([['Morning', [expect.stringMatching(/^9:15.*9:00$/)]]])
    getByText(/Kathmandu.*Kolkata/)
  })

  it('have the clinic’s date next to them where it differs, also where both clocks show the same [PAGE-05]', async () => {
    const near = (from: string, zone: string, clinic: string) =>
      renderStep(
        prepareTimes([], (booking) => (booking.nearestTimes = [timeAt(from, { zone: clinic })])),
        { options: { zone } },
      ).then(({ page }) =>
        page.querySelector('.near .time')?.textContent?.replaceAll(/\s+/g, ' ').trim(),
      )
    expect(await near('2026-11-23T09:00:00+05:30', 'America/New_York', 'Asia/Kolkata')).toMatch(
      /^Sun 22 Nov, 22:30.*Mon 23 Nov, 9:00$/,
    )
    // A day apart: Honolulu and Kiritimati.
    expect(await near('2026-11-23T19:00:00Z', 'Pacific/Honolulu', 'Pacific/Kiritimati')).toMatch(
      /^Mon 23 Nov, 9:00.*Tue 24 Nov, 9:00$/,
    )
    expect(await near('2026-11-23T09:00:00+05:30', 'Asia/Colombo', 'Asia/Kolkata')).toBe(
      'Mon 23 Nov, 9:00',
    )
  })

  it('that are nearest have the comma of the language after their date [PAGE-11]', async () => {
    const near = prepareTimes(
      [],
      (booking) => (booking.nearestTimes = [timeAt('2026-11-23T09:00:00+05:30')]),
    )
    const shownIn = async (locale: string) =>
      (await renderStep(near, { locale })).page.querySelector('.near .time')?.textContent?.trim()
    expect([await shownIn('en-GB'), await shownIn('zh'), await shownIn('ar')]).toEqual([
      'Mon 23 Nov, 9:00',
      expect.stringMatching(/^\S*23日\S*，0?9:00$/),
      expect.stringMatching(/نوفمبر، [9٩]:/),
    ])
  })

  it('are chosen with their own price, which is not that of their kind [PAGE-04]', async () => {
    const { booking, user, getByRole, getByText } = await renderStep(
      prepareTimes([timeAt('2026-11-23T09:00:00+05:30'), timeAt('2026-11-23T09:15:00+05:30')]),
    )
    const goOn = getByRole('button', { name: 'Continue' })
    expect(goOn.getAttribute('aria-disabled')).toBe('true')
    await user.click(getByRole('button', { name: '9:15' }))
    getByText(/INR.700/)
    expect([booking.answers.time?.from, goOn.getAttribute('aria-disabled')]).toEqual([
      '2026-11-23T09:15:00+05:30',
      'false',
    ])
    expect(getByRole('button', { name: '9:15' }).getAttribute('aria-pressed')).toBe('true')
    expect(getByRole('button', { name: '9:00' }).getAttribute('aria-pressed')).toBe('false')
  })

  it('of several practitioners name each one, and only the chosen one’s time is chosen [PAGE-04]', async () => {
    const offers = [5, 6].map(
      (id) =>
        ({
          key: `1/${id}`,
          name: `Dr ${id}`,
          location: { id: 1 },
          doctor: { id },
        }) as unknown as Offer,
    )
    const same = '2026-11-23T09:00:00+05:30'
    const { user, getByRole, booking } = await renderStep(
      prepareTimes([timeAt(same), timeAt(same, { doctorId: 6 })], (booking) => {
        booking.offers = offers
        booking.answers.offer = firstFreeOffer
      }),
    )
    await user.click(getByRole('button', { name: /Dr 6/ }))
    expect([
      booking.answers.time?.doctorId,
      getByRole('button', { name: /Dr 5/ }).getAttribute('aria-pressed'),
    ]).toEqual([6, 'false'])
  })
})

describe('the strip of days', () => {
  it('lets no one go before the first free week, or choose a day without times', async () => {
    const first = await renderStep(prepareTimes([timeAt('2026-11-25T09:00:00+05:30')]))
    expect(first.getByRole('button', { name: 'Earlier days' })).toHaveProperty('disabled', true)
    const days = [...first.page.querySelectorAll<HTMLButtonElement>('.day')]
    expect(days.map(({ disabled }) => disabled)).toEqual([
      true,
      true,
      false,
      true,
      true,
      true,
      true,
    ])
    await first.user.click(days[2] as HTMLElement)
    expect(first.booking.week?.chosen).toBe('2026-11-25')
    const later = await renderStep(
      prepareTimes([], (booking) => (booking.week = week([], '2026-11-30'))),
    )
    expect(later.getByRole('button', { name: 'Earlier days' })).toHaveProperty('disabled', false)
  })

  it('leads to the next free date if the week has none [PAGE-05]', async () => {
    const { getByRole } = await renderStep(
      prepareTimes(
        [],
        (booking) =>
          (booking.week = { from: '2026-11-23', times: [], next: '2026-12-31', chosen: undefined }),
      ),
    )
    getByRole('button', { name: /31 Dec/ })
  })
})

it('offers shifts with places, on the clinic’s calendar, and none that is full [PAGE-04]', async () => {
  const shift = (id: number, some: Partial<OfferedShift>): OfferedShift => ({
    id,
    date: '2026-11-23',
    from: '09:00',
    to: '12:30',
    zone: 'Asia/Kolkata',
    mode: 'OFFLINE',
    isRunning: false,
    left: 3,
    fee: 300,
    currency: 'KWD',
    waiting: 0,
    wait: [0, 5],
    ...some,
  })
  const { getAllByRole, localization } = await renderStep((booking) => {
    booking.step = 'shift'
    booking.shifts = [
      shift(1, { left: 1 }),
      shift(2, { left: 0 }),
      shift(3, { date: '2026-11-24', isRunning: true, fee: 1.25 }),
    ]
  })
  const choices = getAllByRole('button').filter(({ className }) =>
    className.includes('choice'),
  ) as HTMLButtonElement[]
  expect(choices.map(({ disabled }) => disabled)).toEqual([false, true, false])
  const texts = choices.map(({ textContent }) => textContent?.replaceAll(/\s/g, ' '))
  expect(texts[0]).toMatch(/9:00–12:30.*KWD 300.*1 token left/)
  expect(texts[1]).toContain(localization.translate('full'))
  expect(texts[2]).toMatch(/24 Nov.*KWD 1\.25/)
})

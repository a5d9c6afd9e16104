import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NoticeSettings } from './notice-settings.ts'
import { dueReminder, findQuietHours, nextReminderAt } from './reminder-times.ts'

const at = (text: string) => Date.parse(text)
const visit = { fromAt: at('2030-01-09T03:30:00Z'), zone: 'Asia/Kolkata' }
const quietHours = { from: '21:00', until: '08:00' }
const reminders = (...hours: number[]): NoticeSettings => ({
  reminder: true,
  reminders: hours.map((hoursBefore) => ({ hoursBefore })),
})
/** When all reminders of the visit are due. */
function listTimes(settings: NoticeSettings, ofVisit = visit): string[] {
  const times: string[] = []
  let after = 0
  for (;;) {
    const next = nextReminderAt(settings, ofVisit, after)
    if (next === null) return times
    times.push(new Date(next).toISOString())
    after = next
  }
}

describe('reminders', () => {
  it('are due their hours before the visit, in any order of the list [MSG-02]', () => {
    expect(listTimes(reminders(2, 168, 24))).toEqual([
      '2030-01-02T03:30:00.000Z',
      '2030-01-08T03:30:00.000Z',
      '2030-01-09T01:30:00.000Z',
    ])
  })

  it('are one, a day before, for a clinic that lists none, and none if they are off [MSG-02]', () => {
    expect(listTimes({ reminder: true })).toEqual(['2030-01-08T03:30:00.000Z'])
    expect(listTimes({ ...reminders(2), reminder: false })).toEqual([])
    expect(listTimes(reminders())).toEqual([])
  })

  it('come after the quiet hours, or before them if too little time would be left [MSG-02]', () => {
    // The visit is at 09:00: 2 hours before is 07:00, and 08:00 leaves half of them.
    expect(listTimes({ ...reminders(2), quietHours })).toEqual(['2030-01-09T02:30:00.000Z'])
    const early = { ...visit, fromAt: at('2030-01-09T03:00:00Z') }
    expect(listTimes({ ...reminders(2), quietHours }, early)).toEqual(['2030-01-08T15:29:00.000Z'])
    // At noon, hours that are quiet by day.
    const siesta = { ...reminders(20), quietHours: { from: '12:00', until: '14:00' } }
    expect(listTimes(siesta, { ...visit, fromAt: at('2030-01-09T03:15:00Z') })).toEqual([
      '2030-01-08T08:30:00.000Z',
    ])
  })

  it('never fall into the quiet hours of any zone, and never come after the visit [MSG-02]', () => {
    const minutes = fc.integer({ min: 0, max: 1439 })
    const clock = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 16)
    fc.assert(
      fc.property(
        minutes,
        minutes,
        fc.integer({ min: 1, max: 720 }),
        fc.integer({ min: at('2030-01-01T00:00:00Z'), max: at('2030-12-31T00:00:00Z') }),
        fc.constantFrom('Asia/Kolkata', 'Europe/Berlin', 'America/New_York', 'Pacific/Apia'),
        (from, until, hours, fromAt, zone) => {
          fc.pre(from !== until)
          const quiet = { from: clock(from), until: clock(until) }
          const settings = { ...reminders(hours), quietHours: quiet }
          const dueAt = nextReminderAt(settings, { fromAt, zone }, -Infinity) ?? Number.NaN
          expect(findQuietHours(quiet, zone, dueAt)).toBeUndefined()
          expect(dueAt).toBeLessThan(fromAt)
        },
      ),
    )
  })

  it('that are due together are one: the last [MSG-02]', () => {
    const settings = reminders(48, 24, 2)
    expect(dueReminder(settings, visit, visit.fromAt - 3_600_000)?.hoursBefore).toBe(2)
    expect(dueReminder(settings, visit, visit.fromAt - 30 * 3_600_000)?.hoursBefore).toBe(48)
    // It was planned when the settings said another time.
    expect(dueReminder(settings, visit, 0)?.hoursBefore).toBe(48)
  })
})

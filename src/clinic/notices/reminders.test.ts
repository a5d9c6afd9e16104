// Several reminders of a visit, from a booking to the rail, as due work sends them.

import { beforeEach, describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'
import { openWithoutTimers } from '../../../test/support/run/without-timers.ts'
import { addDays } from '../../base/values/calendar-date.ts'
import type { ClinicFile } from '../../management/clinic-file/clinic-file.ts'

const rail = createRecordingRail()
const house = await openWithoutTimers(() => openHarness({ rails: rail }))
const { clock } = house.application
/** The day of the visits; the clock of the file only goes forward, so each test has its own week. */
let monday = '2029-12-31'
const slot = (time: string) => slotTimes(time, 15, monday)
/** An instant of that day in Jaipur, or of a day before. */
const at = (time: string, daysBefore = 0) =>
  `${new Date(Date.parse(`${monday}T${time}:00+05:30`) - daysBefore * 24 * 3_600_000).toISOString()}`
beforeEach(async () => {
  monday = addDays(monday, 7)
  rail.behaves = 'delivers'
  rail.notices.length = 0
  await house.sql('delete from due_work')
})

type Settings = NonNullable<ClinicFile['workspace']['notices']>
const clinicWith = (settings: Settings) =>
  house.clinic((file) => {
    file.workspace.notices = { reminder: true, ...settings }
  })
const meera = { firstName: 'Meera', phoneNumber: '9876543210', email: 'meera@example.org' }
async function bookVisit(clinic: Clinic, changes: object = {}): Promise<Json> {
  const reply = await book(clinic, { patientPayload: meera, ...slot('09:00'), ...changes })
  expect(reply.status, reply.text).toBe(201)
  return reply.json.appointment
}

/** Lets everything happen that is due until an instant before the visit, in its order. */
async function passUntil(instant: number) {
  for (;;) {
    const [{ next }] = await house.sql(
      "select min(due_at) as next from due_work where state = 'WAITING'",
    )
    if (next === null || next > instant) break
    if (next > clock.now())
      await house.operate('clock-advance', { ms: next - Math.floor(clock.now()) + 1 })
    await expect
      .poll(async () => {
        await house.application.dueWork.tick()
        return (
          await house.sql(
            "select from due_work where (state = 'WAITING' and due_at <= $1) or leased_until is not null",
            [new Date(clock.now())],
          )
        ).length
      })
      .toBe(0)
  }
}
const listReminders = async (clinic: Clinic): Promise<string[]> =>
  (
    await house.sql(
      'select appointment_id, reminder_hours, state from notices where workspace_id = $1 order by id',
      [clinic.workspaceId],
    )
  ).map(({ reminder_hours: hours, state }: Json) => `${hours} ${state}`)

describe('reminders', () => {
  it('go out one after the other, each with its own text and channel [MSG-02]', async () => {
    const clinic = await clinicWith({
      reminders: [
        { hoursBefore: 2, channels: ['sms'] },
        { hoursBefore: 48, texts: { en: { subject: 'In two days', body: 'See you' } } },
        { hoursBefore: 24 },
      ],
    })
    await bookVisit(clinic)
    await passUntil(Date.parse(at('09:00')) - 1)
    expect(rail.notices.map(({ channel, subject }) => [channel, subject])).toEqual([
      ['email', 'In two days'],
      ['email', expect.stringContaining('Reminder: your visit')],
      ['sms', expect.stringContaining('Reminder: your visit')],
    ])
    expect(await listReminders(clinic)).toEqual(['48 SENT', '24 SENT', '2 SENT'])
    expect(new Set(rail.notices.map(({ name }) => name)).size).toBe(3)
  })

  it('have the link to confirm and, for an online visit, the room [MSG-02]', async () => {
    const clinic = await clinicWith({ reminders: [{ hoursBefore: 2, channels: ['sms'] }] })
    await bookVisit(clinic, { mode: 'ONLINE' })
    await passUntil(Date.parse(at('09:00')) - 1)
    expect(rail.notices[0]?.text).toMatch(/^I will come: http\S+\/confirm$/m)
    expect(rail.notices[0]?.text).toMatch(/^Video: http\S+$/m)
  })

  it('of several visits on a day are one message, and each visit is reminded once [MSG-02]', async () => {
    const clinic = await clinicWith({ reminders: [{ hoursBefore: 24 }, { hoursBefore: 1 }] })
    await bookVisit(clinic)
    await bookVisit(clinic, slot('09:15'))
    await bookVisit(clinic, {
      ...slot('09:30'),
      patientPayload: { ...meera, firstName: 'Anna' },
    })
    await passUntil(Date.parse(at('09:00')) - 1)
    expect(rail.notices.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/9:00 AM \(\+1\)$/),
      expect.stringMatching(/9:30 AM$/),
      expect.stringMatching(/9:00 AM \(\+1\)$/),
      expect.stringMatching(/9:30 AM$/),
    ])
    expect(rail.notices[0]?.text).toMatch(/9:00 AM[\s\S]*9:15 AM/)
    expect(await listReminders(clinic)).toHaveLength(6)
  })

  it('of several visits stay apart for a clinic that lists no reminders [MSG-02]', async () => {
    const clinic = await clinicWith({})
    await bookVisit(clinic)
    await bookVisit(clinic, slot('09:15'))
    await passUntil(Date.parse(at('09:00')) - 1)
    expect(rail.notices).toHaveLength(2)
  })

  it('of several visits are apart by chat, whose template has one visit [MSG-02]', async () => {
    const clinic = await clinicWith({
      reminders: [{ hoursBefore: 24 }],
      channels: ['chatapp'],
      templates: { reminder: { name: 'reminder', language: 'en' } },
    })
    await bookVisit(clinic)
    await bookVisit(clinic, slot('09:15'))
    await passUntil(Date.parse(at('09:00')) - 1)
    expect(rail.notices).toHaveLength(2)
  })

  it('wait for the end of the quiet hours, also when they are late [MSG-02]', async () => {
    const quietHours = { from: '21:00', until: '08:00' }
    const clinic = await clinicWith({ reminders: [{ hoursBefore: 12 }], quietHours })
    // At 09:00, so 12 hours before is 21:00.
    await bookVisit(clinic)
    const [{ due_at: dueAt }] = await house.sql('select due_at from due_work')
    expect(new Date(dueAt).toISOString()).toBe(at('20:59', 1))
    await house.moveTo(at('01:30'))
    await expect
      .poll(async () => {
        await house.application.dueWork.tick()
        return new Date((await house.sql('select due_at from due_work'))[0]?.due_at).toISOString()
      })
      .toBe(at('08:00'))
    expect(rail.notices).toEqual([])
    await passUntil(Date.parse(at('08:30')))
    expect(rail.notices).toHaveLength(1)
  })

  it('follow the patient’s zone, and none is sent if the quiet hours last until the visit [MSG-02]', async () => {
    const quietHours = { from: '21:00', until: '08:00' }
    const clinic = await clinicWith({ reminders: [{ hoursBefore: 1 }], quietHours })
    // At 09:00 in Jaipur it is 22:30 in New York.
    await bookVisit(clinic, { patientTimezone: 'America/New_York' })
    const [{ due_at: dueAt }] = await house.sql('select due_at from due_work')
    expect(new Date(dueAt).toISOString()).toBe(at('07:29'))
    await house.moveTo(at('08:30'))
    await expect
      .poll(async () => {
        await house.application.dueWork.tick()
        return listReminders(clinic)
      })
      .toEqual(['null SKIPPED'])
    expect(rail.notices).toEqual([])
  })

  it('go on after one that no carrier takes [MSG-02]', async () => {
    const clinic = await clinicWith({ reminders: [{ hoursBefore: 48 }, { hoursBefore: 2 }] })
    await bookVisit(clinic)
    rail.behaves = 'refuses'
    await passUntil(Date.parse(at('09:00')) - 24 * 3_600_000)
    expect(await listReminders(clinic)).toEqual(['48 FAILED'])
    rail.behaves = 'delivers'
    await passUntil(Date.parse(at('09:00')) - 1)
    expect(await listReminders(clinic)).toEqual(['48 FAILED', '2 SENT'])
    expect(rail.notices).toHaveLength(1)
  })

  it('end with a cancelled visit, and follow a moved one [MSG-02]', async () => {
    const clinic = await clinicWith({ reminders: [{ hoursBefore: 48 }, { hoursBefore: 2 }] })
    const { id } = await bookVisit(clinic)
    await passUntil(Date.parse(at('09:00')) - 47 * 3_600_000)
    expect(rail.notices).toHaveLength(1)
    const { fromDateTimeIso } = slot('10:00')
    await house.operate('visit-move', {
      workspace: clinic.name,
      id,
      to: fromDateTimeIso.slice(0, 16),
      reason: 'Later',
    })
    await passUntil(Date.parse(fromDateTimeIso) - 1)
    // The new time has reminders of its own, as far as they are still to come.
    expect(await listReminders(clinic)).toEqual(['48 SENT', '48 SENT', '2 SENT'])
    expect(rail.notices[2]?.subject).toMatch(/10:00 AM/)
    const other = await bookVisit(clinic, slotTimes('09:00', 15, addDays(monday, 7)))
    await house.operate('visit-cancel', { workspace: clinic.name, id: other.id })
    expect(await house.sql('select from due_work')).toEqual([])
  })
})

describe('the clinic file', () => {
  it('refuses quiet hours without end and two reminders at once [MSG-02]', async () => {
    const clinic = await clinicWith({})
    for (const [notices, reason] of [
      [{ quietHours: { from: '08:00', until: '08:00' } }, /must leave some hours/],
      [{ quietHours: { from: '00:00', until: '24:00' } }, /must leave some hours/],
      [{ quietHours: { from: '25:00', until: '08:00' } }, /quietHours\.from/],
      [{ reminders: [{ hoursBefore: 2 }, { hoursBefore: 2 }] }, /two reminders/],
      [{ reminders: [{ hoursBefore: 0 }] }, /hoursBefore/],
    ] as const)
      await expect(
        clinic
          .change((file) => {
            file.workspace.notices = notices as never
          })
          .catch((error) => JSON.stringify(error.extra ?? error)),
      ).resolves.toMatch(reason)
    const [{ notices }] = await house.sql('select notices from workspaces where id = $1', [
      clinic.workspaceId,
    ])
    expect(notices).toEqual({ reminder: true })
  })
})

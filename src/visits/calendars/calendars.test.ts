// External calendars, from the feed to the slot list and the refusal of a booking.

import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import {
  type FeedServer,
  feedSecret,
  startFeedServer,
} from '../../../test/support/clinic/feed-server.ts'
import {
  book,
  type Clinic,
  type Json,
  listSlots,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { readEveryRow } from '../../../test/support/database/every-row.ts'
import { recordStatements } from '../../../test/support/database/statements-during.ts'
import { addDays } from '../../base/values/calendar-date.ts'
import { event, feed } from './feed.fixture.ts'

const feeds = await startFeedServer()
// Nothing is fetched unless a test says so.
const house = await openHarness({
  doesDueWork: false,
  calendarNetworks: ['127.0.0.1'],
  environment: { CLINIC_SECRET_ASHA_CALENDAR: feeds.url },
})

const monday = '2030-01-07'
const busyAt = (clock: string, minutes = 60, date = monday) =>
  event(
    `DTSTART;TZID=Asia/Kolkata:${date.replaceAll('-', '')}T${clock.replace(':', '')}00`,
    `DURATION:PT${minutes}M`,
  )

function clinicWithCalendar(url: string | null = feeds.url): Promise<Clinic> {
  return house.clinic((file) => {
    const asha = file.practitioners['asha-rao']
    if (asha) asha.calendars = { elsewhere: url === null ? {} : { url } }
  })
}

const refresh = (clinic: Clinic, calendar = 'asha-rao') =>
  house.operate('calendar-refresh', { workspace: clinic.name, calendar })
const list = (clinic: Clinic) => house.operate('calendar-list', { workspace: clinic.name })
const blockedOn = async (clinic: Clinic, date = monday) =>
  (await listSlots(clinic, 'asha-rao', 'jaipur', date)).json.unavailableSlots
    .filter(({ status }: Json) => status === 'BLOCKED')
    .map((slot: Json) => slot.fromDateTimeIso)
const busyRows = (clinic: Clinic) =>
  house.sql(
    'select from_at, to_at, xmin::text from calendar_busy_times where workspace_id = $1 order by from_at',
    [clinic.workspaceId],
  )

describe('a feed', () => {
  it.each(['Asia/Kolkata', 'Europe/Berlin', 'America/New_York'])(
    'blocks its events in a clinic of %s: across a clock change, moved, deleted, all day, and floating [SLOT-26] [INV-03]',
    async (zone) => {
      feeds.answer = feed(
        event(
          'UID:weekly',
          'DTSTART;TZID=Europe/Berlin:20300318T100000',
          'DTEND;TZID=Europe/Berlin:20300318T110000',
          'RRULE:FREQ=WEEKLY;COUNT=5',
          'EXDATE;TZID=Europe/Berlin:20300325T100000',
        ),
        event(
          'UID:weekly',
          'RECURRENCE-ID;TZID=Europe/Berlin:20300408T100000',
          'DTSTART;TZID=Europe/Berlin:20300409T110000',
          'DURATION:PT1H',
        ),
        event('DTSTART;VALUE=DATE:20300403', 'DTEND;VALUE=DATE:20300404'),
        event('DTSTART:20300404T093000', 'DTEND:20300404T103000'),
      )
      const clinic = await house.clinic((file) => {
        const asha = file.practitioners['asha-rao']
        if (!asha?.at.jaipur || !file.locations.jaipur) return
        file.locations.jaipur.timezone = zone
        asha.calendars = { elsewhere: { url: feeds.url } }
        asha.at.jaipur.hours = [
          {
            days: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'],
            from: '00:00',
            to: '24:00',
            modes: ['OFFLINE'],
          },
        ]
        asha.at.jaipur.exceptions = []
      })
      await refresh(clinic)

      const berlin = (text: string) =>
        Temporal.PlainDateTime.from(text).toZonedDateTime('Europe/Berlin').epochMilliseconds
      const here = (text: string) =>
        Temporal.PlainDateTime.from(text).toZonedDateTime(zone).epochMilliseconds
      const hours = [
        '2030-03-18T10:00',
        '2030-04-01T10:00',
        '2030-04-09T11:00',
        '2030-04-15T10:00',
      ].map(berlin)
      const busy = [...hours, here('2030-04-04T09:30')].map((from) => ({
        from,
        to: from + 3_600_000,
      }))
      busy.push({ from: here('2030-04-03T00:00'), to: here('2030-04-04T00:00') })

      const [blocked, free]: [number[], number[]] = [[], []]
      for (let date = '2030-03-17'; date <= '2030-04-16'; date = addDays(date, 1)) {
        const { slots, unavailableSlots } = (await listSlots(clinic, 'asha-rao', 'jaipur', date))
          .json
        expect(unavailableSlots.every(({ status }: Json) => status === 'BLOCKED')).toBe(true)
        blocked.push(...unavailableSlots.map((slot: Json) => Date.parse(slot.fromDateTimeIso)))
        free.push(...slots.map((slot: Json) => Date.parse(slot.fromDateTimeIso)))
      }
      const quarters = busy.flatMap(({ from, to }) =>
        Array.from({ length: (to - from) / 900_000 }, (_, index) => from + index * 900_000),
      )
      expect(blocked).toEqual(quarters.sort((a, b) => a - b))

      const slot = (from: number) => ({
        fromDateTimeIso: new Date(from).toISOString(),
        toDateTimeIso: new Date(from + 900_000).toISOString(),
      })
      const before = await clinic.bookingRows()
      for (const { from, to } of busy) {
        for (const at of [from, to - 900_000])
          expect((await book(clinic, slot(at))).json, new Date(at).toISOString()).toMatchObject({
            error: 'SLOT_NOT_AVAILABLE',
          })
      }
      expect(await clinic.bookingRows()).toBe(before)
      for (const { from, to } of busy)
        for (const at of [from - 900_000, to].filter((at) => free.includes(at)))
          await book(clinic, slot(at))
      expect(
        (
          await house.sql('select count(*)::int from claims where workspace_id = $1', [
            clinic.workspaceId,
          ])
        )[0].count,
      ).toBeGreaterThanOrEqual(busy.length)
    },
  )

  it.each(['Asia/Singapore', 'Europe/Berlin'])(
    'blocks every hour of a day within an absence of several, in a clinic of %s [SLOT-26]',
    async (zone) => {
      feeds.answer = feed(event('DTSTART;VALUE=DATE:20300107', 'DTEND;VALUE=DATE:20300111'))
      const clinic = await house.clinic((file) => {
        const asha = file.practitioners['asha-rao']
        if (!asha?.at.jaipur || !file.locations.jaipur) return
        file.locations.jaipur.timezone = zone
        asha.calendars = { elsewhere: { url: feeds.url } }
        asha.at.jaipur.hours = [
          {
            days: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'],
            from: '00:00',
            to: '24:00',
            modes: ['OFFLINE'],
          },
        ]
      })
      await refresh(clinic)
      for (const date of ['2030-01-08', '2030-01-09']) {
        expect((await listSlots(clinic, 'asha-rao', 'jaipur', date)).json.slots).toEqual([])
        expect(await blockedOn(clinic, date)).toHaveLength(96)
      }
    },
  )

  it('does not block what its practitioner has declined, known by the e-mail address in the clinic file [SLOT-26]', async () => {
    feeds.answer = feed([
      ...busyAt('09:00').slice(0, -1),
      'ATTENDEE;PARTSTAT=DECLINED:mailto:Asha.Rao@sunrise.example',
      'END:VEVENT',
    ])
    const withAddress = (email: string) =>
      house.clinic((file) => {
        const asha = file.practitioners['asha-rao']
        if (asha) Object.assign(asha, { email, calendars: { elsewhere: { url: feeds.url } } })
      })
    const own = await withAddress('asha.rao@sunrise.example')
    const other = await withAddress('another@sunrise.example')
    for (const clinic of [own, other]) await refresh(clinic)
    expect([(await blockedOn(own)).length, (await blockedOn(other)).length]).toEqual([0, 4])
  })

  it('blocks its practitioner at every location, no other practitioner, and no other workspace [INV-06]', async () => {
    feeds.answer = feed(busyAt('09:00'))
    const clinic = await clinicWithCalendar()
    const other = await clinicWithCalendar()
    await refresh(clinic)
    expect(await blockedOn(clinic)).toHaveLength(4)
    expect(await blockedOn(other)).toEqual([])
    expect((await book(other)).status).toBe(201)
    expect((await book(clinic)).json.error).toBe('SLOT_NOT_AVAILABLE')
    // In Berlin, where the same hour is 04:30, no one works; 09:00 there is free.
    const { json } = await listSlots(clinic, 'jonas-weber', 'berlin', monday)
    expect(json.unavailableSlots).toEqual([])
    const { url } = feeds
    const foreign = await house.operate('calendar-list', { workspace: other.name })
    expect(foreign[0]).toMatchObject({ busyTimes: 0, state: 'NEVER_READ' })
    expect(JSON.stringify(foreign)).not.toContain(url)
  })

  it('has a lower priority than a visit as the reason shown, and the next date is one that is free [SLOT-27] [SLOT-33]', async () => {
    feeds.answer = feed(event('DTSTART;VALUE=DATE:20300107', 'DTEND;VALUE=DATE:20300109'))
    const clinic = await clinicWithCalendar()
    expect((await book(clinic)).status).toBe(201)
    await refresh(clinic)
    const { slots, unavailableSlots, nextAvailableDate } = (
      await listSlots(clinic, 'asha-rao', 'jaipur', monday)
    ).json
    expect(slots).toEqual([])
    expect(unavailableSlots[0]).toEqual({
      appointmentDate: monday,
      ...slotTimes('09:00'),
      status: 'BOOKED',
    })
    expect(unavailableSlots.slice(1).every(({ status }: Json) => status === 'BLOCKED')).toBe(true)
    expect(nextAvailableDate).toBe('2030-01-09')
    // The visit stays, and the operator is told.
    expect(await list(clinic)).toMatchObject([
      { visits: 1, overlappingVisits: [{ from: slotTimes('09:00').fromDateTimeIso }] },
    ])
    expect(
      (
        await house.sql('select status from appointments where workspace_id = $1', [
          clinic.workspaceId,
        ])
      )[0].status,
    ).toBe('SCHEDULED')
  })

  it('blocks a whole listed working day, and is the reason that an operator is shown', async () => {
    feeds.answer = feed(busyAt('09:00', 30))
    const clinic = await clinicWithCalendar()
    await refresh(clinic)
    const { json } = await clinic.get(
      `/v1/appointments/schedule-slots?addressId=${clinic.id('location', 'jaipur')}&doctorIds=${clinic.id('practitioner', 'asha-rao')}&appointmentDate=${monday}`,
    )
    const listed = JSON.parse(JSON.stringify(json), (_, value) => value?.slots ?? value).flat(3)
    expect(
      listed
        .filter(({ status }: Json) => status === 'BLOCKED')
        .map((slot: Json) => slot.fromDateTimeTs),
    ).toEqual(['09:00', '09:15'])
    const explained = await house.operate('availability-explain', {
      workspace: clinic.name,
      doctor: 'asha-rao',
      location: 'jaipur',
      date: monday,
    })
    expect(JSON.stringify(explained)).toContain('busy in an external calendar')
  })

  it('refuses a room as taken only if the room is what is taken', async () => {
    feeds.answer = feed(busyAt('09:00'))
    const clinic = await clinicWithCalendar()
    await refresh(clinic)
    expect((await book(clinic, { roomId: clinic.id('room', 'jaipur/room-1') })).json.error).toBe(
      'SLOT_NOT_AVAILABLE',
    )
  })

  it('is read in one statement with visits', async () => {
    const clinic = await clinicWithCalendar()
    const names = await recordStatements(house.application.database, () =>
      listSlots(clinic, 'asha-rao', 'jaipur', monday),
    )
    expect(names.filter((name) => name === 'taken_times')).toHaveLength(1)
  })

  it('writes no more than what changed, and stores only times [A-105]', async () => {
    feeds.answer = feed(busyAt('09:00'), busyAt('11:00'))
    const clinic = await clinicWithCalendar()
    expect(await refresh(clinic)).toMatchObject([{ outcome: 'READ', added: 2, removed: 0 }])
    const [first] = await busyRows(clinic)
    feeds.answer = feed(busyAt('09:00'), busyAt('12:00'), busyAt('17:00', 15))
    expect(await refresh(clinic)).toMatchObject([{ outcome: 'READ', added: 2, removed: 1 }])
    expect((await busyRows(clinic))[0]).toEqual(first)
    expect(await blockedOn(clinic)).toHaveLength(9)
    const rows = await readEveryRow(house)
    expect(rows).toContain(feedSecret)
    expect(rows).not.toContain('dentist')
    expect(rows).not.toContain('@example.com')
  })

  it('is requested conditionally, and in full when another day comes into range', async () => {
    const served = feed(
      busyAt('09:00'),
      event('DTSTART:20300107T100000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY'),
    )
    feeds.answer = (request, response) => {
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end()
      else response.writeHead(200, { etag: '"1"' }).end(served)
    }
    const clinic = await clinicWithCalendar()
    expect(await refresh(clinic)).toMatchObject([{ outcome: 'READ' }])
    expect(await refresh(clinic)).toMatchObject([{ outcome: 'UNCHANGED' }])
    const [{ knownUntil }] = await list(clinic)
    const known = (await busyRows(clinic)).length
    await house.moveTo(new Date(house.application.clock.now() + 86_400_000).toISOString())
    expect(await refresh(clinic)).toMatchObject([{ outcome: 'READ', added: 1 }])
    expect((await busyRows(clinic)).length).toBeGreaterThanOrEqual(known)
    expect((await list(clinic))[0].knownUntil > knownUntil).toBe(true)
  })

  it.each([{ etag: '"1"' }, { 'last-modified': 'Tue, 01 Jan 2030 00:00:00 GMT' }])(
    'that has not changed since %j is read again if the zone of a clinic has, because its days are different [SLOT-26]',
    async (version: Record<string, string>) => {
      const served = feed(event('DTSTART;VALUE=DATE:20300107'))
      feeds.answer = ({ headers }, response) => {
        if (headers['if-none-match'] ?? headers['if-modified-since']) response.writeHead(304).end()
        else response.writeHead(200, version).end(served)
      }
      const clinic = await clinicWithCalendar()
      await refresh(clinic)
      await clinic.change((file) => {
        if (file.locations.jaipur) file.locations.jaipur.timezone = 'America/New_York'
      })
      expect(await refresh(clinic)).toMatchObject([{ outcome: 'READ' }])
      const day = (await busyRows(clinic)).map((row) =>
        [row.from_at, row.to_at].map((at) => new Date(at).toISOString()),
      )
      expect(day).toEqual([
        ['2030-01-07T05:00:00.000Z', '2030-01-08T00:00:00.000Z'],
        ['2030-01-08T00:00:00.000Z', '2030-01-08T05:00:00.000Z'],
      ])
      expect(await refresh(clinic)).toMatchObject([{ outcome: 'UNCHANGED' }])
    },
  )
})

describe('a feed that breaks', () => {
  it('keeps the last known times, and reports the error, for every failure of its server', async () => {
    feeds.answer = feed(busyAt('09:00'))
    const clinic = await clinicWithCalendar('secret:ASHA_CALENDAR')
    await refresh(clinic)
    const [before] = await list(clinic)
    expect(before).toMatchObject({
      source: 'secret:ASHA_CALENDAR',
      state: 'FRESH',
      lastError: null,
      busyTimes: 1,
      ageMinutes: 0,
    })
    const rows = await busyRows(clinic)
    const whole = feed(busyAt('10:00'))
    const breaking: [FeedServer['answer'], RegExp][] = [
      [(_, response) => void response.writeHead(500).end(whole), /status 500/],
      [
        (_, response) => void response.writeHead(302, { location: 'http://127.0.0.2/' }).end(),
        /not on the public internet/,
      ],
      ['<!doctype html><title>Sign in</title>', /not an iCalendar/],
      ['', /not an iCalendar/],
      [whole.slice(0, -20), /truncated/],
      [
        feed(event('DTSTART:20300107T100000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY')),
        /too often/,
      ],
      [
        (_, response) =>
          void response
            .writeHead(200, { 'content-encoding': 'gzip' })
            .end(gzipSync(whole).subarray(0, -20)),
        /compressed/,
      ],
      [(_, response) => void response.destroy(), /cannot be fetched/],
    ]
    for (const [answer, problem] of breaking) {
      feeds.answer = answer
      await expect(refresh(clinic), String(problem)).rejects.toThrow(problem)
      expect(await busyRows(clinic)).toEqual(rows)
      const [after] = await list(clinic)
      expect(after.lastError).toMatch(problem)
      expect(after).toMatchObject({ lastSuccess: before.lastSuccess, busyTimes: 1 })
      expect(JSON.stringify(after)).not.toContain(feedSecret)
    }
    await house.moveTo(new Date(house.application.clock.now() + 46 * 60_000).toISOString())
    expect(await list(clinic)).toMatchObject([{ state: 'STALE', ageMinutes: 46 }])
    expect((await book(clinic)).json.error).toBe('SLOT_NOT_AVAILABLE')
    feeds.answer = feed()
    expect(await refresh(clinic)).toMatchObject([{ outcome: 'READ', removed: 1 }])
    expect(await list(clinic)).toMatchObject([{ state: 'FRESH', lastError: null }])
    expect((await book(clinic)).status).toBe(201)
  })

  it('lets an older attempt that ends later write nothing', async () => {
    const clinic = await clinicWithCalendar()
    let finish = () => {}
    const isAsked = new Promise<void>((resolve) => {
      feeds.answer = (_, response) => {
        finish = () => response.end(feed(busyAt('09:00')))
        resolve()
      }
    })
    const older = refresh(clinic)
    older.catch(() => {})
    await isAsked
    feeds.answer = feed(busyAt('11:00'))
    await refresh(clinic)
    finish()
    await expect(older).rejects.toThrow(/changed in the meantime/)
    expect(await blockedOn(clinic)).toEqual(
      ['11:00', '11:15', '11:30', '11:45'].map((clock) => slotTimes(clock).fromDateTimeIso),
    )
  })

  it.each([
    {
      late: 'fails',
      latest: 'was read',
      end: (response: ServerResponse) => response.destroy(),
      state: { lastError: null },
    },
    {
      late: 'finds nothing new',
      latest: 'failed',
      end: (response: ServerResponse) => response.writeHead(304).end(),
      state: { lastError: expect.any(String) },
    },
  ])(
    'shows the result of its last attempt: that $latest, although an older one $late after it',
    async ({ end, state }) => {
      feeds.answer = (_, response) =>
        void response.writeHead(200, { etag: '"1"' }).end(feed(busyAt('09:00')))
      const clinic = await clinicWithCalendar()
      await refresh(clinic)
      let finish = () => {}
      const isAsked = new Promise<void>((resolve) => {
        feeds.answer = (_, response) => {
          finish = () => void end(response)
          resolve()
        }
      })
      const older = refresh(clinic).catch(() => {})
      await isAsked
      feeds.answer = state.lastError === null ? feed(busyAt('11:00')) : '<!doctype html>'
      await refresh(clinic).catch(() => {})
      const [before] = await list(clinic)
      expect(before).toMatchObject(state)
      await house.moveTo(new Date(house.application.clock.now() + 60_000).toISOString())
      finish()
      await older
      expect(await list(clinic)).toMatchObject([{ ...state, lastSuccess: before.lastSuccess }])
    },
  )

  it('says what is wrong with its secret, without its value', async () => {
    const clinic = await clinicWithCalendar('secret:NOT_THERE')
    expect((await clinic.change(() => {})).warnings).toContain(
      'CLINIC_SECRET_NOT_THERE is not set here; where the service runs, it cannot fetch calendar asha-rao/elsewhere until this is mended',
    )
    await expect(refresh(clinic)).rejects.toThrow(
      'the calendar has its address in a secret: CLINIC_SECRET_NOT_THERE is not set',
    )
  })
})

describe('a clinic file', () => {
  it('adds, changes and removes calendars, together with their busy times', async () => {
    feeds.answer = feed(busyAt('09:00'))
    const clinic = await clinicWithCalendar()
    await refresh(clinic)
    const calendars = (value: Record<string, { url?: string }> | undefined) =>
      clinic.change((file) => {
        const asha = file.practitioners['asha-rao']
        if (asha && value) asha.calendars = value
        else delete asha?.calendars
      })
    expect(await calendars({ elsewhere: { url: feeds.url } })).toMatchObject({
      outcome: 'UNCHANGED',
    })
    expect(await calendars({ elsewhere: { url: `${feeds.url}?changed` } })).toMatchObject({
      changes: [{ kind: 'calendar', change: 'changed', names: ['asha-rao/elsewhere'] }],
    })
    // Until the new address was read.
    expect(await blockedOn(clinic)).toHaveLength(4)
    await calendars(undefined)
    expect(await blockedOn(clinic)).toEqual([])
    expect(await list(clinic)).toEqual([])
    expect((await book(clinic)).status).toBe(201)
  })

  it('imports a calendar without an address from a file, repeatedly', async () => {
    const clinic = await clinicWithCalendar(null)
    const bring = (source: string) =>
      house.operate('calendar-import', {
        workspace: clinic.name,
        calendar: 'asha-rao/elsewhere',
        source,
      })
    expect(await bring(feed(busyAt('09:00')))).toMatchObject({ outcome: 'READ', added: 1 })
    expect(await bring(feed(busyAt('10:00')))).toMatchObject({
      outcome: 'READ',
      added: 1,
      removed: 1,
    })
    await expect(bring('no calendar')).rejects.toThrow(/not an iCalendar/)
    expect(await blockedOn(clinic)).toEqual(
      ['10:00', '10:15', '10:30', '10:45'].map((clock) => slotTimes(clock).fromDateTimeIso),
    )
    expect(await list(clinic)).toMatchObject([{ source: 'file', nextRefresh: null }])
    await expect(refresh(clinic)).rejects.toThrow(/no URL/)
    expect(await house.operate('calendar-refresh', { workspace: clinic.name })).toEqual([])
  })

  it('separates several calendars of a practitioner: reading or removing one leaves the others unchanged', async () => {
    const clinic = await house.clinic()
    const name = (...calendars: string[]) =>
      clinic.change((file) => {
        const asha = file.practitioners['asha-rao']
        if (asha) asha.calendars = Object.fromEntries(calendars.map((calendar) => [calendar, {}]))
      })
    const bring = (calendar: string, ...clocks: string[]) =>
      house.operate('calendar-import', {
        workspace: clinic.name,
        calendar: `asha-rao/${calendar}`,
        source: feed(...clocks.map((clock) => busyAt(clock, 15))),
      })
    const blockedClocks = async () =>
      (await blockedOn(clinic)).map((from: string) => from.slice(11, 16))
    await name('private', 'university')
    await bring('private', '09:00', '10:00')
    expect(await bring('university', '10:00', '11:00')).toMatchObject({ added: 2, removed: 0 })
    expect(await blockedClocks()).toEqual(['09:00', '10:00', '11:00'])
    expect(await bring('university', '11:00')).toMatchObject({ added: 0, removed: 1 })
    expect(await blockedClocks()).toEqual(['09:00', '10:00', '11:00'])
    await name('private')
    expect(await blockedClocks()).toEqual(['09:00', '10:00'])
  })

  it("determines the zones of a calendar's days: those of the locations where its practitioner works now [SLOT-26]", async () => {
    const clinic = await clinicWithCalendar(null)
    const day = async () => {
      const source = feed(event('DTSTART;VALUE=DATE:20300107'))
      await house.operate('calendar-import', {
        workspace: clinic.name,
        calendar: 'asha-rao/elsewhere',
        source,
      })
      const rows = await busyRows(clinic)
      return [rows[0]?.from_at, rows.at(-1)?.to_at].map((at) => new Date(at).toISOString())
    }
    const inJaipur = ['2030-01-06T18:30:00.000Z', '2030-01-07T18:30:00.000Z']
    expect(await day()).toEqual(inJaipur)
    await clinic.change(({ practitioners: { 'asha-rao': asha, 'jonas-weber': jonas } }) => {
      if (asha && jonas?.at.berlin) asha.at.berlin = { ...jonas.at.berlin, hours: [] }
    })
    expect(await day()).toEqual([inJaipur[0], '2030-01-07T23:00:00.000Z'])
    await clinic.change((file) => {
      delete file.practitioners['asha-rao']?.at.berlin
    })
    expect(await day()).toEqual(inJaipur)
  })

  it('refuses impossible feed addresses, without repeating them, and more calendars than allowed per practitioner', async () => {
    const clinic = await house.clinic()
    const withCalendars = (calendars: Record<string, { url?: string }>) =>
      clinic.change((file) => {
        const asha = file.practitioners['asha-rao']
        if (asha) asha.calendars = calendars
      })
    for (const url of [
      'file:///etc/passwd',
      'ftp://a.example/s3cret',
      's3cret',
      `https://a.example/${'s3cret'.repeat(400)}`,
    ]) {
      const refused = await withCalendars({ google: { url } }).catch((error: Json) => error)
      expect(JSON.stringify([refused.message, refused.mistakes])).toMatch(
        /calendars.google.url.*secret:NAME/,
      )
      expect(JSON.stringify([refused.message, refused.mistakes])).not.toContain('s3cret')
    }
    const many = Object.fromEntries(
      Array.from({ length: 11 }, (_, number) => [`calendar-${number}`, {}]),
    )
    await expect(withCalendars(many)).rejects.toThrow()
    expect(await list(clinic)).toEqual([])
  })

  it('has its calendars deleted with the workspace', async () => {
    feeds.answer = feed(busyAt('09:00'))
    const clinic = await clinicWithCalendar()
    await refresh(clinic)
    await house.sql('select remove_workspace($1)', [clinic.workspaceId])
    expect(await busyRows(clinic)).toEqual([])
    expect(
      await house.sql('select from calendars where workspace_id = $1', [clinic.workspaceId]),
    ).toEqual([])
  })
})

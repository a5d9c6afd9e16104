import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it, onTestFinished } from 'vitest'
import { clockChanges, wallClock } from '../../../test/oracle/slot-oracle.ts'
import { runSize } from '../../../test/support/run/sizes.ts'
import { isoAt } from '../../base/values/clinic-time.ts'
import { calendarText } from './calendar-text.ts'
import { event, feed } from './feed.fixture.ts'
import { readCalendar, readWindow } from './read-calendar.ts'
import { readCalendarInProcess } from './read-in-process.ts'

const now = Date.parse('2026-11-21T08:00:00Z')
const window = readWindow(now, 3)
const kolkata = 'Asia/Kolkata'

/** The busy times in clinic time, joined where days of UTC cut them. */
function busyIn(zone: string, text: string, until = '2027-01-01'): string[] {
  const read = readCalendar({ text, zones: [zone], window })
  if ('problem' in read) throw new Error(read.problem)
  const whole: { from: number; to: number }[] = []
  for (const part of read.busy) {
    const last = whole.at(-1)
    if (last?.to === part.from) last.to = part.to
    else whole.push({ ...part })
  }
  return whole
    .filter(({ from }) => from < Date.parse(until))
    .map(({ from, to }) => `${isoAt(zone, from).slice(0, 16)}/${isoAt(zone, to).slice(0, 16)}`)
}

const oneDay = (...lines: string[]) => busyIn(kolkata, feed(event(...lines)))

it('reads one event by UTC, by a zone without its rules, by a Windows zone and with a prefix, and by no zone [SLOT-26]', () => {
  const inKolkata = '2026-11-24T15:00/2026-11-24T16:00'
  expect(oneDay('DTSTART:20261124T093000Z', 'DTEND:20261124T103000Z')).toEqual([inKolkata])
  expect(
    oneDay(
      'DTSTART;TZID=Europe/Berlin:20261124T103000',
      'DTEND;TZID=Europe/Berlin:20261124T113000',
    ),
  ).toEqual([inKolkata])
  expect(oneDay('DTSTART;TZID="W. Europe Standard Time":20261124T103000', 'DURATION:PT1H')).toEqual(
    [inKolkata],
  )
  expect(
    oneDay('DTSTART;TZID=/mozilla.org/20070129_1/Europe/Berlin:20261124T103000', 'DURATION:PT1H'),
  ).toEqual([inKolkata])
  expect(oneDay('DTSTART:20261124T150000', 'DTEND:20261124T160000')).toEqual([inKolkata])
})

it('reads the end of an event in its own zone, which may differ from that of the start: a flight lands in another zone', () => {
  const flight = ['2026-11-24T15:00/2026-11-25T00:30']
  const from = 'DTSTART;TZID=Europe/Berlin:20261124T103000'
  expect(oneDay(from, 'DTEND;TZID=Asia/Kolkata:20261125T003000')).toEqual(flight)
  expect(oneDay(from, 'DTEND:20261124T190000Z')).toEqual(flight)
  expect(oneDay(from, 'DTEND:20261125T003000')).toEqual(flight)
  // Flying west, the local time of the end is earlier than that of the start.
  expect(
    oneDay(
      'DTSTART;TZID=Asia/Kolkata:20261124T150000',
      'DTEND;TZID=America/New_York:20261124T140000',
    ),
  ).toEqual(flight)
})

it('reads a repeated time as its first occurrence, and a skipped one with the offset before', () => {
  const inBerlin = (time: string) =>
    busyIn(
      kolkata,
      feed(event(`DTSTART;TZID=Europe/Berlin:${time}`, 'DURATION:PT15M')),
      '2028-01-01',
    )
  expect(inBerlin('20271031T023000')).toEqual(['2027-10-31T06:00/2027-10-31T06:15'])
  expect(inBerlin('20270328T023000')).toEqual(['2027-03-28T07:00/2027-03-28T07:15'])
})

it('reads times without a zone in the zone of the feed, and dates in that of the clinic', () => {
  const owned = feed(
    ['X-WR-TIMEZONE:Europe/Berlin'],
    event('DTSTART:20261124T103000', 'DURATION:PT1H'),
    event('DTSTART;VALUE=DATE:20261126'),
  )
  expect(busyIn(kolkata, owned)).toEqual([
    '2026-11-24T15:00/2026-11-24T16:00',
    '2026-11-26T00:00/2026-11-27T00:00',
  ])
})

it('uses the days of all clinics if they are in several zones', () => {
  const text = feed(event('DTSTART;VALUE=DATE:20261126'))
  const read = readCalendar({ text, zones: [kolkata, 'America/New_York'], window })
  if ('problem' in read) throw new Error(read.problem)
  expect([
    isoAt(kolkata, read.busy[0]?.from ?? 0),
    isoAt('America/New_York', read.busy.at(-1)?.to ?? 0),
  ]).toEqual(['2026-11-26T00:00:00+05:30', '2026-11-27T00:00:00-05:00'])
})

// Like Athens, whose clocks change on other days than those of Cairo with the same offsets.
const likeAthens = [
  'BEGIN:VTIMEZONE',
  'TZID:Customized Time Zone',
  'BEGIN:STANDARD',
  'DTSTART:16010101T040000',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
  'TZOFFSETFROM:+0300',
  'TZOFFSETTO:+0200',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T030000',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0300',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
]

it('follows the rules that a feed gives for an unknown zone, to the day', () => {
  const weekly = event(
    'DTSTART;TZID=Customized Time Zone:20270315T100000',
    'DURATION:PT1H',
    'RRULE:FREQ=WEEKLY;COUNT=4',
  )
  expect(
    busyIn('Europe/Athens', feed(likeAthens, weekly), '2028-01-01').map((text) =>
      text.slice(0, 16),
    ),
  ).toEqual(['2027-03-15T10:00', '2027-03-22T10:00', '2027-03-29T10:00', '2027-04-05T10:00'])
})

it('follows such rules to the minute: a start at the moment of a clock change is read as the zone database would read it', () => {
  for (const time of [
    '20270328T025900',
    '20270328T030000',
    '20270328T035900',
    '20270328T040000',
    '20271031T025900',
    '20271031T030000',
    '20271031T040000',
  ]) {
    const [described, named] = ['Customized Time Zone', 'Europe/Athens'].map((zone) =>
      readCalendar({
        text: feed(likeAthens, event(`DTSTART;TZID=${zone}:${time}`, 'DURATION:PT1M')),
        zones: [kolkata],
        window,
      }),
    )
    expect(described, time).toEqual(named)
    expect(described, time).toMatchObject({ busy: [{}], unknownZones: false })
  }
})

it('understands a zone whose clock a feed changes once, or on listed dates', () => {
  const zone = (...observances: string[][]) => [
    'BEGIN:VTIMEZONE',
    'TZID:Of our own',
    ...observances.flat(),
    'END:VTIMEZONE',
  ]
  const standard = (from: string, to: string, ...more: string[]) => [
    'BEGIN:STANDARD',
    `TZOFFSETFROM:${from}`,
    `TZOFFSETTO:${to}`,
    ...more,
    'END:STANDARD',
  ]
  const at = (zoneLines: string[]) =>
    busyIn(
      'UTC',
      feed(zoneLines, event('DTSTART;TZID=Of our own:20261124T120000', 'DURATION:PT1H')),
    )
  // Also in the west, without minutes, and with seconds.
  for (const [offset, hour] of [
    ['+0545', '06:15'],
    ['-0330', '15:30'],
    ['-04', '16:00'],
    ['+053000', '06:30'],
    ['+14', '2026-11-23T22:00'],
  ] as const) {
    expect(at(zone(standard(offset, offset, 'DTSTART:16010101T000000')))[0], offset).toContain(hour)
  }
  const readWithListedDate = (date: string) =>
    at(
      zone(
        standard('+0200', '+0300', 'DTSTART:20261101T000000'),
        standard('+0300', '+0200', 'DTSTART:20200101T000000', `RDATE:20260101T000000,${date}`),
      ),
    )
  // Set back at noon, noon already exists; an hour later it repeats, and the first counts.
  expect(readWithListedDate('20261124T120000')).toEqual(['2026-11-24T10:00/2026-11-24T11:00'])
  expect(readWithListedDate('20261124T130000')).toEqual(['2026-11-24T09:00/2026-11-24T10:00'])
  // No clock is more than fourteen hours ahead, so this one is unknown.
  expect(at(zone(standard('+15', '+15', 'DTSTART:16010101T000000')))).toEqual([
    '2026-11-24T00:00/2026-11-25T00:00',
  ])
})

it('blocks the whole day of a time whose zone is unknown, and says so [SLOT-26]', () => {
  const inKolkata = (text: string) => [
    busyIn(kolkata, text),
    readCalendar({ text, zones: [kolkata], window }),
  ]
  for (const lines of [
    ['DTSTART;TZID=Middle Earth:20261124T150000', 'DURATION:PT1H'],
    ['DTSTART;TZID=GMT+99:20261124T150000', 'DTEND;TZID=GMT+99:20261124T160000'],
  ])
    expect(inKolkata(feed(event(...lines))), lines[0]).toEqual([
      ['2026-11-24T00:00/2026-11-25T00:00'],
      expect.objectContaining({ unknownZones: true }),
    ])
  expect(
    inKolkata(
      feed(['X-WR-TIMEZONE:Middle Earth'], event('DTSTART:20261124T230000', 'DURATION:PT2H')),
    ),
  ).toEqual([
    ['2026-11-24T00:00/2026-11-26T00:00'],
    expect.objectContaining({ unknownZones: true }),
  ])
  const weekly = [
    'DTSTART;TZID=Middle Earth:20261124T150000',
    'DURATION:PT1H',
    'RRULE:FREQ=WEEKLY;COUNT=3',
    'EXDATE;TZID=Middle Earth:20261201T150000',
  ]
  expect(oneDay(...weekly)).toEqual([
    '2026-11-24T00:00/2026-11-25T00:00',
    '2026-12-08T00:00/2026-12-09T00:00',
  ])
})

describe('the name of a zone', () => {
  // Ten o'clock in New York, in winter and in summer.
  const winter = '2026-12-01T20:30/2026-12-01T21:30'
  const summer = '2027-07-01T19:30/2027-07-01T20:30'
  const at = (id: string, lines: string[] = []) => {
    const text = feed(
      lines,
      ...['20261201', '20270701'].map((date) =>
        event(`DTSTART;TZID=${id}:${date}T100000`, `DTEND;TZID=${id}:${date}T110000`),
      ),
    )
    const read = readCalendar({ text, zones: [kolkata], window })
    return {
      busy: busyIn(kolkata, text, '2028-01-01'),
      unknown: 'unknownZones' in read && read.unknownZones,
    }
  }
  const zoneRules = (id: string) => [
    'BEGIN:VTIMEZONE',
    `TZID:${id}`,
    'BEGIN:STANDARD',
    'DTSTART:16010101T020000',
    'RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11',
    'TZOFFSETFROM:-0400',
    'TZOFFSETTO:-0500',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:16010101T020000',
    'RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3',
    'TZOFFSETFROM:-0500',
    'TZOFFSETTO:-0400',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ]

  it.each([
    ['Here\\, there', '"Here, there"'],
    ['Here\\, there', 'Here, there'],
    ['Here\\, there', '"Here\\, there"'],
    ['Here\\; there', '"Here; there"'],
    ['Here, there', '"Here\\, there"'],
    ['"Here"', 'Here'],
    ['Here', '"Here"'],
    ["'Here'", 'Here'],
    ['Here "and" there', "Here ^'and^' there"],
    ['Here  and there', '"Here and there "'],
    ['(UTC-05:00) Nowhere', '(UTC-05:00) Nowhere'],
    ['(UTC-05:00) Here\\, there', '"(UTC-05:00) Here, there"'],
  ])('%s, written as %s in a time, leads to its rules [SLOT-26]', (written, parameter) => {
    expect(at(parameter, zoneRules(written))).toEqual({ busy: [winter, summer], unknown: false })
  })

  it.each([
    '"(GMT-05:00) Eastern Time (US & Canada)"',
    '(GMT-05:00) Eastern Time (US & Canada)',
    '"(UTC-05:00) Eastern Standard Time"',
    '"(UTC-05:00) New York, Toronto"',
    '/freeassociation.sourceforge.net/Tzfile/America/New_York',
    '"America/New_York',
    '"America/Kentucky/Louisville"',
    '/softwarestudio.org/Olson_20011030_5/America/Kentucky/Louisville',
  ])('%s is that of a region whose clocks change [SLOT-26]', (id) => {
    expect(at(id)).toEqual({ busy: [winter, summer], unknown: false })
  })

  it.each([
    'GMT-05:00',
    'UTC-5',
    'UTC-0500',
    'gmt-5:00',
    '-05:00',
    '"(GMT -05:00)"',
    '(UTC-05:00)',
    '"UTC\u22125"',
  ])('%s is an offset [SLOT-26]', (id) => {
    expect(at(id)).toEqual({ busy: [winter, '2027-07-01T20:30/2027-07-01T21:30'], unknown: false })
  })

  it.each([
    ['GMT+05:30', '10:00'],
    ['UTC+5:45', '09:45'],
    ['"(GMT+05:30) Chennai, Kolkata, Mumbai, New Delhi"', '10:00'],
    ['"(UTC) Coordinated Universal Time"', '15:30'],
    ['"(GMT) Reykjavik"', '15:30'],
    ['Z', '15:30'],
    ['"Etc/GMT+5"', '20:30'],
  ])('%s begins ten o’clock at %s in India [SLOT-26]', (id, time) => {
    expect(at(id).busy[0]?.slice(11, 16)).toBe(time)
  })

  it.each(['GMT', 'EST', 'MST'])(
    '%s has the rules that a feed gives for it, if they repeat, and is an offset otherwise [SLOT-26]',
    (id) => {
      expect(at(id, zoneRules(id))).toEqual({ busy: [winter, summer], unknown: false })
      expect(
        at(
          id,
          zoneRules(id).filter((line) => !line.startsWith('RRULE')),
        ),
      ).toEqual(at(id))
    },
  )

  it('with the offset of an unknown region may be an hour ahead in summer: that hour counts, and is said [SLOT-26]', () => {
    expect(at('"(GMT-05:00) Nowhere"')).toEqual({
      busy: ['2026-12-01T19:30/2026-12-01T21:30', '2027-07-01T19:30/2027-07-01T21:30'],
      unknown: true,
    })
    // Moscow is three hours ahead.
    expect(at('"(GMT-05:00) Moscow"').unknown).toBe(true)
  })
})

it('leaves out and moves single occurrences, and adds dates', () => {
  const weekly = [
    'UID:weekly',
    'DTSTART;TZID=Asia/Kolkata:20200106T090000',
    'DTEND;TZID=Asia/Kolkata:20200106T093000',
    'RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20261228T033000Z',
  ]
  const text = feed(
    event(
      ...weekly,
      'EXDATE;TZID=Asia/Kolkata:20261130T090000',
      'RDATE:20261203T043000Z',
      'RDATE;VALUE=PERIOD:20261204T043000Z/PT2H',
    ),
    event(
      'UID:weekly',
      'RECURRENCE-ID:20261207T033000Z',
      'DTSTART;TZID=Asia/Kolkata:20261208T170000',
      'DURATION:PT15M',
    ),
    event(
      'UID:weekly',
      'RECURRENCE-ID;TZID=Asia/Kolkata:20261214T090000',
      'STATUS:CANCELLED',
      'DTSTART;TZID=Asia/Kolkata:20261214T090000',
    ),
    // From before the window into it.
    event(
      'UID:weekly',
      'RECURRENCE-ID;TZID=Asia/Kolkata:20261102T090000',
      'DTSTART;TZID=Asia/Kolkata:20261222T110000',
      'DURATION:PT1H',
    ),
  )
  expect(busyIn(kolkata, text)).toEqual([
    '2026-11-23T09:00/2026-11-23T09:30',
    '2026-12-03T10:00/2026-12-03T10:30',
    '2026-12-04T10:00/2026-12-04T12:00',
    '2026-12-08T17:00/2026-12-08T17:15',
    '2026-12-21T09:00/2026-12-21T09:30',
    '2026-12-22T11:00/2026-12-22T12:00',
    '2026-12-28T09:00/2026-12-28T09:30',
  ])
})

it('excludes days of an all-day event in any form: as a date, as a midnight there, as one in UTC', () => {
  for (const excluded of [
    'EXDATE;VALUE=DATE:20261125',
    'EXDATE;TZID=Asia/Kolkata:20261125T000000',
    'EXDATE:20261124T183000Z',
    'EXDATE;TZID=Europe/Berlin:20261125T000000',
    // Midnight in Singapore and in Berlin.
    'EXDATE:20261124T160000Z',
    'EXDATE:20261124T230000Z',
  ]) {
    expect(
      oneDay(
        'DTSTART;VALUE=DATE:20261124',
        'DTEND;VALUE=DATE:20261125',
        'RRULE:FREQ=DAILY;COUNT=3',
        excluded,
      ),
      excluded,
    ).toEqual(['2026-11-24T00:00/2026-11-25T00:00', '2026-11-26T00:00/2026-11-27T00:00'])
  }
})

it('is busy for the rest of what began before the window, recurring too, also across a clock change [SLOT-26]', () => {
  const away = ['DTSTART;VALUE=DATE:20251116', 'DTEND;VALUE=DATE:20251130', 'RRULE:FREQ=YEARLY']
  const rest = ['2026-11-20T05:30/2026-11-30T00:00']
  expect(oneDay(...away)).toEqual(rest)
  expect(oneDay(...away.slice(0, 2).map((line) => line.replace(':2025', ':2026')))).toEqual(rest)
  // Ten hours from 00:30, one of which the clock skips: until 11:30 there, and half an hour into
  // the window.
  const nights = event(
    'DTSTART;TZID=Australia/Sydney:20270801T003000',
    'DURATION:PT10H',
    'RRULE:FREQ=WEEKLY',
  )
  const read = readCalendar({
    text: feed(nights),
    zones: ['Australia/Sydney'],
    window: readWindow(Date.parse('2027-10-04T08:00:00Z'), 3),
  })
  expect('busy' in read && read.busy[0]).toEqual({
    from: Date.parse('2027-10-03T00:00:00Z'),
    to: Date.parse('2027-10-03T00:30:00Z'),
  })
})

it("ends a recurrence at its UNTIL, inclusive: a date covers the whole day, a time is in the event's zone or in UTC", () => {
  const daily = (until: string) =>
    oneDay(
      'DTSTART;TZID=Asia/Kolkata:20261123T090000',
      'DURATION:PT1H',
      `RRULE:FREQ=DAILY;UNTIL=${until}`,
    )
  const three = ['23', '24', '25'].map((day) => `2026-11-${day}T09:00/2026-11-${day}T10:00`)
  for (const until of [
    '20261125',
    '20261125T090000',
    '20261125T033000Z',
    '20261126T085959',
    '20261126T032959Z',
  ])
    expect(daily(until), until).toEqual(three)
  for (const until of ['20261124', '20261125T085959', '20261125T032959Z'])
    expect(daily(until), until).toEqual(three.slice(0, 2))
  const days = (until: string) =>
    oneDay('DTSTART;VALUE=DATE:20261123', `RRULE:FREQ=DAILY;UNTIL=${until}`)
  expect(days('20261125')).toEqual(['2026-11-23T00:00/2026-11-26T00:00'])
})

it('ignores what is transparent, cancelled, of zero length, not an event, or an alarm', () => {
  const start = 'DTSTART:20261124T093000Z'
  expect(oneDay(start, 'DURATION:PT1H', 'TRANSP:TRANSPARENT')).toEqual([])
  expect(oneDay(start, 'DURATION:PT1H', 'STATUS:CANCELLED')).toEqual([])
  expect(oneDay(start, 'DURATION:PT1H', 'STATUS:TENTATIVE', 'TRANSP:OPAQUE')).toHaveLength(1)
  expect(oneDay(start)).toEqual([])
  expect(oneDay(start, 'DTEND:20261124T093000Z')).toEqual([])
  expect(oneDay(start, 'DURATION:PT0S')).toEqual([])
  expect(oneDay(start, 'BEGIN:VALARM', 'DURATION:PT5H', 'END:VALARM')).toEqual([])
  expect(busyIn(kolkata, feed(['BEGIN:VTODO', start, 'DURATION:PT1H', 'END:VTODO']))).toEqual([])
})

it('counts what it cannot read, and reads the rest', () => {
  const text = feed(
    event('DTSTART:20261124T093000Z', 'DTEND:20261124T083000Z'),
    event('DTSTART:yesterday', 'DURATION:PT1H'),
    event('DTSTART:20260230T093000Z', 'DURATION:PT1H'),
    event('DTSTART:20261124T093000Z', 'DURATION:-PT1H'),
    event('DTSTART:20261124T093000Z', 'DURATION:PT1H', 'RRULE:FREQ=SOMETIMES'),
    event('SUMMARY:No time at all'),
    event('DTSTART:20261125T093000Z', 'DURATION:PT1H'),
  )
  // Of events whose length is unreadable, the day.
  expect(readCalendar({ text, zones: [kolkata], window })).toMatchObject({ unreadableEvents: 6 })
  expect(busyIn(kolkata, text)).toEqual([
    '2026-11-24T00:00/2026-11-25T00:00',
    '2026-11-25T15:00/2026-11-25T16:00',
  ])
})

it.each([
  ['an end before the start', ['DTSTART:20261124T093000Z', 'DTEND:20261124T083000Z']],
  ['an invalid end', ['DTSTART:20261124T093000Z', 'DTEND:noon']],
  ['a length that is none', ['DTSTART;TZID=Asia/Kolkata:20261124T093000', 'DURATION:an hour']],
  ['a time in another form', ['DTSTART:2026-11-24T09:30:00Z', 'DURATION:PT1H']],
  ['a time without seconds', ['DTSTART:20261124T0930', 'DURATION:PT1H']],
  ['a time with an offset', ['DTSTART:20261124T093000+0530', 'DTEND:20261124T103000+0530']],
  ['an hour that is none', ['DTSTART:20261124T250000', 'DURATION:PT1H']],
])('blocks the day of an event with %s, and counts it [SLOT-26]', (_, lines) => {
  expect(oneDay(...lines)).toEqual(['2026-11-24T00:00/2026-11-25T00:00'])
  expect(readCalendar({ text: feed(event(...lines)), zones: [kolkata], window })).toMatchObject({
    unreadableEvents: 1,
  })
  const weekly = feed(event(...lines, 'RRULE:FREQ=WEEKLY;COUNT=2'))
  expect(busyIn(kolkata, weekly)).toEqual([
    '2026-11-24T00:00/2026-11-25T00:00',
    '2026-12-01T00:00/2026-12-02T00:00',
  ])
})

it.each([
  'FREQ=WEEKLY; COUNT=2',
  ' FREQ=WEEKLY;COUNT=2',
  'FREQ=WEEKLY;\tINTERVAL=1; UNTIL=20261205',
])('reads the rule %j with its spaces [SLOT-26]', (rule) => {
  expect(oneDay('DTSTART:20261124T093000Z', 'DURATION:PT1H', `RRULE:${rule}`)).toEqual([
    '2026-11-24T15:00/2026-11-24T16:00',
    '2026-12-01T15:00/2026-12-01T16:00',
  ])
})

it.each(['1604', '1601', '1899'])('reads a birthday since %s [SLOT-26]', (year) => {
  expect(oneDay(`DTSTART;VALUE=DATE:${year}1124`, 'RRULE:FREQ=YEARLY')).toEqual([
    '2026-11-24T00:00/2026-11-25T00:00',
  ])
})

describe('what the owner has declined', () => {
  const declined = (address: string, ...more: string[]) =>
    event(
      'DTSTART:20261124T093000Z',
      'DURATION:PT1H',
      `ATTENDEE;CN="Rao, Asha";PARTSTAT=DECLINED${address}`,
      'ATTENDEE;PARTSTAT=ACCEPTED:mailto:b@example.com',
      ...more,
    )
  const busy = (lines: string[], { named = '', owners = [] as string[] }) => {
    const read = readCalendar({
      text: feed(named ? [`X-WR-CALNAME:${named}`] : [], lines),
      zones: [kolkata],
      window,
      owners,
    })
    return 'busy' in read && read.busy.length > 0
  }

  it('takes no time, whether the feed or the clinic names the owner [SLOT-26]', () => {
    expect(busy(declined(':mailto:asha@example.com'), { named: 'Asha@example.com' })).toBe(false)
    expect(busy(declined(':MAILTO:Asha@Example.com'), { owners: ['asha@example.com'] })).toBe(false)
    expect(
      busy(declined(';EMAIL=asha@example.com:urn:uuid:4'), { owners: ['asha@example.com'] }),
    ).toBe(false)
  })

  it('takes its time if another has declined it, or it is unknown whose the calendar is [SLOT-26]', () => {
    expect(busy(declined(':mailto:asha@example.com'), {})).toBe(true)
    expect(
      busy(declined(':mailto:asha@example.com'), {
        named: 'b@example.com',
        owners: ['c@example.com'],
      }),
    ).toBe(true)
    expect(
      busy(declined(':mailto:b@example.com'), { named: 'Asha', owners: ['asha@example.com'] }),
    ).toBe(true)
  })

  it('of a series frees that occurrence only [SLOT-26]', () => {
    const weekly = event(
      'UID:weekly',
      'DTSTART:20261124T093000Z',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;COUNT=2',
    )
    const text = feed(
      ['X-WR-CALNAME:asha@example.com'],
      weekly,
      declined(':mailto:asha@example.com', 'UID:weekly', 'RECURRENCE-ID:20261124T093000Z'),
    )
    expect(busyIn(kolkata, text)).toEqual(['2026-12-01T15:00/2026-12-01T16:00'])
  })
})

describe('of several versions of an event', () => {
  const version = (sequence: number | undefined, stamp: string, ...lines: string[]) => [
    'BEGIN:VEVENT',
    'UID:moved',
    `DTSTAMP:2026010${stamp}T000000Z`,
    ...(sequence === undefined ? [] : [`SEQUENCE:${sequence}`]),
    ...lines,
    'END:VEVENT',
  ]
  const [at9, at11] = ['DTSTART:20261124T033000Z', 'DTSTART:20261124T053000Z'].map((start) => [
    start,
    'DURATION:PT1H',
  ]) as [string[], string[]]
  const nine = '2026-11-24T09:00/2026-11-24T10:00'
  const eleven = '2026-11-24T11:00/2026-11-24T12:00'

  it('the latest counts, in any order [SLOT-26]', () => {
    const first = version(0, '1', ...at9)
    const second = version(1, '1', ...at11)
    const third = version(1, '2', ...at9)
    for (const order of [
      [first, second],
      [second, first],
    ])
      expect(busyIn(kolkata, feed(...order))).toEqual([eleven])
    for (const order of [
      [first, second, third],
      [third, second, first],
      [second, third, first],
    ])
      expect(busyIn(kolkata, feed(...order))).toEqual([nine])
    expect(busyIn(kolkata, feed(first, version(1, '1', ...at9, 'STATUS:CANCELLED')))).toEqual([])
    const one = (...lines: string[]) => [...lines, 'RECURRENCE-ID:20261124T093000Z']
    expect(
      busyIn(kolkata, feed(version(2, '1', ...one(...at11)), version(1, '1', ...one(...at9)))),
    ).toEqual([eleven])
  })

  it('one that cannot be read replaces none, nor does one of another event that has the same UID [SLOT-26]', () => {
    expect(
      busyIn(
        kolkata,
        feed(version(0, '1', ...at9), version(1, '1', 'DTSTART:later', 'DURATION:PT1H')),
      ),
    ).toEqual([nine])
    expect(
      busyIn(kolkata, feed(version(undefined, '1', ...at9), version(undefined, '2', ...at11))),
    ).toEqual([nine, eleven])
    expect(
      busyIn(
        kolkata,
        feed(version(0, '1', ...at9, 'RECURRENCE-ID:20261124T093000Z'), version(1, '1', ...at11)),
      ),
    ).toEqual([nine, eleven])
  })

  it('a message that cancels it does so without a status [SLOT-26]', () => {
    const cancel = feed(['METHOD:CANCEL'], version(1, '2', ...at9))
    expect(busyIn(kolkata, feed(version(0, '1', ...at9)) + cancel)).toEqual([])
  })
})

it('keeps the time of an occurrence whose replacement cannot be read', () => {
  const text = feed(
    event('UID:weekly', 'DTSTART:20261124T093000Z', 'DURATION:PT1H'),
    event('UID:weekly', 'RECURRENCE-ID:20261124T093000Z', 'DTSTART:tomorrow', 'DURATION:PT1H'),
  )
  expect(readCalendar({ text, zones: [kolkata], window })).toMatchObject({
    unreadableEvents: 1,
    busy: [{ from: Date.parse('2026-11-24T09:30Z') }],
  })
})

it('frees the time of a cancelled occurrence, even if its own time cannot be read', () => {
  const weekly = event(
    'UID:weekly',
    'DTSTART:20261124T093000Z',
    'DURATION:PT1H',
    'RRULE:FREQ=WEEKLY;COUNT=2',
  )
  for (const start of [[], ['DTSTART:tomorrow']]) {
    const text = feed(
      weekly,
      event('UID:weekly', 'RECURRENCE-ID:20261124T093000Z', 'STATUS:CANCELLED', ...start),
    )
    expect(busyIn(kolkata, text)).toEqual(['2026-12-01T15:00/2026-12-01T16:00'])
  }
})

it('counts what it cannot read once, however many zones the clinics have', () => {
  const text = feed(
    event('DTSTART:yesterday', 'DURATION:PT1H'),
    event('DTSTART:20261125T093000Z', 'DURATION:PT1H'),
  )
  expect(
    readCalendar({ text, zones: [kolkata, 'America/New_York', 'Europe/Berlin'], window }),
  ).toMatchObject({ unreadableEvents: 1, busy: [{}] })
})

it('reads free/busy feeds, folded lines, a byte order mark and bare line feeds', () => {
  const text = feed([
    'BEGIN:VFREEBUSY',
    'FREEBUSY;FBTYPE=BUSY:20261124T093000Z/PT1H,20261125T093000Z/2026',
    ' 1125T103000Z',
    'FREEBUSY;FBTYPE=FREE:20261126T093000Z/PT1H',
    'END:VFREEBUSY',
  ])
  expect(busyIn(kolkata, `\uFEFF${text.replaceAll('\r\n', '\n')}`)).toEqual([
    '2026-11-24T15:00/2026-11-24T16:00',
    '2026-11-25T15:00/2026-11-25T16:00',
  ])
})

describe('the bytes of a calendar', () => {
  const text = feed(
    ['X-WR-CALNAME:日程 · नमस्ते'],
    event('SUMMARY:Zahnärztin 🦷 दाँत', 'DTSTART:20261124T093000Z', 'DURATION:PT1H'),
  )
  const read = (bytes: Uint8Array) => readCalendar({ text: bytes, zones: [kolkata], window })
  const whole = read(Buffer.from(text))

  it.each(['\r\n ', '\n ', '\r\n\t'])(
    'are read alike wherever a line is folded by %j, also within a character [SLOT-26]',
    (fold) => {
      const bytes = Buffer.from(text)
      expect(whole).toMatchObject({ busy: [{}], unreadableEvents: 0 })
      for (let at = 3; at < bytes.length - 1; at++) {
        if ([10, 13].includes(bytes[at - 1] ?? 0) || [10, 13].includes(bytes[at] ?? 0)) continue
        const folded = Buffer.concat([bytes.subarray(0, at), Buffer.from(fold), bytes.subarray(at)])
        expect(calendarText(folded), String(at)).toBe(text)
      }
      const cut = bytes.indexOf('日') + 1
      expect(
        read(Buffer.concat([bytes.subarray(0, cut), Buffer.from(fold), bytes.subarray(cut)])),
      ).toEqual(whole)
    },
  )

  it('are read in UTF-16, in Latin-1 and with a byte order mark, too [SLOT-26]', () => {
    const little = Buffer.from(`\uFEFF${text}`, 'utf16le')
    for (const bytes of [
      little,
      Buffer.from(little).swap16(),
      Buffer.from(text, 'latin1'),
      Buffer.from(`\uFEFF${text}`),
    ])
      expect(read(bytes)).toEqual(whole)
  })
})

it('joins overlapping times, and cuts at midnights of UTC and at the end of the booking horizon', () => {
  const text = feed(
    event('DTSTART:20261124T220000Z', 'DTEND:20261126T010000Z'),
    event('DTSTART:20261124T210000Z', 'DURATION:PT2H'),
    event('DTSTART:20291101T000000Z', 'DURATION:P999D'),
  )
  const read = readCalendar({ text, zones: [kolkata], window })
  if ('problem' in read) throw new Error(read.problem)
  expect(
    read.busy.slice(0, 3).map(({ from, to }) => [isoAt('UTC', from), isoAt('UTC', to)]),
  ).toEqual([
    ['2026-11-24T21:00:00+00:00', '2026-11-25T00:00:00+00:00'],
    ['2026-11-25T00:00:00+00:00', '2026-11-26T00:00:00+00:00'],
    ['2026-11-26T00:00:00+00:00', '2026-11-26T01:00:00+00:00'],
  ])
  expect(read.busy.at(-1)?.to).toBe(window.to)
  // Every date that can be booked is within it, in any zone.
  expect(window.to).toBeGreaterThan(Date.parse('2029-11-22T23:59:00-12:00'))
  expect(window.from).toBeLessThanOrEqual(now - 86_400_000)
})

it('refuses what is not a calendar, what is truncated, and what is too expensive', () => {
  const calendarProblem = (text: string) => {
    const read = readCalendar({ text, zones: [kolkata], window })
    return 'problem' in read ? read.problem : undefined
  }
  const whole = feed(event('DTSTART:20261124T093000Z', 'DURATION:PT1H'))
  expect(calendarProblem('<!doctype html><title>Sign in</title>')).toMatch(/not an iCalendar/)
  expect(calendarProblem('')).toMatch(/not an iCalendar/)
  for (const length of [20, 60, 120, whole.length - 16])
    expect(calendarProblem(whole.slice(0, length)), String(length)).toMatch(/truncated/)
  expect(calendarProblem(feed(['END:VEVENT']))).toMatch(/broken/)
  expect(calendarProblem(feed(...Array.from({ length: 12 }, () => ['BEGIN:VEVENT'])))).toMatch(
    /broken/,
  )
  for (const rule of [
    'FREQ=SECONDLY',
    'FREQ=MINUTELY',
    `FREQ=DAILY;BYHOUR=${Array.from({ length: 24 }).map((_, hour) => hour)};BYMINUTE=0,10,20,30,40,50;BYSECOND=0,30`,
  ]) {
    expect(
      calendarProblem(feed(event('DTSTART:20261124T093000Z', 'DURATION:PT1S', `RRULE:${rule}`))),
      rule,
    ).toMatch(/too often|too many|more than/)
  }
})

it('ends a reading that takes too long, and the process keeps working', async () => {
  const bombs = Array.from({ length: 20_000 }, () =>
    event(
      'DTSTART:19010101T000000Z',
      'DURATION:PT1S',
      'RRULE:FREQ=HOURLY;BYMONTHDAY=31;BYHOUR=1,2,3;BYSETPOS=1',
    ),
  )
  const reading = readCalendarInProcess(
    { text: feed(...bombs), zones: [kolkata], window },
    { deadlineMs: 1_000 },
  )
  expect(await Promise.race([reading, sleep(1, 'at work')])).toBe('at work')
  expect(await reading).toEqual({
    problem: 'takes too long to read, or too much memory',
    isCostly: true,
  })
  expect(await readCalendarInProcess({ text: feed(), zones: [kolkata], window })).toEqual({
    busy: [],
    unreadableEvents: 0,
    unknownZones: false,
  })
})

it('reads one calendar at a time, however many strangers write them', async () => {
  const bombs = feed(
    ...Array.from({ length: 5_000 }, () =>
      event(
        'DTSTART:19010101T000000Z',
        'DURATION:PT1S',
        'RRULE:FREQ=HOURLY;BYMONTHDAY=31;BYSETPOS=1',
      ),
    ),
  )
  const deadlineMs = 500
  const since = performance.now()
  await Promise.all(
    Array.from({ length: 3 }, () =>
      readCalendarInProcess({ text: bombs, zones: [kolkata], window }, { deadlineMs }),
    ),
  )
  // Concurrently they would all be ended at the first deadline; a reading may also end earlier, out
  // of memory.
  expect(performance.now() - since).toBeGreaterThan(2 * deadlineMs)
})

it('survives a reading that runs out of memory just as it is ended', async () => {
  const question = {
    text: feed(
      ...Array.from({ length: 40_000 }, () =>
        event('DTSTART:20261124T093000Z', 'RRULE:FREQ=DAILY'),
      ),
    ),
    zones: [kolkata],
    window,
  }
  const uncaught: unknown[] = []
  const note = (error: unknown) => uncaught.push(error)
  process.on('uncaughtException', note)
  onTestFinished(() => void process.off('uncaughtException', note))
  const tooMuch = { problem: 'takes too long to read, or too much memory', isCostly: true }
  const since = performance.now()
  expect(await readCalendarInProcess(question, { heapMegabytes: 8 })).toEqual(tooMuch)
  const outOfMemoryMs = performance.now() - since
  for (let share = 0.4; share < 1.1; share += runSize(0.07, 0.03))
    expect(
      await readCalendarInProcess(question, {
        heapMegabytes: 8,
        deadlineMs: Math.ceil(share * outOfMemoryMs),
      }),
      `${share}`,
    ).toEqual(tooMuch)
  expect(uncaught).toEqual([])
})

// Weekly and daily events around a clock change, against Temporal, without recurrence rules: it
// asks for each date what the zone's clock shows.
const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']
const changes = zones.flatMap((zone) =>
  clockChanges(zone, 2027, 2028).map((change) => ({ zone, change })),
)

it('agrees with Temporal on weekly and daily events across clock changes, in three zones', () => {
  const drawn = fc.record({
    at: fc.constantFrom(...changes),
    clinic: fc.constantFrom(...zones, kolkata),
    daysBefore: fc.integer({ min: 0, max: 20 }),
    minute: fc.integer({ min: 0, max: 287 }).map((fives) => fives * 5),
    lengthMins: fc.integer({ min: 1, max: 30 }).map((fives) => fives * 5),
    everyDays: fc.constantFrom(1, 2, 7, 14),
    count: fc.integer({ min: 1, max: 20 }),
    excluded: fc.integer({ min: 0, max: 19 }),
  })
  fc.assert(
    fc.property(
      drawn,
      ({
        at: { zone, change },
        clinic,
        daysBefore,
        minute,
        lengthMins,
        everyDays,
        count,
        excluded,
      }) => {
        const first = wallClock(zone, change).toPlainDate().subtract({ days: daysBefore })
        const time = Temporal.PlainTime.from({ hour: Math.floor(minute / 60), minute: minute % 60 })
        const text = (date: Temporal.PlainDate) =>
          `${date.toString().replaceAll('-', '')}T${time.toString().replaceAll(':', '')}`
        const dates = Array.from({ length: count }, (_, index) =>
          first.add({ days: index * everyDays }),
        )
        const rule =
          everyDays % 7 === 0
            ? `FREQ=WEEKLY;INTERVAL=${everyDays / 7}`
            : `FREQ=DAILY;INTERVAL=${everyDays}`
        const left = dates[excluded]
        const source = feed(
          event(
            `DTSTART;TZID=${zone}:${text(first)}`,
            `DURATION:PT${lengthMins}M`,
            `RRULE:${rule};COUNT=${count}`,
            ...(left ? [`EXDATE;TZID=${zone}:${text(left)}`] : []),
          ),
        )
        const expected = dates
          .filter((date) => date !== left)
          .map(
            (date) => date.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds,
          )
          .map((from) => ({ from, to: from + lengthMins * 60_000 }))
        const read = readCalendar({ text: source, zones: [clinic], window })
        if ('problem' in read) throw new Error(read.problem)
        expect(listMinutes(read.busy)).toEqual(listMinutes(expected))
      },
    ),
    { numRuns: runSize(200, 2_000) },
  )
})

it('agrees with Temporal on days, in zones whose days differ in length', () => {
  const drawn = fc.record({
    at: fc.constantFrom(
      ...['Africa/Cairo', 'America/Santiago', 'Asia/Beirut', ...zones].flatMap((zone) =>
        clockChanges(zone, 2027, 2028).map((change) => ({ zone, change })),
      ),
    ),
    daysBefore: fc.integer({ min: 0, max: 3 }),
    days: fc.integer({ min: 1, max: 5 }),
  })
  fc.assert(
    fc.property(drawn, ({ at: { zone, change }, daysBefore, days }) => {
      const first = wallClock(zone, change).toPlainDate().subtract({ days: daysBefore })
      const end = first.add({ days })
      const text = (date: Temporal.PlainDate) => date.toString().replaceAll('-', '')
      const read = readCalendar({
        text: feed(event(`DTSTART;VALUE=DATE:${text(first)}`, `DTEND;VALUE=DATE:${text(end)}`)),
        zones: [zone],
        window,
      })
      if ('problem' in read) throw new Error(read.problem)
      const starts = [first, end].map(
        (date) => date.toZonedDateTime(zone).startOfDay().epochMilliseconds,
      )
      expect([read.busy[0]?.from, read.busy.at(-1)?.to]).toEqual(starts)
    }),
    { numRuns: runSize(100, 1_000) },
  )
})

const listMinutes = (busy: readonly { from: number; to: number }[]) =>
  [
    ...new Set(
      busy.flatMap(({ from, to }) =>
        Array.from({ length: (to - from) / 60_000 }, (_, index) => from + index * 60_000),
      ),
    ),
  ].sort((a, b) => a - b)

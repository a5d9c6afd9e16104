// Queue shifts in the clinic file: mistakes in one, what an import does with them, and what
// prevents removing one.

import { describe, expect, it } from 'vitest'
import { type Clinic, type Json, openHarness } from '../../../test/support/clinic/harness.ts'
import {
  queueDate,
  readShownShift,
  shiftId,
  shiftInput,
  startShift,
  tokenBody,
} from '../../../test/support/clinic/queue-clinic.ts'
import { readEveryRow } from '../../../test/support/database/every-row.ts'
import { actOnToken, endQueue, withQueue } from '../../visits/queue/run-queue.ts'
import {
  atJaipur,
  changedFile,
  type Loose,
  listMistakes,
  practicePath as ofAsha,
} from './clinic-file.fixture.ts'

const meera = (file: Loose) => file.practitioners['meera-shah']
const practice = (file: Loose) => meera(file).at.jaipur
const practiceShifts = (file: Loose) => practice(file).shifts
const place = 'practitioners.meera-shah.at.jaipur.shifts'

describe('a shift with a mistake', () => {
  const wrong: [string, (file: Loose) => void, string[]][] = [
    [
      'of a practitioner who sells slots',
      (f) => {
        atJaipur(f).shifts = {
          morning: { days: ['MON'], from: '09:00', to: '10:00', maxAppointments: 5 },
        }
      },
      [`${ofAsha}.shifts: needs system: QMS; a practitioner sells either slots or tokens`],
    ],
    [
      'with neither days nor a date',
      (f) => delete practiceShifts(f).morning.days,
      [`${place}.morning: needs either days or a date`],
    ],
    [
      'with days and a date',
      (f) => (practiceShifts(f).morning.date = '2030-01-26'),
      [`${place}.morning: needs either days or a date`],
    ],
    [
      'that ends before it starts',
      (f) => (practiceShifts(f).morning.to = '08:00'),
      [
        `${place}.morning: starts at 09:00 but ends at 08:00; one across midnight is written as two`,
      ],
    ],
    [
      'of no length',
      (f) => (practiceShifts(f).morning.to = '09:00'),
      [
        `${place}.morning: starts at 09:00 but ends at 09:00; one across midnight is written as two`,
      ],
    ],
    [
      'with the letter of another of its days',
      (f) => {
        for (const name of ['morning', 'evening']) practiceShifts(f)[name].letter = 'A'
      },
      [`${place}.evening: has the letter A of the shift morning on MON; give it another`],
    ],
    [
      'beside another at the same time',
      (f) => (practiceShifts(f).evening.from = '12:59'),
      [`${place}.evening: overlaps the shift morning on MON`],
    ],
    [
      'on a date, beside another of that date',
      (f) => {
        const camp = {
          date: '2030-01-26',
          from: '09:00',
          to: '12:00',
          letter: 'A',
          maxAppointments: 5,
        }
        Object.assign(practiceShifts(f), {
          camp,
          'second-camp': { ...camp, from: '11:59', to: '14:00' },
        })
      },
      [
        `${place}.second-camp: has the letter A of the shift camp on 2030-01-26; give it another`,
        `${place}.second-camp: overlaps the shift camp on 2030-01-26`,
      ],
    ],
    [
      'in a mode that has no fee',
      (f) => (practiceShifts(f).evening.mode = 'ONLINE'),
      [`${place}.evening: needs a fee for ONLINE`],
    ],
    [
      'where there are no fees at all',
      (f) => (practice(f).fees = []),
      [`${place}.morning: needs a fee for OFFLINE`, `${place}.evening: needs a fee for OFFLINE`],
    ],
    [
      'without the international fee that another has',
      (f) => {
        practiceShifts(f).evening.mode = 'ONLINE'
        practice(f).fees.push(
          { mode: 'ONLINE', amount: 250 },
          { mode: 'OFFLINE', amount: 15, international: true },
        )
      },
      [`${place}.evening: needs an international fee for ONLINE, as another shift has one`],
    ],
    [
      'in a mode that is no queue',
      (f) => (practiceShifts(f).morning.mode = 'HOME_VISIT'),
      [
        `${place}.morning.mode: must be one of OFFLINE, ONLINE`,
        `${place}.morning: needs a fee for HOME_VISIT`,
      ],
    ],
    [
      'with a small letter',
      (f) => (practiceShifts(f).morning.letter = 'a'),
      [expect.stringContaining(`${place}.morning.letter: `)] as string[],
    ],
    [
      'without tokens',
      (f) => (practiceShifts(f).morning.maxAppointments = 0),
      [`${place}.morning.maxAppointments: must be >= 1`],
    ],
    [
      'with more tokens than anyone sees',
      (f) => (practiceShifts(f).morning.maxAppointments = 5001),
      [`${place}.morning.maxAppointments: must be <= 5000`],
    ],
    [
      'without a limit',
      (f) => delete practiceShifts(f).morning.maxAppointments,
      [`${place}.morning: lacks maxAppointments`],
    ],
    [
      'with consultations of no time',
      (f) => (practiceShifts(f).morning.averageMinutes = 0),
      [`${place}.morning.averageMinutes: must be >= 1`],
    ],
    [
      'with an unknown member',
      (f) => (practiceShifts(f).morning.doctor = 'x'),
      [`${place}.morning: has an unknown member: doctor`],
    ],
  ]
  it.each(wrong)('%s is refused at its path, with the reason', (_, edit, mistakes) => {
    expect(listMistakes(JSON.stringify(changedFile(edit)))).toEqual(mistakes)
  })

  const right: [string, (file: Loose) => void][] = [
    ['one begins when the other ends', (f) => (practiceShifts(f).evening.from = '13:00')],
    [
      'they run at one time in two modes',
      (f) => {
        Object.assign(practiceShifts(f).evening, { mode: 'ONLINE', from: '09:00', to: '13:00' })
        practice(f).fees.push({ mode: 'ONLINE', amount: 250 })
      },
    ],
    [
      'they have one letter on different days',
      (f) =>
        Object.assign(practiceShifts(f).evening, {
          letter: 'A',
          days: ['SAT'],
          from: '09:00',
          to: '13:00',
        }),
    ],
    [
      'all are charged abroad',
      (f) => {
        practiceShifts(f).evening.mode = 'ONLINE'
        for (const mode of ['OFFLINE', 'ONLINE'])
          practice(f).fees.push({ mode, amount: 15, international: true })
        practice(f).fees.push({ mode: 'ONLINE', amount: 250 })
      },
    ],
    ['one lasts until midnight', (f) => (practiceShifts(f).evening.to = '24:00')],
  ]
  it.each(right)('is not reported if %s', (_, edit) => {
    expect(listMistakes(JSON.stringify(changedFile(edit)))).toEqual([])
  })
})

const house = await openHarness()
const changeLines = ({ changes }: Json) =>
  changes.map(({ kind, change, names }: Json) => `${kind} ${change} ${names.join(' ')}`)

async function bookToken(clinic: Clinic, changes: Record<string, unknown> = {}): Promise<Json> {
  const { status, json, text } = await clinic.post(
    '/v1/qms-appointments/pre/book',
    tokenBody(clinic, changes),
  )
  expect(status, text).toBe(201)
  return json.visit
}

describe('the letter of a shift', () => {
  const letters = async (clinic: Clinic) =>
    (
      await house.sql(
        'select name, letter from work_shifts where workspace_id = $1 and active order by id',
        [clinic.workspaceId],
      )
    ).map(({ name, letter }) => `${name} ${letter}`)
  /** Two queues without letters: a second practitioner runs one at the same location. */
  const twoQueues = (noor: Record<string, Json>) => (file: Loose) => {
    delete practiceShifts(file).evening.letter
    file.practitioners['noor-khan'] = {
      ...structuredClone(meera(file)),
      name: 'Noor Khan',
      email: undefined,
      profile: undefined,
      at: { jaipur: { ...structuredClone(practice(file)), shifts: noor } },
    }
  }
  const beside = { days: ['MON', 'TUE'], from: '09:00', to: '13:00', maxAppointments: 5 }

  it('is another for each queue of a location and day, and stays when others come [QUEUE-10] [A-169]', async () => {
    const clinic = await house.clinic(
      twoQueues({
        early: beside,
        sundays: { ...beside, days: ['SUN'] },
        camp: { ...beside, days: undefined, date: '2030-01-08' },
      }),
    )
    expect(await letters(clinic)).toEqual([
      'morning A',
      'evening B',
      'early C',
      'sundays A',
      'camp D',
    ])
    expect((await clinic.change(() => {})).outcome).toBe('UNCHANGED')
    await clinic.change((file: Loose) => {
      practice(file).shifts = {
        first: { ...beside, from: '07:00', to: '08:00' },
        ...practiceShifts(file),
      }
    })
    expect((await letters(clinic)).sort()).toEqual([
      'camp D',
      'early C',
      'evening B',
      'first E',
      'morning A',
      'sundays A',
    ])
  })

  it('that the file says is kept, and no other queue of its days gets it by itself [QUEUE-10] [A-169]', async () => {
    const clinic = await house.clinic(twoQueues({ early: { ...beside, letter: 'A' } }))
    expect(await letters(clinic)).toEqual(['morning B', 'evening C', 'early A'])
  })

  it('goes on after Z with AA [QUEUE-10]', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 28 }, (_, index) => [
        `s-${index}`,
        { ...beside, from: clockAt(index), to: clockAt(index + 1) },
      ]),
    )
    const clinic = await house.clinic((file: Loose) =>
      Object.assign(practice(file), { shifts: many }),
    )
    expect((await letters(clinic)).slice(-3)).toEqual(['s-25 Z', 's-26 AA', 's-27 AB'])
  })

  it('that two queues of a location have by the clinic’s choice is warned of, and both are described with it [QUEUE-10]', async () => {
    const clinic = await house.clinic()
    const path = 'practitioners.noor-khan.at.jaipur.shifts.early'
    const warning = `${path}.letter: is A, as that of practitioners.meera-shah.at.jaipur.shifts.morning: both give out A-1 on one day`
    const { warnings } = await clinic.change((file: Loose) => {
      twoQueues({ early: { ...beside, letter: 'A' } })(file)
      practiceShifts(file).morning.letter = 'A'
    })
    expect(warnings).toEqual([warning])
    const { description } = await house.operate('settings-show', { workspace: clinic.name })
    const described = JSON.parse(JSON.stringify(description)).practitioners
    expect(
      ['meera-shah', 'noor-khan'].map((name) =>
        Object.values(described[name].at.jaipur.shifts).map((shift) => (shift as Json).letter),
      ),
    ).toEqual([['A', 'B'], ['A']])
  })
})

const clockAt = (half: number) =>
  `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`

describe('an import of shifts', () => {
  it('reports what it adds, changes and removes, and a repeated import changes nothing', async () => {
    const clinic = await house.clinic()
    const ids = ['morning', 'evening'].map((name) => shiftId(clinic, name))
    const before = await readEveryRow(house)
    expect(await clinic.change(() => {})).toMatchObject({ outcome: 'UNCHANGED' })
    expect(await readEveryRow(house)).toBe(before)
    const edited = await clinic.change((file: Loose) => {
      practiceShifts(file).morning.maxAppointments = 12
      delete practiceShifts(file).evening
      practiceShifts(file).camp = {
        date: '2030-01-26',
        from: '08:00',
        to: '11:00',
        letter: 'C',
        maxAppointments: 9,
      }
    })
    expect(changeLines(edited).toSorted()).toEqual([
      'shift added meera-shah/jaipur/camp',
      'shift changed meera-shah/jaipur/morning',
      'shift removed meera-shah/jaipur/evening',
    ])
    expect(shiftId(clinic)).toBe(ids[0])
    expect((await readShownShift(clinic)).maxAppointments).toBe(12)
    expect(await readShownShift(clinic, 'evening')).toBeUndefined()
    // The shift comes back under its id.
    await clinic.change(
      (file: Loose) =>
        (practiceShifts(file).evening = {
          days: ['TUE'],
          from: '16:00',
          to: '20:00',
          letter: 'B',
          maxAppointments: 3,
        }),
    )
    expect(shiftId(clinic, 'evening')).toBe(ids[1])
    expect(await clinic.change(() => {})).toMatchObject({ outcome: 'UNCHANGED' })
  })

  it('replaces a shift whose mode changes by another, and visits keep theirs [INV-13]', async () => {
    const clinic = await house.clinic()
    const before = shiftId(clinic)
    const { visitId } = await bookToken(clinic)
    const toOnline = (file: Loose) => {
      file.workspace.video = 'built-in'
      practiceShifts(file).morning.mode = 'ONLINE'
      practice(file).fees.push({ mode: 'ONLINE', amount: 250 })
    }
    await clinic.change(toOnline, { withUpcomingVisits: true })
    expect(shiftId(clinic)).not.toBe(before)
    expect(
      await house.sql('select work_shift_id as shift, mode from queue_visits where id = $1', [
        visitId,
      ]),
    ).toEqual([{ shift: before, mode: 'OFFLINE' }])
  })

  it('can lower the tokens below the number already issued, and then the shift is full [QUEUE-07] [INV-11]', async () => {
    const clinic = await house.clinic()
    for (const _ of [1, 2, 3]) await bookToken(clinic)
    await clinic.change((file: Loose) => (practiceShifts(file).morning.maxAppointments = 2))
    expect(await readShownShift(clinic)).toMatchObject({ bookedCount: 3, maxAppointments: 3 })
    expect((await clinic.post('/v1/qms-appointments/pre/book', tokenBody(clinic))).json.error).toBe(
      'SHIFT_FULL',
    )
    for (const token of [1, 2])
      await withQueue(house.application, shiftInput(clinic), (queries, queue) =>
        actOnToken(queries, queue, token, 'cancel'),
      )
    expect(await bookToken(clinic)).toMatchObject({ tokenNumber: 4, position: 2 })
    expect((await clinic.post('/v1/qms-appointments/pre/book', tokenBody(clinic))).json.error).toBe(
      'SHIFT_FULL',
    )
  })
})

describe('a shift with a patient waiting', () => {
  const withoutMorning = (file: Loose) => delete practiceShifts(file).morning
  const refusal = (name: string, visits: string) => ({
    message: 'the clinic file removes something that has upcoming visits, and nothing was imported',
    nextStep: expect.stringContaining('--with-upcoming-visits'),
    mistakes: [{ path: name, reason: `has ${visits}` }],
  })

  it('is not removed, neither by itself nor with its practitioner, and nothing is written, unless it is forced', async () => {
    const clinic = await house.clinic()
    for (const date of [queueDate, '2030-01-02']) await bookToken(clinic, { appointmentDate: date })
    const before = await readEveryRow(house)
    const shift = refusal('shift meera-shah/jaipur/morning', '2 upcoming visits')
    let morning: Loose
    await expect(
      clinic.change(
        (file: Loose) => {
          morning = practiceShifts(file).morning
          withoutMorning(file)
        },
        { dryRun: true },
      ),
    ).rejects.toMatchObject(shift)
    await expect(clinic.change(() => {})).rejects.toMatchObject(shift)
    let whole: Loose
    await expect(
      clinic.change((file: Loose) => {
        practiceShifts(file).morning = morning
        whole = meera(file)
        delete file.practitioners['meera-shah']
      }),
    ).rejects.toMatchObject(refusal('practitioner meera-shah', '2 upcoming visits'))
    expect(await readEveryRow(house)).toBe(before)
    const done = await clinic.change(
      (file: Loose) => {
        file.practitioners['meera-shah'] = whole
        withoutMorning(file)
      },
      { withUpcomingVisits: true },
    )
    expect(done.warnings).toContain(
      'shift meera-shah/jaipur/morning is removed and keeps 2 upcoming visits',
    )
    expect(
      await house.sql('select status from queue_visits where workspace_id = $1', [
        clinic.workspaceId,
      ]),
    ).toEqual([{ status: 'WAITING' }, { status: 'WAITING' }])
    expect(await clinic.change(() => {})).toMatchObject({ outcome: 'UNCHANGED' })
  })

  it('is removed once no one is waiting in it: cancelled, or its queue ended', async () => {
    const clinic = await house.clinic()
    await bookToken(clinic)
    await bookToken(clinic)
    await withQueue(house.application, shiftInput(clinic), (queries, queue) =>
      actOnToken(queries, queue, 1, 'cancel'),
    )
    await startShift(house, clinic)
    await withQueue(house.application, shiftInput(clinic), (queries, queue) =>
      actOnToken(queries, queue, 2, 'begin'),
    )
    await expect(clinic.change(withoutMorning)).rejects.toMatchObject(
      refusal('shift meera-shah/jaipur/morning', '1 upcoming visit'),
    )
    await withQueue(house.application, shiftInput(clinic), endQueue)
    expect(changeLines(await clinic.change(() => {}))).toEqual([
      'shift removed meera-shah/jaipur/morning',
    ])
  })

  it('on a day that is closed afterwards is counted with its stranded visits; a shift of that very date is not', async () => {
    const clinic = await house.clinic((file: Loose) => {
      practiceShifts(file).camp = {
        date: '2030-01-02',
        from: '21:00',
        to: '23:00',
        letter: 'C',
        maxAppointments: 9,
      }
    })
    const ofNextDay = { appointmentDate: '2030-01-02' }
    await bookToken(clinic, { ...ofNextDay, qmsWorkShiftId: shiftId(clinic, 'camp') })
    for (const _ of [1, 2]) await bookToken(clinic, ofNextDay)
    await bookToken(clinic)
    const { warnings } = await clinic.change(
      (file: Loose) => (file.locations.jaipur.closed = [{ from: '2030-01-02' }]),
    )
    expect(warnings).toContain('closing days keep 2 upcoming visits booked before')
    expect(await readShownShift(clinic, 'morning', '2030-01-02')).toBeUndefined()
    expect(await readShownShift(clinic, 'camp', '2030-01-02')).toMatchObject({ bookedCount: 1 })
  })
})

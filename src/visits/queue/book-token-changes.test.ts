// What changes while a token is booked: the clinic's file between listing and booking, or the
// patient while the queue of the day is opened.

import { beforeEach, describe, expect, it } from 'vitest'
import {
  actingUserHeaders,
  book,
  type Clinic,
  openHarness,
} from '../../../test/support/clinic/harness.ts'
import {
  queueDate,
  readShownShift,
  shiftId,
  tokenBody,
} from '../../../test/support/clinic/queue-clinic.ts'
import type { Configuration } from '../../clinic/catalogue/configuration.ts'
import { bookToken } from './book-token.ts'
import { openQueueDay } from './queries.ts'
import { type TokenBookingBody, toTokenRequest } from './token-body.ts'
import { inJaipur, type Practice, tokenBookings } from './token-bookings.fixture.ts'

const house = await openHarness()

let clinic: Clinic
beforeEach(async () => {
  clinic = await house.clinic()
})

const { send, evening, take, expectRefused } = tokenBookings(house, () => clinic)

describe('a configuration that changes between listing and booking', () => {
  const changeShift = (edit: (practice: Practice) => void) =>
    clinic.change(inJaipur(edit), { withUpcomingVisits: true })
  const refusedNow = (changes: Record<string, unknown>, code: string) =>
    expectRefused(() => send(changes), code)

  it('issues no token of a retired shift, and leaves its visits unchanged [A-165]', async () => {
    const listed = (await readShownShift(clinic, 'evening')).qmsWorkShiftId
    const visit = await take({ qmsWorkShiftId: listed })
    await changeShift(({ shifts }) => void delete shifts?.evening)
    await refusedNow({ qmsWorkShiftId: listed }, 'SHIFT_NOT_FOUND')
    const { json } = await clinic.get(`/v1/qms-appointments/day-visits?date=${queueDate}`)
    expect(json).toMatchObject([{ visitId: visit.visitId, status: 'WAITING' }])
  })

  it('makes a new shift for another mode, with its own numbers; the old one issues none [INV-13] [QUEUE-18]', async () => {
    const before = shiftId(clinic, 'evening')
    await take({ qmsWorkShiftId: before })
    await changeShift((practice) => {
      practice.fees = [...(practice.fees ?? []), { mode: 'ONLINE', amount: 200 }]
      Object.assign(practice.shifts?.evening as object, { mode: 'ONLINE' })
    })
    const after = shiftId(clinic, 'evening')
    expect(after).not.toBe(before)
    for (const mode of ['OFFLINE', 'ONLINE'])
      await refusedNow({ qmsWorkShiftId: before, mode }, 'SHIFT_NOT_FOUND')
    expect(await take({ qmsWorkShiftId: after, mode: 'ONLINE' })).toMatchObject({
      tokenNumber: 1,
      mode: 'ONLINE',
      consultationCharge: 200,
    })
    const rows = await house.sql(
      'select v.mode, s.mode as shift from queue_visits v join work_shifts s on s.id = v.work_shift_id where v.workspace_id = $1 order by v.id',
      [clinic.workspaceId],
    )
    expect(rows).toEqual([
      { mode: 'OFFLINE', shift: 'OFFLINE' },
      { mode: 'ONLINE', shift: 'ONLINE' },
    ])
    // Back in the old mode it is the old shift, which continues where it was.
    await changeShift((practice) =>
      Object.assign(practice.shifts?.evening as object, { mode: 'OFFLINE' }),
    )
    expect(await take({ qmsWorkShiftId: before })).toMatchObject({ tokenNumber: 2 })
  })

  it('removes shifts from a date, and later tokens have the new prices and letters [A-165]', async () => {
    const first = await take()
    await changeShift((practice) => {
      practice.fees = [{ mode: 'OFFLINE', amount: 350 }]
      Object.assign(practice.shifts?.morning as object, { letter: 'M' })
      practice.exceptions = [{ date: '2030-01-02', hours: [] }]
    })
    await refusedNow({ appointmentDate: '2030-01-02' }, 'SHIFT_NOT_ON_DATE')
    expect(await take()).toMatchObject({ tokenDisplay: 'M-2', consultationCharge: 350 })
    const { json } = await clinic.get(`/v1/qms-appointments/day-visits?date=${queueDate}`)
    expect(json[0]).toMatchObject({
      visitId: first.visitId,
      tokenDisplay: 'A-1',
      consultationCharge: 300,
    })
  })

  const request = (changes: Record<string, unknown> = {}) =>
    toTokenRequest(tokenBody(clinic, changes) as unknown as TokenBookingBody)
  /** The services, whose cached configuration stays outdated for this many readings. */
  function lateServices(outdated: Configuration, times: number) {
    const { configurations } = house.application
    let readings = 0
    return {
      ...house.application,
      configurations: {
        ...configurations,
        of: (id: number) =>
          readings++ < times ? Promise.resolve(outdated) : configurations.of(id),
      },
    }
  }

  it('is detected by the statement that issues the number, for known and new patients [QUEUE-15]', async () => {
    const { patientId } = await take()
    const outdated = await house.application.configurations.of(clinic.workspaceId)
    const wish = { ...evening() }
    await changeShift(({ shifts }) => void delete shifts?.evening)
    const before = await clinic.bookingRows()
    for (const changes of [wish, { ...wish, patientPayload: undefined, patientId }]) {
      await expect(
        bookToken(lateServices(outdated, 1), actingUserHeaders(clinic), request(changes), 'EITHER'),
      ).rejects.toMatchObject({
        code: 'SHIFT_NOT_FOUND',
      })
      await expect(
        bookToken(
          lateServices(outdated, 99),
          actingUserHeaders(clinic),
          request(changes),
          'EITHER',
        ),
      ).rejects.toMatchObject({ code: 'BUSY' })
    }
    expect(await clinic.bookingRows()).toBe(before)
  })

  it('or a patient who is erased while the day is opened leaves no day behind', async () => {
    const { patientId } = (await book(clinic)).json.appointment
    await house.sql("update appointments set status = 'CANCELLED' where workspace_id = $1", [
      clinic.workspaceId,
    ])
    const { database } = house.application
    const erasing: typeof database = {
      ...database,
      rows: async (statement, ...parameters) => {
        const rows = await database.rows(statement, ...parameters)
        if ((statement as unknown) === openQueueDay) await erase()
        return rows
      },
      // The first look is over when a transaction begins.
      transaction: async (work, isolation) => {
        await erase()
        return database.transaction(work, isolation)
      },
    }
    let isErased = false
    const erase = async () => {
      if (!isErased)
        await house.operate('patient-erase', {
          workspace: clinic.name,
          id: patientId,
          confirmed: true,
        })
      isErased = true
    }
    const booking = bookToken(
      { ...house.application, database: erasing },
      actingUserHeaders(clinic),
      request({ patientPayload: undefined, patientId }),
      'NOT_STARTED',
    )
    await expect(booking).rejects.toMatchObject({ code: 'PATIENT_NOT_FOUND' })
    expect(isErased).toBe(true)
    expect(
      await house.sql('select from queue_days where workspace_id = $1', [clinic.workspaceId]),
    ).toEqual([])
  })
})

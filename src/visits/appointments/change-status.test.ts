import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  book,
  type CallOptions,
  type Clinic,
  listSlots,
  openHarness,
  type Reply,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { isTransitionPermitted } from '../../../test/support/clinic/permitted-moves.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'
import { runSize } from '../../../test/support/run/sizes.ts'
import { appointmentStatuses, storedStatuses } from './appointment-status.ts'

const rail = createRecordingRail()
const house = await openHarness({ rails: rail })
const quarters = Array.from({ length: 16 }, (_, quarter) =>
  new Date(Date.UTC(2030, 0, 1, 9, quarter * 15)).toISOString().slice(11, 16),
)

const change = (clinic: Clinic, id: number, body: unknown, options?: CallOptions) =>
  house.call('PATCH', `/v1/appointments/${id}/status`, { key: clinic.key, body, ...options })
const cancel = (clinic: Clinic, id: number, body: unknown = {}, options?: CallOptions) =>
  house.call('PATCH', `/v1/appointments/${id}/cancel`, { key: clinic.key, body, ...options })

async function bookVisit(clinic: Clinic, changes: Record<string, unknown> = {}): Promise<number> {
  const reply = await book(clinic, changes)
  expect(reply.status, reply.text).toBe(201)
  return reply.json.appointment.id
}

async function stored(id: number) {
  const [row] = await house.sql(
    'select status, payment_status as "paymentStatus", voided, revision from appointments where id = $1',
    [id],
  )
  return row
}

/** A visit brought to a status by permitted changes, at its own quarter of the test Monday. */
async function visitIn(clinic: Clinic, status: string, quarter: number): Promise<number> {
  const clock = quarters[quarter % 16] as string
  const id = await bookVisit(
    clinic,
    slotTimes(
      clock,
      15,
      new Date(Date.UTC(2030, 0, 7 + 7 * Math.floor(quarter / 16))).toISOString().slice(0, 10),
    ),
  )
  if (status === 'SCHEDULED') return id
  const reply =
    status === 'RESCHEDULED'
      ? await house.call('PATCH', `/v1/appointments/${id}/reschedule`, {
          key: clinic.key,
          body: slotTimes('12:45', 15, laterMonday(quarter)),
        })
      : await change(clinic, id, { status })
  expect(reply.status, reply.text).toBe(200)
  return id
}
const laterMonday = (weeks: number) =>
  new Date(Date.UTC(2030, 2, 4 + 7 * weeks)).toISOString().slice(0, 10)

async function expectRefused(
  id: number,
  work: () => Promise<Reply>,
  error: string,
  message: RegExp | string = '',
  status = 400,
) {
  const before = await stored(id)
  const reply = await work()
  expect([reply.status, reply.json.error], reply.text).toEqual([status, error])
  expect(reply.json.message).toMatch(message)
  expect(await stored(id)).toEqual(before)
}

describe('a status', () => {
  it('can change to the permitted ones and to no other, for every pair [STAT-12] [STAT-13] [INV-24]', async () => {
    const clinic = await house.clinic()
    let quarter = 0
    for (const from of storedStatuses) {
      for (const to of appointmentStatuses) {
        const id = await visitIn(clinic, from, quarter++)
        const reply = await change(clinic, id, { status: to })
        const may = isTransitionPermitted(from, to)
        expect([from, to, reply.status]).toEqual([from, to, may ? 200 : 400])
        if (may) expect(reply.json.status).toBe(to)
        else expect(reply.json.error).toBe('STATUS_NOT_ALLOWED')
        expect((await stored(id)).status).toBe(may ? to : from)
      }
    }
  })

  it('that is derived can change like the stored one, for every pair [STAT-34] [INV-25]', async () => {
    const own = await openHarness()
    const clinic = await own.clinic()
    const days = [
      { derived: 'OVERDUE', date: '2030-01-07', moment: '2030-01-07T18:00:00+05:30' },
      { derived: 'MISSED', date: '2030-01-14', moment: '2030-01-15T00:00:00+05:30' },
    ]
    for (const { derived, date, moment } of days) {
      const ids: number[] = []
      for (const [index] of appointmentStatuses.entries()) {
        ids.push(
          (await book(clinic, slotTimes(quarters[index] as string, 15, date))).json.appointment.id,
        )
      }
      await own.moveTo(moment)
      for (const [index, to] of appointmentStatuses.entries()) {
        const patch = (status: string) =>
          own.call('PATCH', `/v1/appointments/${ids[index]}/status`, {
            key: clinic.key,
            body: { status },
          })
        expect((await patch('SCHEDULED')).json.status).toBe(derived)
        const may = isTransitionPermitted('SCHEDULED', to)
        expect([derived, to, (await patch(to)).status]).toEqual([derived, to, may ? 200 : 400])
      }
    }
  })

  it('is final when it is COMPLETED or CANCELLED, and not when no one came [STAT-07] [STAT-08] [STAT-09]', async () => {
    const clinic = await house.clinic()
    for (const [quarter, end] of ['COMPLETED', 'CANCELLED'].entries()) {
      const id = await visitIn(clinic, end, quarter)
      for (const status of appointmentStatuses)
        await expectRefused(
          id,
          () => change(clinic, id, { status }),
          'STATUS_NOT_ALLOWED',
          `is ${end} cannot be set to ${status}; allowed statuses: none.`,
        )
    }
    const id = await visitIn(clinic, 'NO_SHOW', 2)
    expect((await change(clinic, id, { status: 'CANCELLED' })).json.status).toBe('CANCELLED')
  })

  it('cannot be sent if only the service sets it [STAT-10] [STAT-11] [INV-25]', async () => {
    const clinic = await house.clinic()
    const id = await bookVisit(clinic)
    const ways = 'CONFIRMED, IN_CONSULTATION, COMPLETED, NO_SHOW, CANCELLED'
    for (const status of ['RESCHEDULED', 'OVERDUE', 'MISSED'])
      await expectRefused(
        id,
        () => change(clinic, id, { status }),
        'STATUS_NOT_ALLOWED',
        `cannot be set to ${status}; allowed statuses: ${ways}.`,
      )
    await expect(
      house.sql("update appointments set status = 'MISSED' where id = $1", [id]),
    ).rejects.toThrow(/appointment_status_is_stored/)
    await expect(
      house.sql("update appointments set status = 'RESCHEDULED' where id = $1", [id]),
    ).rejects.toThrow(/visit cannot change like this/)
  })

  it('begins as SCHEDULED, and IN_CONSULTATION means with the doctor [STAT-04] [STAT-06]', async () => {
    const clinic = await house.clinic()
    const id = await bookVisit(clinic)
    expect((await stored(id)).status).toBe('SCHEDULED')
    expect((await change(clinic, id, { status: 'IN_CONSULTATION' })).json.status).toBe(
      'IN_CONSULTATION',
    )
  })

  it('reached by many concurrent changes is reached by a sequence of permitted ones [INV-24]', async () => {
    const clinic = await house.clinic()
    let quarter = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...storedStatuses), { minLength: 2, maxLength: 8 }),
        async (wishes) => {
          const id = await visitIn(clinic, 'SCHEDULED', quarter++)
          const replies = await Promise.all(wishes.map((status) => change(clinic, id, { status })))
          const reached = replies.flatMap(({ status, json }) =>
            status === 200 ? [json.status as string] : [],
          )
          const { status: last } = await stored(id)
          // Some order of the successful changes leads through the matrix to the visit's status.
          const walks = (at: string, left: string[]): boolean =>
            left.length === 0
              ? at === last
              : left.some(
                  (next, index) =>
                    isTransitionPermitted(at, next) && walks(next, left.toSpliced(index, 1)),
                )
          expect(walks('SCHEDULED', reached), `${wishes} → ${reached}, then ${last}`).toBe(true)
        },
      ),
      { numRuns: runSize(15, 200), endOnFailure: true },
    )
  })

  it('is required, and must be a documented one [STAT-01] [STAT-02] [STAT-03] [STAT-30] [ERR-04]', async () => {
    const clinic = await house.clinic()
    const id = await bookVisit(clinic)
    expect(
      (
        await house.call('PATCH', '/v1/appointments/abc/status', {
          key: clinic.key,
          body: { status: 'CONFIRMED' },
        })
      ).status,
    ).toBe(400)
    for (const body of [{}, { status: 'DONE' }, { status: 'confirmed' }, { status: null }])
      expect((await change(clinic, id, body)).status).toBe(400)
    expect((await change(clinic, id, [])).json.fieldErrors).toBeDefined()
    expect((await change(clinic, 999_999, { status: 'CONFIRMED' })).json.error).toBe(
      'APPOINTMENT_NOT_FOUND',
    )
    expect(await stored(id)).toMatchObject({ status: 'SCHEDULED', revision: 0 })
  })

  it('is set to CONFIRMED with a key alone, without entitlement or acting user [STAT-05] [STAT-29] [STAT-31]', async () => {
    const clinic = await house.clinic((file) => void delete file.workspace.entitlements)
    const id = await bookVisit(clinic)
    const reply = await change(clinic, id, { status: 'CONFIRMED' })
    expect([reply.status, reply.json.status, reply.json.id]).toEqual([200, 'CONFIRMED', id])
    const audit = await house.sql(
      "select action from audit_entries where appointment_id = $1 and action <> 'BOOKED'",
      [id],
    )
    expect(audit).toEqual([{ action: 'STATUS_CHANGED' }])
  })

  it('is shown as OVERDUE on its clinic day and MISSED from the next, and can still change [STAT-11] [STAT-34]', async () => {
    const own = await openHarness()
    const clinic = await own.clinic()
    const { id } = (await book(clinic, slotTimes('09:00'))).json.appointment
    const look = async () =>
      (
        await own.call('PATCH', `/v1/appointments/${id}/status`, {
          key: clinic.key,
          body: { status: 'SCHEDULED' },
        })
      ).json.status
    expect(await look()).toBe('SCHEDULED')
    for (const [moment, shown] of [
      ['2030-01-07T09:00:00+05:30', 'OVERDUE'],
      ['2030-01-07T23:59:59+05:30', 'OVERDUE'],
      ['2030-01-08T00:00:00+05:30', 'MISSED'],
    ] as const) {
      await own.moveTo(moment)
      expect(await look()).toBe(shown)
    }
    const seen = await own.call('PATCH', `/v1/appointments/${id}/status`, {
      key: clinic.key,
      body: { status: 'COMPLETED' },
    })
    expect([seen.status, seen.json.status]).toEqual([200, 'COMPLETED'])
  })
})

describe('a cancellation', () => {
  it('frees the slot at once, by either route, and stores its reason [STAT-28] [STAT-32] [SLOT-39] [INV-01]', async () => {
    const clinic = await house.clinic()
    for (const call of [
      (id: number) => change(clinic, id, { status: 'CANCELLED', cancellationReason: 'ill' }),
      (id: number) => cancel(clinic, id, { status: 'CONFIRMED', cancellationReason: 'ill' }),
    ]) {
      const id = await bookVisit(clinic)
      const reply = await call(id)
      expect(reply.json, reply.text).toMatchObject({
        status: 'CANCELLED',
        cancellationReason: 'ill',
        paymentStatus: 'UNPAID',
        voided: false,
        refundAmount: null,
      })
      const { slots } = (await listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-07')).json
      expect(slots[0].fromDateTimeIso).toBe(slotTimes('09:00').fromDateTimeIso)
    }
    expect(
      (await house.sql('select from claims where workspace_id = $1', [clinic.workspaceId])).length,
    ).toBe(0)
  })

  it('is the only change with a reason, a refund or a void [STAT-14] (A-206)', async () => {
    const clinic = await house.clinic()
    const id = await bookVisit(clinic, { paymentStatus: 'PAID' })
    for (const more of [
      { cancellationReason: 'ill' },
      { refundIssued: true, refundPercentage: 0, refundAmount: 0 },
      { voidBooking: true },
    ])
      await expectRefused(
        id,
        () => change(clinic, id, { status: 'CONFIRMED', ...more }),
        'VALIDATION_ERROR',
        /may be sent only with status CANCELLED/,
      )
    for (const more of [
      { refundPercentage: 50 },
      { refundAmount: 250 },
      { refundOverrideReason: 'Doctor was ill' },
    ])
      await expectRefused(
        id,
        () => change(clinic, id, { status: 'CONFIRMED', ...more }),
        'VALIDATION_ERROR',
        /requires refundIssued/,
      )
    const ignored = await change(clinic, id, {
      status: 'CONFIRMED',
      refundIssued: false,
      refundPercentage: 500,
      refundAmount: -1,
      workspaceId: 'x',
    })
    expect(ignored.status, ignored.text).toBe(200)
  })

  it.each([
    [
      { refundPercentage: 100, refundAmount: 500 },
      / refundPercentage requires refundIssued: send refundIssued true/,
    ],
    [{ refundAmount: 500, voidBooking: true }, / refundAmount requires refundIssued/],
    [{ refundOverrideReason: 'Doctor was ill' }, / refundOverrideReason requires refundIssued/],
    [
      { reason: 'ill' },
      / reason is not a member of this request; the nearest is cancellationReason\.$/,
    ],
    [
      { refundIssue: true, refundPercentage: 100, refundAmount: 500 },
      / refundIssue is not a member of this request; the nearest is refundIssued\.$/,
    ],
    [{ voidbooking: true }, /the nearest is voidBooking\.$/],
    [{ colour: null }, / colour is not a member of this request; leave it out\.$/],
  ])(
    '%j does not silently ignore a refund or reason beside a meaningless member: it is refused (A-206)',
    async (body, message) => {
      const clinic = await house.clinic()
      const id = await bookVisit(clinic, { paymentStatus: 'PAID' })
      await expectRefused(id, () => cancel(clinic, id, body), 'VALIDATION_ERROR', message)
      await expectRefused(
        id,
        () => change(clinic, id, { status: 'CANCELLED', ...body }),
        'VALIDATION_ERROR',
        message,
      )
    },
  )

  it('accepts any workspaceId, and on its own route any status, which have no effect [GEN-07] [A-227]', async () => {
    const clinic = await house.clinic()
    const reply = await cancel(clinic, await bookVisit(clinic), {
      workspaceId: { other: 1 },
      status: ['x'],
    })
    expect(reply.json, reply.text).toMatchObject({
      status: 'CANCELLED',
      workspaceId: clinic.workspaceId,
    })
  })

  it('refunds what was paid, with the details in the record [STAT-15] [STAT-21] [STAT-22] [BOOK-61] (A-204)', async () => {
    const clinic = await house.clinic()
    const id = await bookVisit(clinic, {
      paymentStatus: 'PAID',
      consultationCharge: 500,
      discountAmount: 100,
    })
    const reply = await cancel(clinic, id, {
      refundIssued: true,
      refundPercentage: 50,
      refundAmount: 200,
      refundOverrideReason: 'Doctor was ill',
    })
    expect(reply.json, reply.text).toMatchObject({
      status: 'CANCELLED',
      paymentStatus: 'REFUNDED',
      refundPercentage: 50,
      refundAmount: 200,
      refundOverrideReason: 'Doctor was ill',
      payableAmount: 400,
    })
  })

  const wrongRefunds = [
    ['without a percentage', { refundAmount: 250 }, 'refundPercentage is required'],
    ['without an amount', { refundPercentage: 50 }, 'refundAmount is required'],
    ['of -1 percent', { refundPercentage: -1, refundAmount: 0 }, '0 to 100'],
    ['of 101 percent', { refundPercentage: 101, refundAmount: 505 }, '0 to 100'],
    [
      'of another amount than the percentage makes',
      { refundPercentage: 50, refundAmount: 200 },
      'refundAmount must be 250 INR, which is 50 % of the payable amount 500',
    ],
    [
      'of more decimals than the currency has',
      { refundPercentage: 50, refundAmount: 250.001 },
      'refundAmount must be 250',
    ],
  ] as const

  it.each(wrongRefunds)(
    'with a refund %s is refused and changes nothing [STAT-17] [STAT-18] [STAT-19] [STAT-23]',
    async (_, refund, message) => {
      const clinic = await house.clinic()
      const id = await bookVisit(clinic, { paymentStatus: 'PAID' })
      await expectRefused(
        id,
        () => cancel(clinic, id, { refundIssued: true, ...refund }),
        'VALIDATION_ERROR',
        message,
      )
      expect(
        await house.sql('select from refunds where workspace_id = $1', [clinic.workspaceId]),
      ).toEqual([])
      expect(
        (await house.sql('select from claims where workspace_id = $1', [clinic.workspaceId]))
          .length,
      ).toBe(1)
    },
  )

  it.each([
    ['UNPAID', 'because its payment is UNPAID;'],
    [
      'PENDING',
      'because its payment is PENDING, and has to be confirmed first if the checkout is paid;',
    ],
  ])('refunds nothing for a visit that is %s, and says why (A-201)', async (paymentStatus, why) => {
    const clinic = await house.clinic()
    const id = await bookVisit(clinic, { paymentStatus })
    await expectRefused(
      id,
      () => cancel(clinic, id, { refundIssued: true, refundPercentage: 0, refundAmount: 0 }),
      'REFUND_NOT_POSSIBLE',
      why,
    )
  })

  it('keeps the fee if refundIssued is false, and refunds nothing at 0 percent [STAT-16] (A-203)', async () => {
    const clinic = await house.clinic()
    const kept = await cancel(clinic, await bookVisit(clinic, { paymentStatus: 'PAID' }), {
      refundIssued: false,
      refundPercentage: 50,
    })
    expect(kept.json).toMatchObject({
      status: 'CANCELLED',
      paymentStatus: 'PAID',
      refundPercentage: null,
      refundAmount: null,
    })
    const none = await cancel(clinic, await bookVisit(clinic, { paymentStatus: 'PAID' }), {
      refundIssued: true,
      refundPercentage: 0,
      refundAmount: 0,
    })
    expect(none.json).toMatchObject({
      paymentStatus: 'REFUNDED',
      refundPercentage: 0,
      refundAmount: 0,
    })
  })

  it('that voids refunds no money, even if a refund is requested [STAT-24] [STAT-25] [STAT-26] [INV-23] (A-207)', async () => {
    const clinic = await house.clinic()
    const id = await bookVisit(clinic, { paymentStatus: 'PAID' })
    const reply = await cancel(clinic, id, { voidBooking: true, refundIssued: true })
    expect(reply.json, reply.text).toMatchObject({
      status: 'CANCELLED',
      voided: true,
      paymentStatus: 'PAID',
      refundPercentage: null,
      refundAmount: null,
    })
  })

  it('is required for a refund, and payment must come before it, in the database too [INV-21]', async () => {
    const clinic = await house.clinic()
    const paid = await bookVisit(clinic, { paymentStatus: 'PAID' })
    const unpaid = await bookVisit(clinic, slotTimes('10:00'))
    const refunded = "update appointments set payment_status = 'REFUNDED' where id = $1"
    await expect(house.sql(refunded, [paid])).rejects.toThrow(/refunded_visit_is_cancelled/)
    await cancel(clinic, unpaid)
    await expect(house.sql(refunded, [unpaid])).rejects.toThrow(/visit cannot change like this/)
    await cancel(clinic, paid)
    await expect(house.sql(refunded, [paid])).rejects.toThrow(/a refunded visit has a refund/)
  })

  it('by 16 concurrent requests happens once, and so does its refund [INV-22]', async () => {
    const clinic = await house.clinic()
    const id = await bookVisit(clinic, { paymentStatus: 'PAID' })
    const replies = await Promise.all(
      Array.from({ length: 16 }, () =>
        cancel(clinic, id, { refundIssued: true, refundPercentage: 100, refundAmount: 500 }),
      ),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await house.sql('select from refunds where appointment_id = $1', [id])).length).toBe(1)
  })
})

describe('a cancelled visit with a pack', () => {
  async function withPack() {
    const clinic = await house.clinic((file) => {
      file.sessionPacks = {
        three: {
          displayName: 'Three visits',
          sessions: 3,
          validityDays: 60,
          currency: 'INR',
          price: 1200,
        },
      }
    })
    const purchase = {
      bookingType: 'PACKAGE_PURCHASE',
      packageConfigId: clinic.id('sessionPack', 'three'),
      packageAmount: 1200,
      consultationCharge: undefined,
    }
    const {
      id: bought,
      patientId,
      patientPackageId,
    } = (await book(clinic, purchase)).json.appointment
    const useAt = (clock: string) =>
      bookVisit(clinic, {
        bookingType: 'USE_ACTIVE_PACKAGE',
        patientPackageId,
        consultationCharge: undefined,
        patientPayload: undefined,
        patientId,
        ...slotTimes(clock),
      })
    const pack = async () =>
      (
        await house.sql(
          'select sessions_used as used, ended_at is not null as ended from patient_packs where id = $1',
          [patientPackageId],
        )
      )[0]
    return { clinic, bought, useAt, pack }
  }

  const cancellations: [string, Record<string, unknown>, number][] = [
    ['a void with refundIssued', { voidBooking: true, refundIssued: true }, 1],
    ['a void without', { voidBooking: true, refundIssued: false }, 2],
    ['a refund of nothing', { refundIssued: true, refundPercentage: 100, refundAmount: 0 }, 1],
    ['no refund', {}, 2],
  ]

  it.each(cancellations)(
    'by %s has returned its session, or not [STAT-27] [PACK-19] [INV-16] (A-146)',
    async (_, body, used) => {
      const { clinic, useAt, pack } = await withPack()
      const id = await useAt('10:00')
      const replies = await Promise.all([1, 2, 3].map(() => cancel(clinic, id, body)))
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(await pack()).toEqual({ used, ended: false })
      expect((await stored(id)).paymentStatus).toBe(
        'refundPercentage' in body ? 'REFUNDED' : 'PAID',
      )
    },
  )

  it('that bought it ends the pack with a refund, unless other sessions were used (A-147)', async () => {
    const fullRefund = { refundIssued: true, refundPercentage: 100, refundAmount: 1200 }
    const { clinic, bought, useAt, pack } = await withPack()
    const used = await useAt('10:00')
    await expectRefused(
      bought,
      () => cancel(clinic, bought, fullRefund),
      'REFUND_NOT_POSSIBLE',
      /other sessions/,
    )
    expect(
      (await cancel(clinic, used, { refundIssued: true, refundPercentage: 0, refundAmount: 0 }))
        .status,
    ).toBe(200)
    const refunded = await cancel(clinic, bought, fullRefund)
    expect(refunded.json, refunded.text).toMatchObject({
      paymentStatus: 'REFUNDED',
      refundAmount: 1200,
    })
    expect(await pack()).toEqual({ used: 0, ended: true })
  })
})

describe('a session', () => {
  const endUserHeader = (endUser: string) => ({ 'x-end-user-id': endUser })

  /** A patient on the page, verified for the phone of their visit. */
  async function patientAtPage(change?: Parameters<typeof house.clinic>[0]) {
    const clinic = await house.clinic(change)
    const phoneNumber = `98${String(randomInt(1e8)).padStart(8, '0')}`
    const options = { key: null, headers: { ...(await clinic.session()), ...endUserHeader('u-1') } }
    await clinic.post('/v1/otp/send', { phoneNumber }, options)
    const verified = await clinic.post(
      '/v1/otp/verify',
      { phoneNumber, otpCode: rail.delivered.at(-1)?.code },
      options,
    )
    expect(verified.status, verified.text).toBe(200)
    const id = await bookVisit(clinic, { patientPayload: { firstName: 'Meera', phoneNumber } })
    return { clinic, options, id }
  }

  it('confirms its own visit to come, once, and the audit says who did [MINE-01] [STAT-05] [A-020]', async () => {
    const { clinic, options, id } = await patientAtPage()
    const confirm = () => change(clinic, id, { status: 'CONFIRMED' }, options)
    expect((await confirm()).json).toMatchObject({ status: 'CONFIRMED' })
    const [{ updated_at: confirmedAt }] = await house.sql(
      'select updated_at from appointments where id = $1',
      [id],
    )
    expect(await confirm()).toMatchObject({ status: 200, json: { status: 'CONFIRMED' } })
    expect(await house.sql('select updated_at from appointments where id = $1', [id])).toEqual([
      { updated_at: confirmedAt },
    ])
    const noted = await house.sql(
      "select status, by_session, end_user_hash is not null as by_patient from audit_entries where appointment_id = $1 and action = 'STATUS_CHANGED' order by id",
      [id],
    )
    expect(noted).toEqual([{ status: 'CONFIRMED', by_session: true, by_patient: true }])
  })

  it('confirms no visit that is over or for which no one is expected [MINE-01] [A-020]', async () => {
    const ofTheClinic = async (before: (clinic: Clinic, id: number) => Promise<unknown>) => {
      const { clinic, options, id } = await patientAtPage()
      await before(clinic, id)
      await expectRefused(
        id,
        () => change(clinic, id, { status: 'CONFIRMED' }, options),
        'CHANGE_RESERVED_FOR_CLINIC',
        '',
        403,
      )
    }
    for (const status of ['NO_SHOW', 'IN_CONSULTATION', 'COMPLETED', 'CANCELLED'])
      await ofTheClinic((clinic, id) => change(clinic, id, { status }))
  })

  it('cancels the visit of its own patient, and does nothing else to it [STAT-05] [A-020]', async () => {
    const { clinic, options, id } = await patientAtPage()
    const ofTheClinic = (work: () => Promise<Reply>) =>
      expectRefused(id, work, 'CHANGE_RESERVED_FOR_CLINIC', '', 403)
    for (const status of ['IN_CONSULTATION', 'COMPLETED', 'NO_SHOW'])
      await ofTheClinic(() => change(clinic, id, { status }, options))
    for (const money of [
      { refundIssued: true, refundPercentage: 0, refundAmount: 0 },
      { voidBooking: true },
    ])
      await ofTheClinic(() => cancel(clinic, id, money, options))
    expect((await cancel(clinic, id, {}, options)).json.status).toBe('CANCELLED')
  })

  it('is told that something is for the clinic before it is told what is missing [A-020]', async () => {
    const { clinic, options, id } = await patientAtPage()
    for (const asked of [
      { refundIssued: true },
      { refundIssued: true, refundPercentage: 101, refundAmount: -1 },
      { refundIssued: true, voidBooking: true },
    ]) {
      await expectRefused(
        id,
        () => change(clinic, id, { status: 'CANCELLED', ...asked }, options),
        'CHANGE_RESERVED_FOR_CLINIC',
        '',
        403,
      )
      await expectRefused(
        id,
        () => cancel(clinic, id, asked, options),
        'CHANGE_RESERVED_FOR_CLINIC',
        '',
        403,
      )
    }
    await expectRefused(
      id,
      () => change(clinic, id, { status: 'COMPLETED', cancellationReason: 'Ill' }, options),
      'CHANGE_RESERVED_FOR_CLINIC',
      '',
      403,
    )
    // Whichever visit it asks about: an unknown one looks the same as someone else's.
    expect((await cancel(clinic, 999_999, { refundIssued: true }, options)).json.error).toBe(
      'CHANGE_RESERVED_FOR_CLINIC',
    )
  })

  it('finds no visit of another patient, as if it did not exist', async () => {
    const { clinic, options } = await patientAtPage()
    const another = await bookVisit(clinic, slotTimes('10:00'))
    const replies = [
      await cancel(clinic, another, {}, options),
      await cancel(clinic, 999_999, {}, options),
    ]
    for (const { status, json } of replies)
      expect([status, json.error]).toEqual([404, 'APPOINTMENT_NOT_FOUND'])
    expect(await stored(another)).toMatchObject({ status: 'SCHEDULED' })
    const stranger = {
      key: null,
      headers: { ...(await clinic.session()), ...endUserHeader('u-2') },
    }
    expect((await cancel(clinic, another, {}, stranger)).json).toMatchObject({
      requiresVerification: true,
    })
  })

  it('is bound by the practitioner’s permission and notice period, and a key is not (A-209)', async () => {
    const forbidden = await patientAtPage((file) =>
      Object.assign(file.practitioners['asha-rao'] as object, {
        permissions: { allowCancellation: false },
      }),
    )
    await expectRefused(
      forbidden.id,
      () => cancel(forbidden.clinic, forbidden.id, {}, forbidden.options),
      'CHANGE_NOT_PERMITTED',
    )
    // The visit is six days and a few hours away.
    const late = await patientAtPage((file) =>
      Object.assign(file.practitioners['asha-rao'] as object, {
        permissions: { cancellationAllowedBeforeInHours: 24 * 7 },
      }),
    )
    await expectRefused(
      late.id,
      () => cancel(late.clinic, late.id, {}, late.options),
      'CHANGE_NOT_PERMITTED',
      /less than 168 hours/,
    )
    expect((await cancel(late.clinic, late.id)).status).toBe(200)
  })
})

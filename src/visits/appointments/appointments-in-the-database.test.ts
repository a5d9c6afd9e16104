// What no code of ours can break, tried in plain SQL: the constraints of appointments and claims.

import { describe, expect, it } from 'vitest'
import { book, openHarness } from '../../../test/support/clinic/harness.ts'
import { unifiedBookings } from './unified-bookings.fixture.ts'

const house = await openHarness()
const { appointments } = unifiedBookings(house)

describe('the database itself', () => {
  const columns = `workspace_id, booking_reference, patient_id, doctor_id, location_id, appointment_date, from_at, to_at, timezone,
    from_offset_mins, to_offset_mins, status, mode, type, booking_type, source, payment_mode, payment_status, currency, charge_minor,
    discount_minor, follow_up, created_at, updated_at`

  /**
   * Copies the first appointment of a clinic with some columns changed, bypassing every rule of the
   * application.
   */
  async function copyAppointment(workspaceId: number, changes: Record<string, string>) {
    const reference = `BK${Math.random().toString(10).slice(2, 12).padEnd(10, '0')}`
    const selected = columns.split(',').map((column) => {
      const name = column.trim()
      return changes[name] ?? (name === 'booking_reference' ? `'${reference}'` : name)
    })
    return house.sql(
      `insert into appointments (${columns}) select ${selected.join(', ')} from appointments where workspace_id = $1 limit 1`,
      [workspaceId],
    )
  }

  it.each([
    [
      'INV-04 an end before its start',
      { to_at: "from_at - interval '1 hour'" },
      'appointment_starts_before_it_ends',
    ],
    [
      'INV-04 another date than its start',
      { appointment_date: 'appointment_date + 1' },
      'appointment_lies_in_its_clinic_day',
    ],
    [
      'INV-04 an end on the next clinic day',
      { to_at: "from_at + interval '16 hours'" },
      'appointment_lies_in_its_clinic_day',
    ],
    [
      'INV-09 a reference like a token display',
      { booking_reference: "'A-12'" },
      'booking_reference_form',
    ],
    [
      'INV-20 a discount over the charge',
      { discount_minor: 'charge_minor + 1' },
      'discount_within_charge',
    ],
    ['INV-21 an unknown payment status', { payment_status: "'MAYBE'" }, 'payment_status_known'],
    ['INV-25 a derived status', { status: "'OVERDUE'" }, 'appointment_status_is_stored'],
    [
      'INV-06 a doctor of another workspace',
      {
        doctor_id:
          '(select max(user_id) from practitioners p where p.workspace_id <> appointments.workspace_id)',
      },
      'doctor_runs_scheduled_system',
    ],
    [
      'INV-07 a location the doctor does not work at',
      {
        location_id:
          '(select id from locations l where l.workspace_id = appointments.workspace_id and l.id <> appointments.location_id limit 1)',
      },
      'doctor_works_at_location',
    ],
    ['INV-01 a live visit that claims no time', {}, 'appointment_holds_its_time'],
  ])('refuses %s', async (_, changes, constraint) => {
    const clinic = await house.clinic()
    await house.clinic()
    await book(clinic)
    await expect(copyAppointment(clinic.workspaceId, changes)).rejects.toMatchObject({ constraint })
  })

  it.each([
    ['begins later', "from_at = from_at + interval '5 minutes'"],
    ['ends later', "to_at = to_at + interval '5 minutes'"],
    ['ends earlier', "to_at = to_at - interval '5 minutes'"],
    [
      'is in another room',
      'room_id = (select max(id) from rooms r where r.workspace_id = appointments.workspace_id and r.location_id = appointments.location_id)',
    ],
    ['is in no room', 'room_id = null'],
  ])('holds exactly its time: no visit %s than its claim says [INV-01]', async (_, change) => {
    const clinic = await house.clinic()
    expect((await book(clinic, { roomId: clinic.id('room', 'jaipur/room-1') })).status).toBe(201)
    const before = await clinic.bookingRows()
    await expect(
      house.sql(`update appointments set ${change} where workspace_id = $1`, [clinic.workspaceId]),
    ).rejects.toMatchObject({
      constraint: 'appointment_holds_its_time',
    })
    expect(await clinic.bookingRows()).toBe(before)
  })

  it('keeps a visit inside its clinic day, and its clinic date that of its start [INV-04] [INV-41]', async () => {
    const clinic = await house.clinic()
    await book(clinic)
    await expect(
      copyAppointment(clinic.workspaceId, { appointment_date: 'appointment_date - 1' }),
    ).rejects.toMatchObject({
      constraint: 'appointment_lies_in_its_clinic_day',
    })
    const [row] = await appointments(clinic.workspaceId)
    expect([row.from_at, row.timezone, row.from_offset_mins]).toEqual([
      Date.parse('2030-01-07T03:30:00Z'),
      'Asia/Kolkata',
      330,
    ])
  })

  it('lets no two claims of one doctor overlap and no claim of a live visit be removed [INV-01]', async () => {
    const clinic = await house.clinic()
    await book(clinic)
    await expect(
      house.sql(
        "insert into claims select workspace_id, appointment_id + 1000000, doctor_id, room_id, from_at + interval '1 minute', to_at from claims where workspace_id = $1",
        [clinic.workspaceId],
      ),
    ).rejects.toMatchObject({ constraint: 'doctor_is_claimed_once' })
    await expect(
      house.sql('delete from claims where workspace_id = $1', [clinic.workspaceId]),
    ).rejects.toMatchObject({ constraint: 'claim_is_held' })
  })

  it('keeps money in minor units with one currency a row [INV-40]', async () => {
    const clinic = await house.clinic()
    await book(clinic, { consultationCharge: 500.5, discountAmount: 0.25 })
    const [row] = await appointments(clinic.workspaceId)
    expect([row.charge_minor, row.discount_minor, row.currency]).toEqual([50050, 25, 'INR'])
  })

  it('gives every booking a unique reference, in a form that differs from that of tokens [INV-08] [INV-09] [A-169]', async () => {
    const clinic = await house.clinic()
    await book(clinic)
    const [row] = await appointments(clinic.workspaceId)
    expect(row.booking_reference).not.toMatch(/^[A-Z]+-\d+$/)
    for (const token of ['A-1', 'BK-12', 'BK-1234567890', 'BK-123456789']) {
      await expect(
        copyAppointment(clinic.workspaceId, { booking_reference: `'${token}'` }),
        token,
      ).rejects.toMatchObject({
        constraint: 'booking_reference_form',
      })
    }
    await expect(
      copyAppointment(clinic.workspaceId, { booking_reference: `'${row.booking_reference}'` }),
    ).rejects.toMatchObject({
      constraint: 'booking_reference_unique',
    })
  })
})

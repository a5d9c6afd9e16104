// The changes that an import reports, with `--dry-run` and without.

import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { createSunriseFile } from '../../../test/support/clinic/sunrise.ts'
import { createDatabaseGate } from '../../../test/support/database/database-gate.ts'
import { readEveryRow } from '../../../test/support/database/every-row.ts'
import type { Loose } from './clinic-file.fixture.ts'

const house = await openHarness()
const unchanged = { outcome: 'UNCHANGED', changes: [] }
const jaipur = (file: Loose) => file.practitioners['asha-rao'].at.jaipur

/** `practitioner changed asha-rao`, one line per change. */
function changeLines({ changes }: Json): string[] {
  return changes.map(
    ({ kind, change, count, names }: Json) =>
      `${kind} ${change} ${names.length > 0 ? names.join(' ') : count}`,
  )
}

describe('an import', () => {
  it('reports that it made the workspace, with everything in it, and that a second import changes nothing', async () => {
    const file = {
      ...createSunriseFile(),
      workspace: { ...createSunriseFile().workspace, name: 'summary' },
    }
    const importing = () => house.operate('workspace-import', { source: JSON.stringify(file) })
    const first = await importing()
    expect(first).toMatchObject({ outcome: 'CREATED', dryRun: false, warnings: expect.any(Array) })
    expect(changeLines(first)).toEqual(
      expect.arrayContaining([
        'setting added paymentMethods timezone title video',
        'location added berlin jaipur',
        'room added berlin/raum-1 jaipur/room-1 jaipur/room-2',
        'role added doctor reception',
        'staff added nina-roy',
        'practitioner added asha-rao jonas-weber meera-shah ravi-old',
        'practice added asha-rao/jaipur jonas-weber/berlin meera-shah/jaipur ravi-old/jaipur',
        'tier added asha-rao/jaipur/long asha-rao/jaipur/short',
        'hours added asha-rao/jaipur jonas-weber/berlin ravi-old/jaipur',
        'exception added asha-rao/jaipur/2030-01-15 asha-rao/jaipur/2030-01-26',
        'profile added asha-rao jonas-weber ravi-old workspace',
      ]),
    )
    expect(await importing()).toMatchObject(unchanged)
  })

  const edits: [string, (file: Loose) => void, string[]][] = [
    ['the title', (f) => (f.workspace.title = 'Sunset'), ['setting changed title']],
    [
      'how messages are sent',
      (f) => (f.workspace.messages = { codesPerDay: 5 }),
      ['setting added messages'],
    ],
    [
      'an account at a payment gateway',
      (f) => (f.workspace.gateways = { stripe: { secretKey: 'secret:STRIPE_KEY' } }),
      ['setting added gateways'],
    ],
    [
      'an entitlement',
      (f) => f.workspace.entitlements.pop(),
      ['entitlement removed devapi_patients_upsert'],
    ],
    ['an address', (f) => (f.locations.berlin.city = 'Potsdam'), ['location changed berlin']],
    [
      'a room',
      (f) => (f.locations.jaipur.rooms = ['room-1', 'room-3']),
      ['room added jaipur/room-3', 'room removed jaipur/room-2'],
    ],
    [
      'a role and who has it',
      (f) => (f.roles.doctor.displayName = 'Physician'),
      ['role changed doctor'],
    ],
    ['the roles of a member', (f) => (f.staff['nina-roy'].roles = []), ['staff changed nina-roy']],
    [
      'where a member works',
      (f) => (f.staff['nina-roy'].at = ['berlin']),
      ['staff changed nina-roy'],
    ],
    ['a member', (f) => delete f.staff['nina-roy'], ['staff removed nina-roy']],
    [
      'a permission',
      (f) => (f.practitioners['asha-rao'].permissions.allowOnline = false),
      ['practitioner changed asha-rao'],
    ],
    [
      'a membership',
      (f) => (f.practitioners['asha-rao'].membership = 'inactive'),
      ['practitioner changed asha-rao'],
    ],
    [
      'a phone',
      (f) => (f.practitioners['asha-rao'].phoneNumber = '9876500001'),
      ['practitioner changed asha-rao'],
    ],
    [
      'a practitioner',
      (f) => delete f.practitioners['meera-shah'],
      [
        'practitioner removed meera-shah',
        'practice removed meera-shah/jaipur',
        'fee removed meera-shah/jaipur/OFFLINE',
        'shift removed meera-shah/jaipur/evening meera-shah/jaipur/morning',
      ],
    ],
    [
      'the length of visits',
      (f) => (jaipur(f).slotMinutes = 20),
      ['practice changed asha-rao/jaipur'],
    ],
    [
      'the fee of follow-ups',
      (f) => (jaipur(f).followUpFee = 1),
      ['practice changed asha-rao/jaipur'],
    ],
    ['a tier', (f) => (jaipur(f).tiers.long.fee = 901), ['tier changed asha-rao/jaipur/long']],
    [
      'a fee',
      (f) => (jaipur(f).fees[2].amount = 26),
      ['fee changed asha-rao/jaipur/OFFLINE/international'],
    ],
    ['weekly hours', (f) => jaipur(f).hours.pop(), ['hours changed asha-rao/jaipur']],
    [
      'the modes of hours',
      (f) => (jaipur(f).hours[0].modes = ['OFFLINE']),
      ['hours changed asha-rao/jaipur'],
    ],
    [
      'a date',
      (f) => (jaipur(f).exceptions[0].date = '2030-01-27'),
      [
        'exception added asha-rao/jaipur/2030-01-27',
        'exception removed asha-rao/jaipur/2030-01-26',
      ],
    ],
    [
      'the hours of a date',
      (f) => (jaipur(f).exceptions[0].hours = [{ from: '09:00', to: '10:00', modes: ['OFFLINE'] }]),
      ['exception changed asha-rao/jaipur/2030-01-26'],
    ],
    [
      'a profile',
      (f) => (f.practitioners['asha-rao'].profile.details.slug = 'asha'),
      ['profile changed asha-rao'],
    ],
  ]
  it.each(edits)(
    'names what it changes of %s, the same in a dry run that writes nothing',
    async (_, edit, expected) => {
      const clinic = await house.clinic()
      const before = await readEveryRow(house)
      const tried = await clinic.change(edit, { dryRun: true })
      expect(await readEveryRow(house)).toBe(before)
      expect(tried).toMatchObject({
        outcome: 'UPDATED',
        dryRun: true,
        workspaceId: clinic.workspaceId,
        ids: {},
      })
      const done = await clinic.change(() => {})
      expect(changeLines(done)).toEqual(expected)
      expect(tried.changes).toEqual(done.changes)
      expect(await clinic.change(() => {})).toMatchObject(unchanged)
    },
  )

  it('counts medicines, and does not mention those that the file leaves alone', async () => {
    const medicine = (unitPrice: number) => ({
      name: 'Dolo 650',
      at: { jaipur: { unitPrice, stock: 1 } },
    })
    const clinic = await house.clinic((file) => {
      file.medicines = { dolo: medicine(2), mox: { ...medicine(9), name: 'Mox' } }
    })
    const changed = await clinic.change((file) => {
      file.medicines = { dolo: medicine(3) }
    })
    expect(changeLines(changed)).toEqual([
      'medicine removed 1',
      'medicine at a location changed 1',
      'medicine at a location removed 1',
    ])
    expect(await clinic.change((file) => delete file.medicines)).toMatchObject(unchanged)
  })

  it('in a dry run makes no workspace, and returns no ids', async () => {
    const before = await readEveryRow(house)
    const source = JSON.stringify({
      ...createSunriseFile(),
      workspace: { ...createSunriseFile().workspace, name: 'never' },
    })
    expect(await house.operate('workspace-import', { source, dryRun: true })).toMatchObject({
      outcome: 'CREATED',
      workspaceId: null,
      ids: {},
    })
    expect(await readEveryRow(house)).toBe(before)
  })

  it('in a dry run is refused as the import would be', async () => {
    const clinic = await house.clinic()
    await book(clinic)
    const toQueue = (file: Loose) => (file.practitioners['asha-rao'].system = 'QMS')
    await expect(clinic.change(toQueue, { dryRun: true })).rejects.toThrow(
      'cannot switch between slots and tokens',
    )
  })
})

describe('something with upcoming visits', () => {
  const withoutAsha = (file: Loose) => delete file.practitioners['asha-rao']
  const room = (clinic: Clinic) => ({ roomId: clinic.id('room', 'jaipur/room-1') })
  const withVisits = async () => {
    const clinic = await house.clinic()
    for (const clock of ['09:00', '09:15'])
      expect((await book(clinic, { ...slotTimes(clock), ...room(clinic) })).status).toBe(201)
    return clinic
  }

  const removals: [string, (file: Loose) => void, string[]][] = [
    ['a practitioner is', withoutAsha, ['practitioner asha-rao']],
    [
      'a practitioner of another name is',
      (f) => {
        f.practitioners['asha-roy'] = f.practitioners['asha-rao']
        withoutAsha(f)
      },
      ['practitioner asha-rao'],
    ],
    ['a room is', (f) => (f.locations.jaipur.rooms = ['room-2']), ['room jaipur/room-1']],
    [
      'a location is, with its rooms and those who work there',
      (f) => {
        delete f.locations.jaipur
        for (const name of ['asha-rao', 'meera-shah', 'ravi-old']) delete f.practitioners[name]
        f.staff['nina-roy'].at = ['berlin']
      },
      ['location jaipur', 'practitioner asha-rao'],
    ],
  ]
  it.each(removals)(
    'is not removed: %s refused, by name and number, also in a dry run, and nothing is written',
    async (_, edit, names) => {
      const clinic = await withVisits()
      const before = await readEveryRow(house)
      const refusal = {
        message:
          'the clinic file removes something that has upcoming visits, and nothing was imported',
        nextStep: expect.stringContaining('--with-upcoming-visits'),
        mistakes: names.map((path) => ({ path, reason: 'has 2 upcoming visits' })),
      }
      await expect(clinic.change(edit, { dryRun: true })).rejects.toMatchObject(refusal)
      await expect(clinic.change(() => {})).rejects.toMatchObject(refusal)
      expect(await readEveryRow(house)).toBe(before)
      const done = await clinic.change(() => {}, { withUpcomingVisits: true })
      expect(done.warnings).toEqual(
        expect.arrayContaining(
          names.map((name) => `${name} is removed and keeps 2 upcoming visits`),
        ),
      )
      expect(
        await house.sql('select from appointments where workspace_id = $1', [clinic.workspaceId]),
      ).toHaveLength(2)
      expect(await clinic.change(() => {})).toMatchObject(unchanged)
    },
  )

  it('can be removed once its visits are over', async () => {
    const other = await openHarness()
    const clinic = await other.clinic()
    expect((await book(clinic)).status).toBe(201)
    await other.moveTo('2030-01-07T03:44:00Z')
    await expect(clinic.change(withoutAsha, { dryRun: true })).rejects.toThrow(
      'removes something that has upcoming visits',
    )
    await other.moveTo('2030-01-07T03:45:00Z')
    expect(changeLines(await clinic.change(() => {}))).toContain('practitioner removed asha-rao')
  })

  it('is also found when it is booked during the import', async () => {
    const clinic = await house.clinic()
    const gate = await createDatabaseGate(
      house,
      'before insert on practitioners for each statement',
    )
    const importing = clinic.change(withoutAsha).catch((error: Error) => error.message)
    await gate.waitUntilReached()
    expect((await book(clinic)).status).toBe(201)
    const before = await readEveryRow(house)
    await gate.open()
    expect(await importing).toMatch(/removes something that has upcoming visits/)
    expect(await readEveryRow(house)).toBe(before)
  })

  it('is also found when its booking is in progress at the very end of the import', async () => {
    const clinic = await house.clinic()
    const gate = await createDatabaseGate(house, 'before insert on appointments for each row')
    const booking = book(clinic)
    await gate.waitUntilReached()
    const importing = clinic.change(withoutAsha).catch((error: Error) => error.message)
    await gate.waitUntilReached(1)
    await gate.open()
    expect((await booking).status).toBe(201)
    expect(await importing).toMatch(/removes something that has upcoming visits/)
    expect(
      await house.sql(`select status from users where workspace_id = $1 and name = 'asha-rao'`, [
        clinic.workspaceId,
      ]),
    ).toEqual([{ status: 'active' }])
  })
})

import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  listSlots,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { createSunriseFile } from '../../../test/support/clinic/sunrise.ts'
import { createDatabaseGate } from '../../../test/support/database/database-gate.ts'
import { readEveryRow as everyRowOf } from '../../../test/support/database/every-row.ts'
import { runSize } from '../../../test/support/run/sizes.ts'
import type { ClinicFile } from './clinic-file.ts'

const house = await openHarness()

const everyRow = () => everyRowOf(house)
const source = (file: ClinicFile) => JSON.stringify(file)
const importing = (file: ClinicFile) => house.operate('workspace-import', { source: source(file) })
const newName = () => `clinic-${randomBytes(5).toString('hex')}`

function newFile(): ClinicFile {
  const file = createSunriseFile()
  file.workspace.name = newName()
  return file
}

const selectRows = (clinic: Clinic, table: string, what: string) =>
  house.sql(`select ${what} from ${table} where workspace_id = $1 order by 1, 2`, [
    clinic.workspaceId,
  ])

describe('importing a clinic file', () => {
  it('returns an id for every name of the file', async () => {
    const file = newFile()
    const { ids, workspace, workspaceId } = await importing(file)
    expect(workspace).toBe(file.workspace.name)
    expect(Object.keys(ids.location).sort()).toEqual(['berlin', 'jaipur'])
    expect(Object.keys(ids.room).sort()).toEqual([
      'berlin/raum-1',
      'jaipur/room-1',
      'jaipur/room-2',
    ])
    expect(Object.keys(ids.practitioner).sort()).toEqual([
      'asha-rao',
      'jonas-weber',
      'meera-shah',
      'ravi-old',
    ])
    expect(Object.keys(ids.tier).sort()).toEqual(['asha-rao/jaipur/long', 'asha-rao/jaipur/short'])
    expect(Object.keys(ids.profile).sort()).toEqual([
      'asha-rao',
      'jonas-weber',
      'ravi-old',
      'workspace',
    ])
    expect(ids.workspace).toEqual({ [file.workspace.name]: workspaceId })
    expect(await house.operate('ids', { workspace: file.workspace.name })).toEqual(ids)
  })

  it('a second time changes no row of any table, nor the version of the configuration', async () => {
    const clinic = await house.clinic()
    await book(clinic)
    const before = await everyRow()
    expect(before).toContain('configuration_version')
    await clinic.change(() => {})
    expect(await everyRow()).toBe(before)
  })

  it('changes the version of the configuration once if anything differs', async () => {
    const clinic = await house.clinic()
    const version = async () =>
      (
        await house.sql('select configuration_version as version from workspaces where id = $1', [
          clinic.workspaceId,
        ])
      )[0].version
    const before = await version()
    await clinic.change((file) => Object.assign(file.locations.jaipur ?? {}, { city: 'Jodhpur' }))
    expect(await version()).not.toBe(before)
  })

  it('writes nothing from an invalid file and reports every mistake', async () => {
    const clinic = await house.clinic()
    const before = await everyRow()
    const file = newFile()
    file.workspace.name = clinic.name
    file.locations.delhi = {
      ...(file.locations.berlin as ClinicFile['locations'][string]),
      currency: 'XYZ',
      timezone: 'Asia/Nowhere',
    }
    await expect(importing(file)).rejects.toMatchObject({
      message: 'the clinic file has errors, and nothing was imported',
      nextStep: 'fix them, then import the file again',
      mistakes: [
        {
          path: 'locations.delhi.timezone',
          line: 1,
          reason: 'must be an IANA time zone name, such as Asia/Kolkata; found "Asia/Nowhere"',
        },
        {
          path: 'locations.delhi.currency',
          line: 1,
          reason: 'must be an ISO 4217 currency code, such as INR; found "XYZ"',
        },
      ],
    })
    expect(await everyRow()).toBe(before)
  })

  it('writes nothing when the database refuses a part of it', async () => {
    const clinic = await house.clinic()
    const before = await everyRow()
    await house.sql(
      `create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end'`,
    )
    await house.sql(
      'create trigger refuse before insert or update on public_profiles for each row execute function refuse()',
    )
    try {
      await expect(
        clinic.change((file) => {
          file.workspace.title = 'Sunset'
          delete file.practitioners['asha-rao']?.profile
        }),
      ).rejects.toThrow('no')
    } finally {
      await house.sql('drop trigger refuse on public_profiles')
    }
    expect(await everyRow()).toBe(before)
  })
})

describe('something that a file no longer names', () => {
  it('is retired, and comes back under the same ids', async () => {
    const clinic = await house.clinic()
    const { ids } = clinic
    const asha = ids.practitioner?.['asha-rao']
    await clinic.change((file) => {
      delete file.locations.berlin
      delete file.practitioners['jonas-weber']
      const jaipur = file.practitioners['asha-rao']?.at.jaipur
      file.locations.jaipur = {
        ...(file.locations.jaipur as ClinicFile['locations'][string]),
        rooms: ['room-2'],
      }
      if (!jaipur) throw new Error('Asha works in Jaipur')
      jaipur.tiers = {}
      jaipur.hours = jaipur.hours?.slice(0, 1) ?? []
      jaipur.exceptions = []
      jaipur.fees = jaipur.fees?.slice(0, 1) ?? []
      delete file.practitioners['asha-rao']?.profile
      delete file.workspace.publicProfile
    })
    expect(await selectRows(clinic, 'locations', 'name, active')).toEqual([
      { name: 'berlin', active: false },
      { name: 'jaipur', active: true },
    ])
    expect(await selectRows(clinic, 'rooms', 'name, active')).toEqual([
      { name: 'raum-1', active: false },
      { name: 'room-1', active: false },
      { name: 'room-2', active: true },
    ])
    expect(await selectRows(clinic, 'users', 'name, status')).toEqual([
      { name: 'asha-rao', status: 'active' },
      { name: 'jonas-weber', status: 'inactive' },
      { name: 'meera-shah', status: 'active' },
      { name: 'nina-roy', status: 'active' },
      { name: 'ravi-old', status: 'inactive' },
    ])
    expect(
      await house.sql(
        'select location_id from doctor_locations where workspace_id = $1 and not active',
        [clinic.workspaceId],
      ),
    ).toEqual([{ location_id: ids.location?.berlin }])
    expect(await selectRows(clinic, 'duration_tiers', 'name, active')).toEqual([
      { name: 'long', active: false },
      { name: 'short', active: false },
    ])
    const ofAsha = (table: string) =>
      house.sql(`select from ${table} where workspace_id = $1 and doctor_id = $2`, [
        clinic.workspaceId,
        asha,
      ])
    expect((await ofAsha('working_hours')).length).toBe(5)
    expect((await ofAsha('hour_exceptions')).length).toBe(0)
    expect((await ofAsha('consultation_fees')).length).toBe(1)
    expect(
      await house.sql(
        'select from public_profiles where workspace_id = $1 and published and user_id is distinct from $2',
        [clinic.workspaceId, ids.practitioner?.['ravi-old']],
      ),
    ).toEqual([])
    // A caller sees that at once.
    expect(
      (await listSlots(clinic, 'jonas-weber', 'berlin', '2030-01-07')).json.slots ?? [],
    ).toEqual([])

    const again = createSunriseFile()
    again.workspace.name = clinic.name
    expect((await importing(again)).ids).toEqual(ids)
    expect(
      (await selectRows(clinic, 'locations', 'name, active')).every(({ active }) => active),
    ).toBe(true)
    expect((await ofAsha('working_hours')).length).toBe(10)
  })

  it('keeps the appointments that were made with it', async () => {
    const clinic = await house.clinic()
    expect((await book(clinic)).status).toBe(201)
    const before = await clinic.bookingRows()
    const leavingJaipur = (file: ClinicFile) => {
      delete file.locations.jaipur
      for (const name of ['asha-rao', 'meera-shah', 'ravi-old']) delete file.practitioners[name]
      delete file.staff
    }
    await clinic.change(leavingJaipur, { withUpcomingVisits: true })
    expect(await clinic.bookingRows()).toBe(before)
    expect((await book(clinic, slotTimes('09:15'))).status).toBeGreaterThanOrEqual(400)
  })
})

describe('a practitioner with appointments', () => {
  it('cannot change from SCHEDULED to QMS, and the whole file is refused [INV-05]', async () => {
    const clinic = await house.clinic()
    expect((await book(clinic)).status).toBe(201)
    const before = await everyRow()
    const toQueue = clinic.change((file) => {
      file.workspace.title = 'Sunset'
      Object.assign(file.practitioners['asha-rao'] ?? {}, { system: 'QMS' })
    })
    await expect(toQueue).rejects.toMatchObject({
      message:
        'a practitioner who has bookings cannot switch between slots and tokens, and nothing was imported',
      mistakes: [{ path: 'practitioners.asha-rao.system', reason: 'must stay as it was' }],
    })
    expect(await everyRow()).toBe(before)
  })

  it('cannot do so either when the booking comes between the check and the change [INV-05]', async () => {
    const clinic = await house.clinic()
    // An import has checked the appointments, then waits here.
    const gate = await createDatabaseGate(
      house,
      'before insert on practitioners for each statement',
    )
    const outcome = clinic
      .change((file) => Object.assign(file.practitioners['asha-rao'] ?? {}, { system: 'QMS' }))
      .catch((error: Error) => error.message)
    await gate.waitUntilReached()
    expect((await book(clinic)).status).toBe(201)
    await gate.open()
    expect(await outcome).toMatch(/cannot switch between slots and tokens/)
  })

  it('may start a queue while there is no appointment', async () => {
    const clinic = await house.clinic()
    await clinic.change((file) =>
      Object.assign(file.practitioners['asha-rao'] ?? {}, { system: 'QMS' }),
    )
    expect((await book(clinic)).status).toBeGreaterThanOrEqual(400)
  })
})

describe('two imports at once', () => {
  it('of a new workspace make one workspace', async () => {
    const file = newFile()
    const imported = await Promise.all([importing(file), importing(file), importing(file)])
    expect(imported.map(({ outcome }) => outcome).sort()).toEqual([
      'CREATED',
      'UNCHANGED',
      'UNCHANGED',
    ])
    expect(imported[1].ids).toEqual(imported[0].ids)
    expect(imported[2].ids).toEqual(imported[0].ids)
  })

  it('of one workspace leave the whole result of one of the files', async () => {
    const one = newFile()
    const other = newFile()
    other.workspace = { ...other.workspace, name: one.workspace.name, title: 'Other' }
    other.locations = {
      jaipur: { ...(other.locations.jaipur as ClinicFile['locations'][string]), city: 'Other' },
    }
    delete other.practitioners['jonas-weber']
    await importing(one)
    for (let round = 0; round < 4; round += 1) {
      await Promise.all([importing(one), importing(other)])
      const [{ title, city, berlin }] = await house.sql(
        `select w.title, l.city, (select active from locations b where b.workspace_id = w.id and b.name = 'berlin') as berlin
         from workspaces w join locations l on l.workspace_id = w.id and l.name = 'jaipur' where w.name = $1`,
        [one.workspace.name],
      )
      expect([title, city, berlin]).toEqual(
        title === 'Other' ? ['Other', 'Other', false] : ['Sunrise Clinics', 'Jaipur', true],
      )
    }
  })

  it('of hundreds of practitioners finish, and bookings of the clinic continue during them', async () => {
    const clinic = await house.clinic()
    const many = (file: ClinicFile) => {
      const jonas = file.practitioners['jonas-weber'] as ClinicFile['practitioners'][string]
      for (let index = 0; index < runSize(300, 3_000); index += 1)
        file.practitioners[`jonas-${index}`] = jonas
    }
    const gate = await createDatabaseGate(
      house,
      'before insert on practitioners for each statement',
    )
    const importing = clinic.change(many)
    await gate.waitUntilReached()
    expect((await book(clinic)).status).toBe(201)
    await gate.open()
    await importing
    await clinic.change(() => {})
  })
})

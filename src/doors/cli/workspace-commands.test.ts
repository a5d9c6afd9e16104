// clinic workspace import, list, show and delete as people run them. The changes of an import:
// clinic-file/import-summary.test.ts.

import { chmodSync, existsSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  type Reply,
} from '../../../test/support/clinic/harness.ts'
import { queueDate, tokenBody } from '../../../test/support/clinic/queue-clinic.ts'
import { createSunriseFile } from '../../../test/support/clinic/sunrise.ts'
import { createDatabaseGate } from '../../../test/support/database/database-gate.ts'
import {
  createEmptyDatabase,
  createMigratedDatabase,
  queryRows,
  withClient,
} from '../../../test/support/database/databases.ts'
import { readEveryRow } from '../../../test/support/database/every-row.ts'
import { connectionUrl } from '../../../test/support/database/url-of.ts'
import { removeFolder } from '../../../test/support/processes/abandoned-processes.ts'
import { runCommand } from '../../../test/support/processes/in-process-command.ts'
import { afterFile } from '../../../test/support/run/after-file.ts'

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'clinic-workspaces-'))
// Root runs the embedded database as another user, who needs access to the folder.
chmodSync(folder, 0o755)
afterFile(() => removeFolder(folder))

const house = await openHarness({ connection: await createMigratedDatabase() })
const served = {
  DATABASE_URL: connectionUrl(house.connection),
  CLINIC_DATA: folder,
  CLINIC_LOG_LEVEL: 'fatal',
  CLINIC_MODE: 'sandbox',
}
const run = (...parameters: string[]) => runCommand(served, ['workspace', ...parameters])
const runSuccessfully = async (...parameters: string[]) => {
  const { code, out, problem } = await run(...parameters)
  expect(code, problem).toBe(0)
  return out
}
const refused = async (...parameters: string[]) => {
  const { code, problem } = await run(...parameters)
  expect(code, problem).toBe(1)
  return problem.replaceAll(`${folder}/`, '')
}
const fileNamed = (name: string, edit: (file: Json) => void = () => {}) => {
  const file = createSunriseFile()
  file.workspace.name = name
  edit(file)
  const path = join(folder, `${name}.json`)
  writeFileSync(path, JSON.stringify(file))
  return path
}

describe('clinic workspace import', () => {
  it('reports what it would do, what it did, and that there is nothing to do', async () => {
    const path = fileNamed('sunny')
    expect(await runSuccessfully('import', path, '--dry-run')).toMatch(
      /^would create sunny; nothing was written\n\nchange +count +kind +names\n[- ]+\n(.*\n)*added +2 +location +berlin jaipur\n/,
    )
    expect(await runSuccessfully('list')).not.toContain('sunny')
    expect(await runSuccessfully('import', path)).toMatch(
      /^created sunny\n\n(.*\n)*kind +name +id\n/,
    )
    expect(await runSuccessfully('import', path)).toMatch(
      /^nothing changes in sunny\n\nkind +name +id\n/,
    )
    fileNamed('sunny', (file) => (file.workspace.title = 'Sunny'))
    expect(await runSuccessfully('import', path, '--dry-run')).toMatch(
      /^would update sunny; nothing was written\n\nchange +count +kind +names\n[- ]+\nchanged +1 +setting +title\n/,
    )
    expect(JSON.parse(await runSuccessfully('import', path, '--json'))).toMatchObject({
      outcome: 'UPDATED',
      changes: [{ kind: 'setting', change: 'changed', count: 1, names: ['title'] }],
    })
  })
})

describe('clinic workspace list and show', () => {
  it('show the existing workspaces', async () => {
    const clinic = await house.clinic()
    expect((await book(clinic)).status).toBe(201)
    for (const _ of [1, 2])
      expect((await clinic.post('/v1/qms-appointments/pre/book', tokenBody(clinic))).status).toBe(
        201,
      )
    await house.operate('queue-cancel', {
      workspace: clinic.name,
      shift: 'meera-shah/jaipur/morning',
      token: 'A-2',
      date: queueDate,
    })
    const overview = {
      name: clinic.name,
      status: 'ACTIVE',
      locations: 2,
      practitioners: 3,
      keys: 1,
      patients: 1,
      visits: 3,
      upcomingVisits: 2,
    }
    expect(JSON.parse(await runSuccessfully('list', '--json'))).toContainEqual(
      expect.objectContaining(overview),
    )
    const shown = JSON.parse(await runSuccessfully('show', '--workspace', clinic.name, '--json'))
    expect(shown).toMatchObject(overview)
    expect(shown.inUse).toContainEqual({
      kind: 'room',
      count: 3,
      names: ['berlin/raum-1', 'jaipur/room-1', 'jaipur/room-2'],
    })
    expect(await runSuccessfully('show', '--workspace', clinic.name)).toMatch(
      /\n3 +room +berlin\/raum-1 jaipur\/room-1 jaipur\/room-2\n/,
    )
  })
})

describe('clinic settings change', () => {
  it('changes what is named, based on a version, and nothing on an earlier one [SETUP-01]', async () => {
    const clinic = await house.clinic()
    const run = (...parameters: string[]) =>
      runCommand(served, ['settings', ...parameters, '--workspace', clinic.name])
    const change = (version: number, title: string) =>
      run(
        'change',
        '--version',
        String(version),
        JSON.stringify({ path: ['workspace', 'title'], value: title }),
        JSON.stringify({ path: ['workspace', 'notices'], value: { confirmation: true } }),
      )
    const [{ number }] = JSON.parse((await run('versions', '--json')).out)
    expect(await change(number, 'Sunny')).toMatchObject({ code: 0 })
    const described = JSON.parse((await run('show')).out)
    expect(described.description.workspace).toMatchObject({
      title: 'Sunny',
      notices: { confirmation: true },
    })
    expect(await change(number, 'Rainy')).toMatchObject({ code: 1 })
    expect(JSON.parse((await run('versions', '--json')).out)).toHaveLength(2)
    expect(await run('change', '--version', '2', 'title=Rainy')).toMatchObject({ code: 2 })
  })
})

describe('clinic workspace delete', () => {
  /** Rows of a workspace in any table. */
  async function rowsLeft({ workspaceId }: Clinic): Promise<string[]> {
    const tables = await house.sql(
      `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'workspace_id'`,
    )
    expect(tables.length).toBeGreaterThan(25)
    const left = await Promise.all(
      [...tables.map(({ name }) => [name, 'workspace_id']), ['workspaces', 'id']].map(
        async ([name, column]) => {
          const [{ count }] = await house.sql(
            `select count(*)::int as count from ${name} where ${column} = $1`,
            [workspaceId],
          )
          return count > 0 ? name : undefined
        },
      ),
    )
    return left.filter(Boolean)
  }

  /** A clinic with rows in as many tables as a test can fill. */
  async function used(): Promise<Clinic> {
    const clinic = await house.clinic((file) => {
      file.medicines = { dolo: { name: 'Dolo 650', at: { jaipur: { unitPrice: 2, stock: 1 } } } }
    })
    const booked: Reply = await book(clinic, { roomId: clinic.id('room', 'jaipur/room-1') })
    expect(booked.status, booked.text).toBe(201)
    expect(
      (
        await clinic.post(
          `/v1/appointments/${booked.json.appointment.id}/vitals`,
          { vital: { pulse: 70 } },
          actingAs(clinic),
        )
      ).status,
    ).toBeLessThan(300)
    await clinic.session()
    expect(
      (
        await clinic.post(
          '/v1/otp/send',
          { phoneNumber: '9876543210' },
          { headers: { 'x-end-user-id': 'someone' } },
        )
      ).status,
    ).toBe(200)
    await house.application.keys.writeUses()
    return clinic
  }
  const actingAs = (clinic: Clinic) => ({
    headers: { 'x-acting-user-id': String(clinic.id('practitioner', 'asha-rao')) },
  })

  it('only says what would be deleted without --yes, and writes no file', async () => {
    const clinic = await house.clinic()
    const before = await readEveryRow(house)
    const backup = join(folder, 'unused.gz')
    expect(await refused('delete', clinic.name, '--backup', backup)).toBe(
      `${clinic.name} would be deleted for good, with 0 patients and 0 visits, 0 still to come\nnext: do it: clinic workspace delete ${clinic.name} --yes\n`,
    )
    expect([existsSync(backup), existsSync(`${backup}.partial`)]).toEqual([false, false])
    expect(await readEveryRow(house)).toBe(before)
    expect(await refused('delete', 'nobody', '--yes')).toMatch(
      /^there is no workspace named nobody\n/,
    )
  })

  it('removes an empty workspace with its keys, which stop working at once, and no other', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    expect((await clinic.get('/v2/workspaces')).status).toBe(200)
    expect(await runSuccessfully('delete', clinic.name, '--yes')).toBe(
      `${clinic.name} is deleted, with 0 patients and 0 visits, 0 still to come\n`,
    )
    await expect.poll(async () => (await clinic.get('/v2/workspaces')).status).toBe(401)
    expect(await rowsLeft(clinic)).toEqual([])
    expect((await other.get('/v2/workspaces')).status).toBe(200)
    expect((await clinic.change(() => {})).outcome).toBe('CREATED')
  })

  it('waits for a use of its key that is being recorded', async () => {
    const clinic = await house.clinic()
    const deleted = withClient(house.connection, async (client) => {
      await client.query('begin')
      await client.query(
        `insert into key_usage (workspace_id, key_id, minute, method, route, passed, refused_by_key, refused_by_workspace, refused_by_route)
         select workspace_id, id, date_trunc('minute', now()), 'GET', '/v1/addresses', 1, 0, 0, 0 from api_keys where workspace_id = $1`,
        [clinic.workspaceId],
      )
      const deleting = run('delete', clinic.name, '--yes')
      await expect
        .poll(async () =>
          house.sql(
            "select from pg_stat_activity where application_name = 'clinic workspace delete' and wait_event_type = 'Lock'",
          ),
        )
        .toHaveLength(1)
      await client.query('commit')
      return deleting
    })
    expect(await deleted).toMatchObject({ code: 0 })
    expect(await rowsLeft(clinic)).toEqual([])
  })

  it('refuses one whose audit has entries of the last 30 days, with or without a backup, and nothing is deleted', async () => {
    const clinic = await used()
    const before = await readEveryRow(house)
    const backup = join(folder, 'young.gz')
    const words =
      /^the audit of \S+ has entries from the last 30 days, which cannot be removed, so nothing was deleted\nnext: .* after 2030-/
    // And it suggests nothing else.
    expect(await refused('delete', clinic.name)).toMatch(words)
    expect(await refused('delete', clinic.name, '--yes')).toMatch(words)
    expect(await refused('delete', clinic.name, '--yes', '--backup', backup)).toMatch(words)
    expect(existsSync(backup)).toBe(false)
    expect(await readEveryRow(house)).toBe(before)
    // Manual SQL is refused the same way.
    await expect(
      house.sql('select remove_workspace($1)', [clinic.workspaceId]),
    ).rejects.toMatchObject({ constraint: 'audit_is_kept' })
    expect(await readEveryRow(house)).toBe(before)
  })

  it('of one with records writes a backup first, leaves nothing in any table, and a restore brings all of it back', async () => {
    const clinic = await used()
    await house.moveTo(new Date(house.application.clock.now() + 31 * 86_400_000).toISOString())
    // Holds of other tests have expired by then, and the resulting work would change rows in
    // between.
    const overdue = () =>
      house.sql("select from due_work where state = 'WAITING' and due_at <= $1", [
        new Date(house.application.clock.now()),
      ])
    await expect.poll(async () => (await overdue()).length).toBe(0)
    const left = await rowsLeft(clinic)
    expect(left).toEqual(
      expect.arrayContaining([
        'appointments',
        'audit_entries',
        'appointment_vitals',
        'medicine_stock',
        'outbox',
        'widget_sessions',
        'working_hours',
      ]),
    )
    const before = await readEveryRow(house)
    expect(await refused('delete', clinic.name, '--yes')).toBe(
      `${clinic.name} holds records (patients: 1, visits: 1, upcoming: 0) and can be deleted only after a backup\nnext: name a new file for the backup: clinic workspace delete ${clinic.name} --yes --backup FILE\n`,
    )
    const taken = join(folder, 'taken.gz')
    writeFileSync(taken, 'something else')
    expect(await refused('delete', clinic.name, '--yes', '--backup', taken)).toMatch(
      /^taken\.gz exists already\n/,
    )
    expect(await readEveryRow(house)).toBe(before)

    const backup = join(folder, 'before.gz')
    const gate = await createDatabaseGate(house, 'before delete on workspaces for each statement')
    const deleting = runSuccessfully('delete', clinic.name, '--yes', '--backup', backup)
    await gate.waitUntilReached()
    // The backup is complete before anything is deleted, and other workspaces continue.
    expect(existsSync(backup)).toBe(true)
    expect(await readEveryRow(house)).toBe(before)
    await gate.open()
    expect(await deleting).toBe(
      `${clinic.name} is deleted, with 1 patient and 1 visit, 0 still to come; it is in the backup ${backup}\n`,
    )
    expect(await rowsLeft(clinic)).toEqual([])
    const restored = await createEmptyDatabase()
    const { code, problem } = await runCommand(
      { ...served, DATABASE_URL: connectionUrl(restored) },
      ['restore', backup],
    )
    expect(code, problem).toBe(0)
    expect(
      await queryRows(
        restored,
        `select count(*) from appointments where workspace_id = ${clinic.workspaceId}`,
      ),
    ).toEqual(['1'])
  })

  it('refuses one with patients and no visit without a backup, and nothing is deleted', async () => {
    const clinic = await house.clinic()
    const made = await clinic.post('/v1/patients', { firstName: 'Meera' }, actingAs(clinic))
    expect(made.status, made.text).toBe(201)
    await house.application.keys.writeUses()
    await house.application.activity.write()
    await house.moveTo(new Date(house.application.clock.now() + 31 * 86_400_000).toISOString())
    const before = await readEveryRow(house)
    expect(await refused('delete', clinic.name, '--yes')).toBe(
      `${clinic.name} holds records (patients: 1, visits: 0, upcoming: 0) and can be deleted only after a backup\nnext: name a new file for the backup: clinic workspace delete ${clinic.name} --yes --backup FILE\n`,
    )
    expect(await readEveryRow(house)).toBe(before)
  })
})

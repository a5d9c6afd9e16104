import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { book, type Clinic, listSlots, openHarness } from '../../../test/support/clinic/harness.ts'
import { withClient } from '../../../test/support/database/databases.ts'
import { runSize } from '../../../test/support/run/sizes.ts'
import { Problem } from '../../base/values/problem.ts'
import { getOperation } from '../../doors/register/register.ts'
import { runOperation } from '../../doors/register/run-operation.ts'
import { type ClinicFile, readClinicFile } from './clinic-file.ts'
import { findDifferences } from './differences.ts'
import { applyEdits, type Edit } from './edits.ts'
import { clinicFiles, editsFor } from './random-clinics.fixture.ts'

// Calendars are not fetched in the meantime, because that changes their rows.
const house = await openHarness({ doesDueWork: false })
const newName = () => `clinic-${randomBytes(5).toString('hex')}`
const show = (clinic: { name: string }) =>
  house.operate('settings-show', { workspace: clinic.name })
const exported = (clinic: { name: string }) =>
  house.operate('workspace-export', { workspace: clinic.name })
const importing = (source: string) => house.operate('workspace-import', { source })
const loadVersion = async (clinic: { name: string }): Promise<number> =>
  (await show(clinic)).version
/** The code and details of an operation's refusal. */
async function refusedBy(name: string, clinic: { name: string }, input: object): Promise<Problem> {
  const workspaceId = (
    await house.sql('select id from workspaces where name = $1', [clinic.name])
  )[0].id
  const context = {
    ...house.application,
    actor: { kind: 'operator', name: 'tester' },
    progress: undefined,
    workspaceId,
  } as const
  const refused = await runOperation(getOperation(name), context as never, { ...input }).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(refused instanceof Problem))
    throw new Error(`${name} was not refused, but ${String(refused)}`)
  return refused
}
async function refusedChange(clinic: { name: string }, edits: Edit[]): Promise<Problem> {
  return refusedBy('settings-change', clinic, { version: await loadVersion(clinic), edits })
}
async function change(clinic: { name: string }, edits: Edit[], more: object = {}) {
  const version = 'version' in more ? 0 : await loadVersion(clinic)
  return house.operate('settings-change', { workspace: clinic.name, version, edits, ...more })
}
/** Every row of a workspace, as text. */
async function readAllRows({ name }: { name: string }): Promise<string> {
  const tables = await house.sql(
    "select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'workspace_id' where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p' order by 1",
  )
  const rows = tables.map(
    (table) =>
      `select '${table.name}' as table, to_jsonb(t)::text as row from ${table.name} t where workspace_id = (select id from own)`,
  )
  return JSON.stringify([
    await house.sql('select to_jsonb(w)::text as row from workspaces w where name = $1', [name]),
    await house.sql(
      `with own as (select id from workspaces where name = $1) ${rows.join(' union all ')} order by 1, 2`,
      [name],
    ),
  ])
}
const slotsAtJaipur = async (clinic: Clinic) =>
  (await listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-07')).json.slots as {
    fromDateTimeIso: string
    toDateTimeIso: string
  }[]
const fee = ['practitioners', 'asha-rao', 'at', 'jaipur', 'fees']

describe('the exported clinic file', () => {
  it('changes nothing when it is imported, for any clinic [SETUP-02]', async () => {
    await fc.assert(
      fc.asyncProperty(clinicFiles(newName()), async (random) => {
        const file = { ...random, workspace: { ...random.workspace, name: newName() } }
        await importing(JSON.stringify(file))
        const first = await exported(file.workspace)
        const read = readClinicFile(first.source)
        if ('mistakes' in read) throw new Error(JSON.stringify(read.mistakes))
        const before = await readAllRows(file.workspace)
        expect(await importing(first.source)).toMatchObject({
          outcome: 'UNCHANGED',
          changes: [],
          version: 1,
        })
        expect(JSON.parse(await readAllRows(file.workspace))).toEqual(JSON.parse(before))
        expect(await exported(file.workspace)).toEqual(first)
      }),
      { numRuns: runSize(10, 200), endOnFailure: true },
    )
  })

  it('is the same after an edit in a form and after the same edit in a file [SETUP-01]', async () => {
    const both = clinicFiles('any').chain((file) => fc.tuple(fc.constant(file), editsFor(file)))
    await fc.assert(
      fc.asyncProperty(both, async ([file, edits]) => {
        const [byForm, byFile] = [newName(), newName()].map((name) => ({
          ...file,
          workspace: { ...file.workspace, name },
        })) as [ClinicFile, ClinicFile]
        await importing(JSON.stringify(byForm))
        await importing(JSON.stringify(byFile))
        const done = await change(byForm.workspace, edits)
        await importing(JSON.stringify(applyEdits(byFile, edits)))
        const form = await show(byForm.workspace)
        const other = await show(byFile.workspace)
        expect({
          ...form.description,
          workspace: { ...form.description.workspace, name: '' },
        }).toEqual({
          ...other.description,
          workspace: { ...other.description.workspace, name: '' },
        })
        expect(done.version).toBe(form.version)
      }),
      { numRuns: runSize(10, 200), endOnFailure: true },
    )
  })

  it('has inactive members, and none who were removed from the file [SETUP-02]', async () => {
    const clinic = await house.clinic()
    await change(clinic, [
      { path: ['staff', 'nina-roy', 'membership'], value: 'inactive' },
      { path: ['practitioners', 'ravi-old'] },
    ])
    const { description } = await show(clinic)
    expect(description.staff['nina-roy']).toMatchObject({
      membership: 'inactive',
      roles: ['reception'],
    })
    expect(description.practitioners).not.toHaveProperty('ravi-old')
    await change(clinic, [{ path: ['staff'] }])
    expect((await show(clinic)).description.staff).toBeUndefined()
  })

  it('looks as a person would write it: in the usual order, without defaults [SETUP-02]', async () => {
    const clinic = await house.clinic()
    const { source, version } = await exported(clinic)
    expect(version).toBe(1)
    expect(source).toMatch(
      /^version: 1\nworkspace:\n {2}name: clinic-\w+\n {2}title: Sunrise Clinics\n/,
    )
    expect(source).toContain('          - days:\n              - MON\n              - TUE')
    expect(source).not.toMatch(/strictPrices|allowOnline|letter: A\b|null/)
  })
})

describe('a change of the settings', () => {
  let clinic: Clinic
  beforeAll(async () => {
    clinic = await house.clinic()
  })

  it('applies to bookings at once, and reports what it changed [SETUP-01]', async () => {
    const done = await change(clinic, [{ path: [...fee.slice(0, -1), 'slotMinutes'], value: 30 }])
    expect(done).toMatchObject({
      dryRun: false,
      version: 2,
      removedWithVisits: [],
      visitsOutsideHoursCount: 0,
      preview: null,
      differences: [
        {
          path: ['practitioners', 'asha-rao', 'at', 'jaipur', 'slotMinutes'],
          before: 15,
          after: 30,
        },
      ],
      changes: [{ kind: 'practice', change: 'changed', count: 1, names: ['asha-rao/jaipur'] }],
    })
    const [first] = await slotsAtJaipur(clinic)
    expect(first?.toDateTimeIso).toContain('T09:30')
  })

  it('reports every mistake with its path, and then writes nothing [SETUP-01]', async () => {
    const before = await readAllRows(clinic)
    const edits = [
      { path: fee, value: [{ mode: 'OFFLINE', amount: -1 }] },
      { path: ['locations', 'jaipur', 'country'], value: 'XX' },
    ]
    expect(await refusedChange(clinic, edits)).toMatchObject({
      code: 'CLINIC_FILE_INVALID',
      mistakes: [
        { path: 'locations.jaipur.country', reason: expect.stringContaining('ISO2') },
        { path: 'practitioners.asha-rao.at.jaipur.fees.0.amount', reason: expect.any(String) },
      ],
    })
    expect(
      await refusedChange(clinic, [{ path: ['workspace', 'title', 'deeper'], value: 1 }]),
    ).toMatchObject({ code: 'VALIDATION_ERROR' })
    expect(
      await refusedChange(clinic, [{ path: ['__proto__', 'polluted'], value: 1 }]),
    ).toMatchObject({ code: 'CLINIC_FILE_INVALID' })
    expect(await readAllRows(clinic)).toBe(before)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('is previewed with the visits that lose their place, and with the slots of a day afterwards [SETUP-01] [SETUP-04]', async () => {
    const own = await house.clinic()
    const visit = (await book(own)).json.appointment
    const hours = [{ days: ['MON', 'TUE'], from: '14:00', to: '16:00', modes: ['OFFLINE'] }]
    const edits = [{ path: [...fee.slice(0, -1), 'hours'], value: hours }]
    const preview = { practitioner: 'asha-rao', location: 'jaipur', date: '2030-01-07' }
    const before = await readAllRows(own)
    const plan = await change(own, edits, { dryRun: true, preview })
    expect(plan).toMatchObject({
      dryRun: true,
      version: 2,
      visitsOutsideHoursCount: 1,
      visitsOutsideHours: [
        { appointmentId: visit.id, fromDateTimeIso: '2030-01-07T09:00:00+05:30' },
      ],
    })
    expect(await readAllRows(own)).toBe(before)
    const done = await change(own, edits)
    expect(done).toMatchObject({ version: 2, visitsOutsideHoursCount: 1 })
    const clockTime = (time: string) => time.slice(11, 16)
    expect(
      plan.preview.slots
        .filter(({ taken }: { taken: boolean }) => !taken)
        .map(({ from, to }: { from: string; to: string }) => `${from} ${to}`),
    ).toEqual(
      (await slotsAtJaipur(own)).map(
        ({ fromDateTimeIso, toDateTimeIso }) =>
          `${clockTime(fromDateTimeIso)} ${clockTime(toDateTimeIso)}`,
      ),
    )
    expect(await change(own, [{ path: ['workspace', 'title'], value: 'Other' }])).toMatchObject({
      visitsOutsideHoursCount: 0,
      visitsOutsideHours: [],
    })
  })

  it('removes something with upcoming visits only when told to, and the plan names it [SETUP-01]', async () => {
    const own = await house.clinic()
    await book(own)
    const edits = [{ path: ['practitioners', 'asha-rao'] }]
    expect(await change(own, edits, { dryRun: true })).toMatchObject({
      removedWithVisits: [{ kind: 'practitioner', name: 'asha-rao', visits: 1 }],
    })
    expect(await refusedChange(own, edits)).toMatchObject({ code: 'UPCOMING_VISITS_AFFECTED' })
    expect((await show(own)).description.practitioners['asha-rao']).toBeDefined()
    expect(await change(own, edits, { withUpcomingVisits: true })).toMatchObject({
      removedWithVisits: [{ visits: 1 }],
      visitsOutsideHoursCount: 1,
    })
  })
})

describe('versions of the settings', () => {
  it('record who changed what and how, and are restored as a new version [SETUP-03]', async () => {
    const clinic = await house.clinic()
    await change(clinic, [{ path: ['workspace', 'title'], value: 'Second' }])
    await change(clinic, [{ path: ['locations', 'jaipur', 'city'], value: 'Jodhpur' }])
    await change(clinic, [{ path: ['locations', 'jaipur', 'city'], value: 'Jodhpur' }])
    const versions = await house.operate('settings-versions', { workspace: clinic.name })
    expect(versions).toEqual([
      {
        number: 3,
        createdAt: expect.any(String),
        by: expect.stringContaining('operator'),
        origin: 'FORM',
        putBack: null,
      },
      {
        number: 2,
        createdAt: expect.any(String),
        by: expect.stringContaining('operator'),
        origin: 'FORM',
        putBack: null,
      },
      {
        number: 1,
        createdAt: expect.any(String),
        by: expect.stringContaining('operator'),
        origin: 'FILE',
        putBack: null,
      },
    ])
    expect(
      await house.operate('settings-versions', { workspace: clinic.name, before: 3, limit: 1 }),
    ).toMatchObject([{ number: 2 }])
    expect(
      await house.operate('settings-version', { workspace: clinic.name, number: 3, since: 1 }),
    ).toMatchObject({
      since: 1,
      differences: [
        { path: ['workspace', 'title'], before: 'Sunrise Clinics', after: 'Second' },
        { path: ['locations', 'jaipur', 'city'], before: 'Jaipur', after: 'Jodhpur' },
      ],
    })
    const back = await house.operate('settings-put-back', {
      workspace: clinic.name,
      number: 1,
      version: 3,
    })
    expect(back.version).toBe(4)
    expect(
      await house.operate('settings-versions', { workspace: clinic.name, limit: 1 }),
    ).toMatchObject([{ number: 4, origin: 'PUT_BACK', putBack: 1 }])
    expect((await show(clinic)).description.locations.jaipur.city).toBe('Jaipur')
    expect(await refusedBy('settings-version', clinic, { number: 9 })).toMatchObject({
      code: 'SETTINGS_VERSION_NOT_FOUND',
    })
    expect(await refusedBy('settings-put-back', clinic, { number: 9, version: 4 })).toMatchObject({
      code: 'SETTINGS_VERSION_NOT_FOUND',
    })
  })

  it('stop two managers and a file from overwriting each other unnoticed [SETUP-03]', async () => {
    const clinic = await house.clinic()
    const { source } = await exported(clinic)
    const old = source.replace('city: Jaipur', 'city: Jodhpur')
    const edit = (title: string) =>
      change(clinic, [{ path: ['workspace', 'title'], value: title }], { version: 1 })
    const tried = await Promise.allSettled([
      edit('One'),
      edit('Two'),
      importing(old),
      edit('Three'),
    ])
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of tried)
      if (one.status === 'rejected')
        expect(one.reason.message).toMatch(/^operator tester changed the settings in the meantime/)
    expect(await loadVersion(clinic)).toBe(2)
    const changed = [expect.stringMatching(/^(workspace\.title|locations\.jaipur\.city)$/)]
    expect(await refusedBy('settings-import', clinic, { source: old })).toMatchObject({
      code: 'SETTINGS_CONFLICT',
      details: { version: 2, by: 'operator tester', changed },
      next: { operation: 'settings-version' },
    })
    await house.operate('workspace-import', { source, anyVersion: true })
    expect((await show(clinic)).description).toMatchObject({
      workspace: { title: 'Sunrise Clinics' },
      locations: { jaipur: { city: 'Jaipur' } },
    })
    // A file without a version is not checked against one.
    await clinic.change((file) => {
      file.workspace.title = 'By hand'
    })
    expect((await show(clinic)).description.workspace.title).toBe('By hand')
  })

  it('are changed one after the other, and if many wait, more are refused: other clinics need the connections [SETUP-03]', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    const edit = [{ path: ['workspace', 'title'], value: 'T' }]
    const refused: string[] = []
    const tried = await withClient(house.connection, async (client) => {
      await client.query('begin')
      await client.query('select from workspaces where id = $1 for update', [clinic.workspaceId])
      const tries = Array.from({ length: 12 }, () => change(clinic, edit, { dryRun: true }))
      for (const one of tries) one.catch(({ message }) => refused.push(message))
      try {
        await expect.poll(() => refused).toEqual(Array(3).fill(expect.stringContaining('busy')))
        await change(other, edit)
      } finally {
        await client.query('rollback')
      }
      return Promise.allSettled(tries)
    })
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
    await change(clinic, edit)
    expect(await loadVersion(clinic)).toBe(2)
  })

  it('begin with the present settings if no version was kept before [SETUP-03]', async () => {
    const clinic = await house.clinic()
    await house.sql('delete from settings_versions where workspace_id = $1', [clinic.workspaceId])
    expect(await show(clinic)).toMatchObject({ version: 0, last: null })
    await change(clinic, [{ path: ['workspace', 'title'], value: 'Other' }])
    expect(await house.operate('settings-versions', { workspace: clinic.name })).toMatchObject([
      { number: 2, origin: 'FORM' },
      { number: 1, origin: 'FOUND', by: 'operator' },
    ])
    expect(
      await house.operate('settings-version', { workspace: clinic.name, number: 2 }),
    ).toMatchObject({
      differences: [{ path: ['workspace', 'title'], before: 'Sunrise Clinics', after: 'Other' }],
    })
  })

  it('keep the last 500 [SETUP-03]', async () => {
    const clinic = await house.clinic()
    await house.sql(
      "insert into settings_versions (workspace_id, number, made_at, origin, description) select workspace_id, n, made_at, 'FORM', description from settings_versions, generate_series(2, 500) as n where workspace_id = $1",
      [clinic.workspaceId],
    )
    await change(clinic, [{ path: ['workspace', 'title'], value: 'Other' }])
    const [kept] = await house.sql(
      'select count(*)::int as count, min(number) as first from settings_versions where workspace_id = $1',
      [clinic.workspaceId],
    )
    expect(kept).toEqual({ count: 500, first: 2 })
  })
})

describe('the difference of two descriptions', () => {
  it('turns one into the other', () => {
    fc.assert(
      fc.property(clinicFiles('one'), clinicFiles('one'), (one, other) => {
        const edits = findDifferences(one, other).map(({ path, after }) => ({
          path,
          ...(after !== undefined && { value: after }),
        }))
        expect(applyEdits(one, edits)).toEqual(other)
        expect(findDifferences(other, structuredClone(other))).toEqual([])
      }),
      { numRuns: runSize(60, 500) },
    )
  })
})

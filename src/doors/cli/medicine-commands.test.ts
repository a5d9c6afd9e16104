// clinic medicines import as people run it. Its effects: src/management/csv-import/import-medicines.test.ts.

import { chmodSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openHarness, queryString } from '../../../test/support/clinic/harness.ts'
import { createMigratedDatabase, queryRows } from '../../../test/support/database/databases.ts'
import { connectionUrl } from '../../../test/support/database/url-of.ts'
import { removeFolder } from '../../../test/support/processes/abandoned-processes.ts'
import { runCommand } from '../../../test/support/processes/in-process-command.ts'
import { runClinic, startService } from '../../../test/support/processes/service-process.ts'
import { afterFile } from '../../../test/support/run/after-file.ts'

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'clinic-medicines-'))
// Root runs the embedded database as another user, who needs access to the folder.
chmodSync(folder, 0o755)
afterFile(() => removeFolder(folder))

const heading = 'code,name,location,unitPrice,stock'
function writeCsvFile(name: string, ...lines: string[]): string {
  const path = join(folder, name)
  writeFileSync(path, [heading, ...lines].join('\n'))
  return path
}

/** The message of a failed command. */
async function refused(settings: Record<string, string>, ...parameters: string[]): Promise<string> {
  const { code, problem } = await runCommand(settings, ['medicines', 'import', ...parameters])
  expect(code, problem).toBe(1)
  return problem.replaceAll(`${folder}/`, '')
}

const house = await openHarness({ connection: await createMigratedDatabase() })
const clinic = await house.clinic()
const served = {
  DATABASE_URL: connectionUrl(house.connection),
  CLINIC_DATA: folder,
  CLINIC_LOG_LEVEL: 'fatal',
  CLINIC_MODE: 'sandbox',
}
const stored = () => queryRows(house.connection, 'select code, name from medicines order by code')
const importing = async (...parameters: string[]) =>
  JSON.parse(await runClinic(served, ['medicines', 'import', ...parameters, '--json']))

describe('clinic medicines import', () => {
  it('reports every wrong line by its number and imports nothing', async () => {
    const file = writeCsvFile(
      'wrong.csv',
      'dolo,Dolo 650,jaipur,2.05,120',
      'mox,Mox,delhi,9,1',
      'brufen,Brufen,jaipur,1.333,1',
      'dolo,Dolo 650,jaipur,2,1',
    )
    expect(await refused(served, file)).toBe(
      [
        'the file has invalid lines, and nothing was imported',
        '  line 3: location must be one of berlin, jaipur',
        '  line 4: unitPrice must be digits with at most 2 decimals, those of INR',
        '  line 5: names dolo at the location of line 2 again',
        'next: fix them, then import the file again\n',
      ].join('\n'),
    )
    expect(await stored()).toEqual([])
  })

  it('reports what it did, for people and for scripts, and nothing the second time; removes when told to replace', async () => {
    const file = writeCsvFile(
      'right.csv',
      'dolo,Dolo 650,jaipur,2.05,120',
      'dolo,Dolo 650,berlin,0.17,9',
      'brufen,Brufen,jaipur,1.3,0',
    )
    expect(await runClinic(served, ['medicines', 'import', file])).toBe(
      'imported 3 rows: medicines 2 new, 0 changed, 0 removed; at locations 3 new, 0 changed, 0 removed\n',
    )
    expect(
      await runClinic(served, [
        'medicines',
        'import',
        writeCsvFile('more.csv', 'mox,Mox 500,jaipur,9.5,4'),
        '--dry-run',
      ]),
    ).toBe(
      'nothing was written; of 1 row: medicines 1 new, 0 changed, 0 removed; at locations 1 new, 0 changed, 0 removed\n',
    )
    const none = { created: 0, changed: 0, removed: 0 }
    expect(await importing(file, '-w', clinic.name)).toEqual({
      dryRun: false,
      file,
      rows: 3,
      medicines: none,
      stock: none,
    })
    const shorter = writeCsvFile('shorter.csv', 'dolo,Dolo 650,jaipur,2.10,120')
    expect(await importing(shorter)).toEqual({
      dryRun: false,
      file: shorter,
      rows: 1,
      medicines: none,
      stock: { ...none, changed: 1 },
    })
    expect(await stored()).toHaveLength(2)
    expect(await importing(shorter, '--replace')).toEqual({
      dryRun: false,
      file: shorter,
      rows: 1,
      medicines: { ...none, removed: 1 },
      stock: { ...none, removed: 2 },
    })
    expect(await stored()).toEqual(['dolo | Dolo 650'])
  })

  it('refuses a missing or wrong file, and an unknown workspace', async () => {
    mkdirSync(join(folder, 'heap'))
    writeFileSync(join(folder, 'other.csv'), 'name,price\nDolo,2\n')
    const file = writeCsvFile('one.csv', 'dolo,Dolo,jaipur,1,1')
    expect(await refused(served, join(folder, 'absent.csv'))).toBe(
      'absent.csv cannot be read (ENOENT)\nnext: name a CSV file\n',
    )
    expect(await refused(served, join(folder, 'heap'))).toBe(
      'heap is not a file\nnext: name a CSV file\n',
    )
    expect(await refused(served, join(folder, 'other.csv'))).toMatch(
      /^the first line does not name the columns\n {2}line 1: lacks the column code\n/,
    )
    expect(await refused(served, file, '-w', 'nobody')).toMatch(
      /^there is no workspace named nobody\nnext: choose one of: /,
    )
  })

  it('reports a rule that the rows break while it writes, and imports nothing', async () => {
    const before = await stored()
    await house.sql(
      'alter table medicine_stock add constraint not_on_the_shelf check (quantity <> 13)',
    )
    const file = writeCsvFile('thirteen.csv', 'new,New,jaipur,1,1', 'mox,Mox,jaipur,1,13')
    expect(await refused(served, file)).toBe(
      'the rows violate the rule not_on_the_shelf; nothing was imported\nnext: use another file\n',
    )
    await house.sql('alter table medicine_stock drop constraint not_on_the_shelf')
    expect(await stored()).toEqual(before)
  })

  it('works while a service runs on the embedded database, which returns the new ones at once', async () => {
    const settings = { CLINIC_DATA: join(folder, 'embedded'), CLINIC_LOG_LEVEL: 'fatal' }
    const service = await startService(settings)
    const { key } = JSON.parse(
      await runClinic(settings, ['key', 'create', '--allow', '127.0.0.1', '--json']),
    )
    const { location } = JSON.parse(await runClinic(settings, ['ids', '--json']))
    const search = async (searchTerm: string) => {
      const answer = await fetch(
        `${service.url}/v1/medicines/search?${queryString({ searchTerm, addressId: location.jaipur })}`,
        {
          headers: { 'x-api-key': key },
        },
      )
      return answer.json()
    }
    expect(await search('paracetmol')).toMatchObject({
      count: 2,
      list: [{ name: 'Crocin Drops' }, { name: 'Dolo 650' }],
    })
    const file = writeCsvFile(
      'beside.csv',
      ...Array.from(
        { length: 3_000 },
        (_, index) => `z-${index},Zinc ${index} mg,jaipur,${index / 4},${index}`,
      ),
    )
    const importing = runClinic(settings, ['medicines', 'import', file])
    expect(await search('dolo')).toMatchObject({ count: 1 })
    expect(await importing).toBe(
      'imported 3000 rows: medicines 3000 new, 0 changed, 0 removed; at locations 3000 new, 0 changed, 0 removed\n',
    )
    expect(await search('zinc')).toMatchObject({
      count: 3_000,
      list: expect.arrayContaining([expect.objectContaining({ name: 'Zinc 0 mg', unitPrice: 0 })]),
    })
    service.child.kill('SIGTERM')
    expect(await service.ended).toBe(0)
  })
})

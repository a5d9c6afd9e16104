// clinic workspace import as people run it. What an import changes: clinic-file/import-summary.test.ts.

import { chmodSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { afterFile } from '../../test/after-file.ts'
import { clearAway } from '../../test/clear-away.ts'
import { commandHere } from '../../test/command-here.ts'
import { migratedDatabase } from '../../test/databases.ts'
import { type Json, openHouse } from '../../test/harness.ts'
import { sunrise } from '../../test/sunrise.ts'
import { urlOf } from '../../test/url-of.ts'

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'clinic-workspaces-'))
// Root runs the embedded database as another user, who has to get there.
chmodSync(folder, 0o755)
afterFile(() => clearAway(folder))

const house = await openHouse({ connection: await migratedDatabase() })
const served = { DATABASE_URL: urlOf(house.connection), CLINIC_DATA: folder, CLINIC_LOG_LEVEL: 'fatal', CLINIC_MODE: 'sandbox' }
const run = (...parameters: string[]) => commandHere(served, ['workspace', ...parameters])
const said = async (...parameters: string[]) => {
  const { code, out, problem } = await run(...parameters)
  expect(code, problem).toBe(0)
  return out
}
const fileNamed = (name: string, edit: (file: Json) => void = () => {}) => {
  const file = sunrise()
  file.workspace.name = name
  edit(file)
  const path = join(folder, `${name}.json`)
  writeFileSync(path, JSON.stringify(file))
  return path
}

describe('clinic workspace import', () => {
  it('says what it would do, what it did, and that there is nothing to do', async () => {
    const path = fileNamed('sunny')
    expect(await said('import', path, '--dry-run')).toMatch(
      /^would create sunny; nothing was written\n\nchange +count +kind +names\n[- ]+\n(.*\n)*added +2 +location +berlin jaipur\n/,
    )
    expect(await said('import', path)).toMatch(/^created sunny\n\n(.*\n)*kind +name +id\n/)
    expect(await said('import', path)).toMatch(/^nothing changes in sunny\n\nkind +name +id\n/)
    fileNamed('sunny', (file) => (file.workspace.title = 'Sunny'))
    expect(await said('import', path, '--dry-run')).toMatch(
      /^would update sunny; nothing was written\n\nchange +count +kind +names\n[- ]+\nchanged +1 +setting +title\n/,
    )
    expect(JSON.parse(await said('import', path, '--json'))).toMatchObject({
      outcome: 'UPDATED',
      changes: [{ kind: 'setting', change: 'changed', count: 1, names: ['title'] }],
    })
  })
})

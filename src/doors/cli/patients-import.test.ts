// clinic patients import as people run it. The result for a row: src/management/csv-import/import-patients.test.ts.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openHarness } from '../../../test/support/clinic/harness.ts'
import {
  lockWaitersQuery,
  queryRows,
  withClient,
} from '../../../test/support/database/databases.ts'
import { connectionUrl } from '../../../test/support/database/url-of.ts'
import { removeFolder } from '../../../test/support/processes/abandoned-processes.ts'
import { bundleClinic } from '../../../test/support/processes/bundled.ts'
import { runClinic, startService } from '../../../test/support/processes/service-process.ts'
import { afterFile } from '../../../test/support/run/after-file.ts'
import { findRunningEngineConnection } from '../../base/db/embedded/running-engine.ts'

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'clinic-patients-'))
// Root runs the embedded database as another user, who needs access to the folder.
chmodSync(folder, 0o755)
afterFile(() => removeFolder(folder))

const house = await openHarness()
const served = {
  DATABASE_URL: connectionUrl(house.connection),
  CLINIC_DATA: join(folder, 'ops'),
  CLINIC_MODE: 'sandbox',
  CLINIC_LOG_LEVEL: 'fatal',
}

function writeCsvFile(name: string, ...lines: string[]): string {
  const path = join(folder, name)
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

const crowd = Array.from({ length: 3_000 }, (_, index) => `Person ${index},98765${10_000 + index}`)

describe('clinic patients import', () => {
  it('imports patients while an embedded service runs, and reports doubtful matches', async () => {
    const settings = { CLINIC_DATA: join(folder, 'embedded'), CLINIC_LOG_LEVEL: 'fatal' }
    const service = await startService(settings)
    const count = async () => {
      const connection = findRunningEngineConnection(settings.CLINIC_DATA)
      // In addition to the patients of the demo clinic.
      const imported =
        "select count(*) from patients where mrn_number is null or mrn_number not like 'SUN-%'"
      return connection && (await queryRows(connection, imported))[0]
    }
    const file = writeCsvFile(
      'family.csv',
      'firstName,lastName,phoneNumber,dob',
      'Meera,Iyer,9876543210,1990-04-12',
      'Ravi,Iyer,9876543210,',
      'मीरा,,9876543210,',
      'Meera,,9876543210,1962-11-03',
    )
    const doubt = (who: string) => `${who} by phone and name, but the date of birth differs`
    expect(
      await runClinic(settings, [
        'patients',
        'import',
        file,
        '--dry-run',
        '--report',
        join(folder, 'dry.csv'),
      ]),
    ).toBe(
      [
        'nothing was written; of 4 rows: 3 new patients, 1 already known; 1 in doubt:',
        `  line 5: is ${doubt('the patient of line 2')}`,
        'phones without a dial code are of +91',
        `what became of each row: ${join(folder, 'dry.csv')}`,
        'next: import it without --dry-run\n',
      ].join('\n'),
    )
    expect(await count()).toBe('0')
    const outcome = JSON.parse(
      await runClinic(settings, [
        'patients',
        'import',
        file,
        '--json',
        '--report',
        join(folder, 'report.csv'),
      ]),
    )
    const doubts = [
      {
        line: 5,
        doubts: ['DOB_DIFFERS'],
        patientId: expect.any(Number),
        explanation: expect.stringMatching(/^is patient \d+ by phone and name/),
      },
    ]
    expect(outcome).toEqual({
      dryRun: false,
      dialCode: '+91',
      rows: 4,
      created: 3,
      matched: 1,
      doubtful: 1,
      doubts,
    })
    expect(await count()).toBe('3')
    const heading = 'line,outcome,patientId,patientLine,doubts,explanation'
    expect(readFileSync(join(folder, 'dry.csv'), 'utf8').split('\n')).toEqual([
      heading,
      '2,created,,2,,',
      '3,created,,3,,',
      '4,created,,4,,',
      `5,matched,,2,DOB_DIFFERS,"is ${doubt('the patient of line 2')}"`,
      '',
    ])
    const id = outcome.doubts[0].patientId
    expect(readFileSync(join(folder, 'report.csv'), 'utf8').split('\n')).toEqual([
      heading,
      `2,created,${id},,,`,
      `3,created,${id + 1},,,`,
      `4,created,${id + 2},,,`,
      `5,matched,${id},,DOB_DIFFERS,"is ${doubt(`patient ${id}`)}"`,
      '',
    ])
    service.child.kill('SIGTERM')
    await service.ended
    // Without a service, the command starts the database itself.
    expect(await runClinic(settings, ['patients', 'import', file])).toMatch(
      /^imported 4 rows: 0 new patients, 4 already known; 1 in doubt:\n/,
    )
  })

  it('resumes where a signal or kill -9 ended it [INV-32]', async () => {
    const { name, workspaceId } = await house.clinic()
    const file = writeCsvFile('crowd.csv', 'firstName,phoneNumber', ...crowd)
    const program = await bundleClinic()
    const parameters = [
      'patients',
      'import',
      file,
      '-w',
      name,
      '--report',
      join(folder, 'ended.csv'),
    ]
    const reports = () => readdirSync(folder).filter((found) => found.startsWith('ended.csv'))
    await withClient(house.connection, async (client) => {
      // Another transaction holds the phone of line 1802, so the import gets that far.
      await client.query('begin')
      await client.query(
        "select pg_advisory_xact_lock(hashtextextended('phone +919876511800', $1))",
        [workspaceId],
      )
      for (const signal of ['SIGINT', 'SIGKILL'] as const) {
        expect(reports()).toEqual([])
        const child = spawn(process.execPath, [program, ...parameters], {
          env: { PATH: process.env.PATH, ...served },
          stdio: 'ignore',
        })
        afterFile(() => child.kill('SIGKILL'))
        await expect.poll(async () => (await client.query(lockWaitersQuery)).rowCount).toBe(1)
        child.kill(signal)
        expect(await once(child, 'exit')).toEqual(signal === 'SIGINT' ? [1, null] : [null, signal])
        // A server notices a lost client only when the lock wait is over.
        await client.query(
          `select pg_terminate_backend(pid, 5000) from (${lockWaitersQuery}) as waiting`,
        )
      }
      await client.query('rollback')
    })
    expect(reports(), 'a report has its name only when it is whole').toEqual(['ended.csv.partial'])
    const again = JSON.parse(
      await runClinic(served, ['patients', 'import', file, '-w', name, '--json']),
    )
    expect(again).toEqual({
      dryRun: false,
      dialCode: '+91',
      rows: 3_000,
      created: 1_500,
      matched: 1_500,
      doubtful: 0,
      doubts: [],
    })
    expect(
      await house.sql(
        'select count(*)::int, count(distinct phone_normalised)::int as phones from patients where workspace_id = $1',
        [workspaceId],
      ),
    ).toEqual([{ count: 3_000, phones: 3_000 }])
  })

  it('refuses a file with wrong lines, and leaves neither patients nor a report', async () => {
    const { name, workspaceId } = await house.clinic()
    const file = writeCsvFile(
      'wrong.csv',
      'firstName,phoneNumber',
      ...crowd.slice(0, 600),
      'Meera,call me',
    )
    const report = join(folder, 'wrong-report.csv')
    await expect(
      runClinic(served, ['patients', 'import', file, '-w', name, '--report', report]),
    ).rejects.toThrow(
      /ended with 1:\nthe file has invalid lines, and nothing was imported\n {2}line 602: the patient.phoneNumber must have 4 to 15 digits\nnext: fix them/,
    )
    await expect(
      runClinic(served, ['patients', 'import', join(folder, 'nowhere.csv'), '-w', name]),
    ).rejects.toThrow(/cannot be read \(ENOENT\)\nnext: /)
    await expect(
      runClinic(served, ['patients', 'import', file, '-w', name, '--report', file]),
    ).rejects.toThrow(/wrong.csv exists already\nnext: /)
    expect(readdirSync(folder).filter((found) => found.startsWith('wrong-report'))).toEqual([])
    expect(await house.sql('select from patients where workspace_id = $1', [workspaceId])).toEqual(
      [],
    )
  })
})

import { Writable } from 'node:stream'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Harness,
  type Json,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { storeMessage } from '../../../test/support/clinic/patient-writes.ts'
import { createMigratedDatabase } from '../../../test/support/database/databases.ts'
import { createSealing } from '../../base/ports/sealing.ts'
import { codeSecretLabel } from '../../clinic/sign-in/codes.ts'
import type { ClinicFile } from '../clinic-file/clinic-file.ts'
import { sealedCodeSecrets, sealedForms, sealedMessages } from './queries.ts'

const first = 'the first secret of these tests, long enough'
const second = 'the second secret of these tests, long enough'
const third = 'the third secret of these tests, long enough'

function withForm(file: ClinicFile) {
  file.workspace.notices = { confirmation: true, channels: ['sms'] }
  file.forms = {
    health: {
      title: 'Your health',
      questions: [{ key: 'allergies', kind: 'text', label: 'Which allergies?' }],
    },
  }
}

/** A patient with answers and a stopped channel, and an account with an app for codes. */
async function createSealedRows(house: Harness, secret: string) {
  const clinic = await house.clinic(withForm)
  const { appointment } = (await book(clinic, slotTimes('10:00'))).json
  const operate = (at: Harness, name: string, input: Json): Promise<Json> =>
    at.operate(name, { workspace: clinic.name, ...input })
  await operate(house, 'form-fill', {
    id: appointment.id,
    form: 'health',
    version: 1,
    fields: { allergies: 'Peanuts' },
  })
  await operate(house, 'patient-channel-stop', { id: appointment.patientId, channel: 'sms' })
  const [{ id: accountId }] = await house.sql(
    'insert into staff_accounts (created_at) values (now()) returning id::int',
  )
  await house.sql('insert into staff_code_secrets (account_id, sealed) values ($1, $2)', [
    accountId,
    createSealing([secret], 'secrets of staff who sign in').seal(
      Buffer.from('of an app'),
      codeSecretLabel(accountId),
    ),
  ])
  return { clinic, patientId: appointment.patientId, accountId }
}

/** What a process with some secrets reads of it. */
async function readSealedRows(
  at: Harness,
  secrets: readonly string[],
  { clinic, patientId, accountId }: { clinic: Clinic; patientId: number; accountId: number },
) {
  const patient = { workspace: clinic.name, id: patientId }
  const [filled] = await at.operate('patient-forms', patient)
  const channels = await at.operate('patient-channels', patient)
  const [{ sealed }] = await at.sql('select sealed from staff_code_secrets where account_id = $1', [
    accountId,
  ])
  return {
    answer: filled.answers?.allergies ?? null,
    isStopped: channels.find(({ channel }: Json) => channel === 'sms').isStopped,
    code:
      createSealing(secrets, 'secrets of staff who sign in')
        .open(sealed, codeSecretLabel(accountId))
        ?.toString() ?? null,
  }
}
const all = { answer: 'Peanuts', isStopped: true, code: 'of an app' }

describe('a new secret', () => {
  it('reads all that the former one has encrypted, and after secret-rotate does without it [FORM-07]', async () => {
    const connection = await createMigratedDatabase()
    const house = await openHarness({ connection, secret: first })
    const rows = await createSealedRows(house, first)
    expect(await readSealedRows(house, [first], rows)).toEqual(all)

    const both = await openHarness({ connection, secret: second, formerSecret: first })
    expect(await readSealedRows(both, [second, first], rows)).toEqual(all)
    expect(await both.operate('secret-rotate', {})).toEqual({
      renewed: 2,
      current: 0,
      unreadable: 0,
    })
    expect(await both.operate('secret-rotate', {})).toEqual({
      renewed: 0,
      current: 2,
      unreadable: 0,
    })
    const after = await openHarness({ connection, secret: second })
    expect(await readSealedRows(after, [second], rows)).toEqual(all)
    // The first secret now opens nothing.
    const before = await openHarness({ connection, secret: first, doesDueWork: false })
    expect(await readSealedRows(before, [first], rows)).toMatchObject({ answer: null, code: null })

    // Once more, from a secret that is no longer the key of the hashes.
    const next = await openHarness({ connection, secret: third, formerSecret: second })
    await next.operate('secret-rotate', {})
    const last = await openHarness({ connection, secret: third })
    expect(await readSealedRows(last, [third], rows)).toEqual(all)
  })

  it('takes the place of the one in the database, which is removed once nothing needs it [FORM-07]', async () => {
    const connection = await createMigratedDatabase()
    const house = await openHarness({ connection })
    const readStored = async () => (await house.sql('select secret from installation'))[0].secret
    const stored = await readStored()
    const rows = await createSealedRows(house, stored)
    await storeMessage(house, rows.clinic, rows.patientId, 'Where do I park?')
    await expect(house.operate('secret-rotate', {})).rejects.toThrow('CLINIC_SECRET is not set')

    const both = await openHarness({ connection, secret: second })
    expect(await readSealedRows(both, [second, stored], rows)).toEqual(all)
    expect(await both.operate('secret-rotate', {})).toMatchObject({ renewed: 3 })
    // A process that still runs without CLINIC_SECRET may encrypt with it.
    expect(await readStored()).toBe(stored)
    await storeMessage(house, rows.clinic, rows.patientId, 'And when?')
    expect(await both.operate('secret-rotate', {})).toMatchObject({ renewed: 1, current: 3 })
    expect(await both.operate('secret-rotate', {})).toMatchObject({ renewed: 0, current: 4 })
    expect(await readStored()).toBeNull()

    const after = await openHarness({ connection, secret: second })
    expect(await readSealedRows(after, [second], rows)).toEqual(all)
    const { messages } = await after.operate('patient-messages', {
      workspace: rows.clinic.name,
      id: rows.patientId,
    })
    expect(messages.map(({ text }: Json) => text).sort()).toEqual(['And when?', 'Where do I park?'])
  })

  it('beside a wrong former one changes nothing, and beside the right one everything is read [FORM-07]', async () => {
    const connection = await createMigratedDatabase()
    const house = await openHarness({ connection, secret: first })
    const rows = await createSealedRows(house, first)
    for (const formerSecret of [second, second]) {
      const wrong = await openHarness({ connection, secret: third, formerSecret })
      await expect(wrong.operate('secret-rotate', {})).rejects.toThrow('neither CLINIC_SECRET nor')
    }
    const right = await openHarness({ connection, secret: third, formerSecret: first })
    expect(await readSealedRows(right, [third, first], rows)).toEqual(all)
    expect(await right.operate('secret-rotate', {})).toMatchObject({ renewed: 2, unreadable: 0 })
  })

  it('that was used alone by mistake is still a new one beside the former [FORM-07]', async () => {
    const connection = await createMigratedDatabase()
    const house = await openHarness({ connection, secret: first })
    const rows = await createSealedRows(house, first)
    await openHarness({ connection, secret: second })
    const both = await openHarness({ connection, secret: second, formerSecret: first })
    await both.operate('secret-rotate', {})
    const after = await openHarness({ connection, secret: second })
    expect(await readSealedRows(after, [second], rows)).toEqual(all)
  })

  it('leaves what no known secret reads as it is, and counts it', async () => {
    const connection = await createMigratedDatabase()
    const house = await openHarness({ connection, secret: first })
    await createSealedRows(house, third)
    expect(await house.operate('secret-rotate', {})).toEqual({
      renewed: 0,
      current: 1,
      unreadable: 1,
    })
  })
})

it('secret-rotate leaves what was changed after it was read [FORM-07]', async () => {
  const house = await openHarness()
  const [{ secret }] = await house.sql('select secret from installation')
  await createSealedRows(house, secret)
  const { database } = house.application
  for (const table of [sealedForms, sealedCodeSecrets]) {
    const [row] = await table.list(database, { workspaceId: 0, id: 0 }, 1)
    if (!row) throw new Error(`there is nothing in ${table.table}`)
    const changed = { ...row, sealed: Buffer.alloc(40), before: Buffer.alloc(40) }
    expect(await table.renew(database, changed)).toEqual([])
    expect(await table.list(database, { workspaceId: 0, id: 0 }, 1)).toEqual([row])
  }
})

it('every column that is encrypted with the secret is encrypted again by secret-rotate [FORM-07]', async () => {
  const house = await openHarness()
  const columns = await house.sql(
    `select table_name as table from information_schema.columns
     where table_schema = 'public' and column_name = 'sealed' order by table_name`,
  )
  expect(columns.map(({ table }: Json) => table)).toEqual(
    [sealedForms, sealedMessages, sealedCodeSecrets].map(({ table }) => table),
  )
})

it('a service warns of another secret than the one before, and not of a new one beside the former', async () => {
  const connection = await createMigratedDatabase()
  const isWarned = async (secrets: Json) => {
    let text = ''
    const log = pino(
      { level: 'warn' },
      new Writable({
        write(chunk, _, done) {
          text += chunk
          done()
        },
      }),
    )
    await openHarness({ connection, ...secrets, log })
    return text.includes('CLINIC_SECRET differs from the one')
  }
  expect(await isWarned({ secret: first })).toBe(false)
  expect(await isWarned({ secret: second, formerSecret: first })).toBe(false)
  expect(await isWarned({ secret: third, formerSecret: second })).toBe(false)
  expect(await isWarned({ secret: second })).toBe(true)
})

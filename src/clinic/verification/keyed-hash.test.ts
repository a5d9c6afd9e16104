import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { openHarness } from '../../../test/support/clinic/harness.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'
import { createMigratedDatabase } from '../../../test/support/database/databases.ts'
import { keyedHash } from './keyed-hash.ts'

it('differs by kind, by the boundaries of its parts, and by secret', () => {
  const hash = keyedHash('a'.repeat(32))
  const other = keyedHash('b'.repeat(32))
  const all = [
    hash('end user', '98'),
    hash('destination', '98'),
    hash('code', '98'),
    hash('code', '9', '8'),
    hash('code', '98', ''),
    hash('code', 98),
    other('code', '98'),
  ]
  expect(new Set(all.map((bytes) => bytes.toString('hex'))).size).toBe(all.length)
  expect(all.every((bytes) => bytes.length === 32)).toBe(true)
  expect(hash('code', '98')).toEqual(hash('code', '98'))
})

const phoneNumber = '9876543210'
const u = { headers: { 'x-end-user-id': 'u-1' } }

it('has the same key in all processes of a database: the first start creates and stores a secret', async () => {
  const rails = createRecordingRail()
  const connection = await createMigratedDatabase()
  const [house, secondHouse] = await Promise.all([
    openHarness({ connection, rails }),
    openHarness({ connection, rails }),
  ])
  const clinic = await house.clinic()
  await clinic.post('/v1/otp/send', { phoneNumber }, u)
  const body = { phoneNumber, otpCode: rails.lastCodeTo(`+91${phoneNumber}`) }
  const reply = await secondHouse.call('POST', '/v1/otp/verify', { key: clinic.key, body, ...u })
  expect(reply.status, reply.text).toBe(200)
  const [{ secret }] = await house.sql('select secret from installation')
  expect(secret).toMatch(/^[\w-]{43}$/)
})

it('uses the secret in the setting if there is one, and then the database stores none', async () => {
  const rails = createRecordingRail()
  const secret = randomBytes(32).toString('hex')
  const house = await openHarness({ rails, secret })
  const clinic = await house.clinic()
  await clinic.post('/v1/otp/send', { phoneNumber }, u)
  const body = { phoneNumber, otpCode: rails.lastCodeTo(`+91${phoneNumber}`) }
  expect(await house.sql('select secret from installation')).toEqual([{ secret: null }])
  const [{ destination }] = await house.sql(
    'select destination_hash as destination from verification_sends',
  )
  expect(destination).toEqual(keyedHash(secret)('destination', 'chatapp', `+91${phoneNumber}`))
  const otherwise = await openHarness({
    connection: house.connection,
    rails,
    secret: randomBytes(32).toString('hex'),
  })
  expect(
    (await otherwise.call('POST', '/v1/otp/verify', { key: clinic.key, body, ...u })).status,
  ).toBe(400)
  expect((await clinic.post('/v1/otp/verify', body, u)).status).toBe(200)
})

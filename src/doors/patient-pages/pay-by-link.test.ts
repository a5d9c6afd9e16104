// Visits and tokens that were booked unpaid, and packs that were sold unpaid, are paid on their
// page.

import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  type Reply,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import {
  actOnPaymentPage,
  createPayingClinic,
  readBooks,
  reservationRequest,
  reserve,
} from '../../../test/support/clinic/paying-clinic.ts'
import { tokenBody } from '../../../test/support/clinic/queue-clinic.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'
import { openHarnessWithGateway } from '../../../test/support/gateways/recorded-gateway.ts'
import { makeVisitLink } from '../../clinic/notices/visit-links.ts'

const origin = 'https://booking.example'
const house = await openHarnessWithGateway({ rails: createRecordingRail(), publicUrl: origin })
const { database, clock, dueWork } = house.application

interface Payable {
  clinic: Clinic
  id: number
  path: string
}

async function unpaidVisit(changes: Json = {}, clinic?: Clinic): Promise<Payable> {
  const at = clinic ?? (await createPayingClinic(house))
  const { json, text } = await book(at, changes)
  expect(json.appointment, text).toBeTruthy()
  const { id } = json.appointment
  return {
    clinic: at,
    id,
    path: await makeVisitLink(
      database,
      { workspaceId: at.workspaceId, appointmentId: id },
      clock.now(),
    ),
  }
}

async function unpaidToken(): Promise<Payable> {
  const clinic = await createPayingClinic(house)
  const { json, text } = await clinic.post(
    '/v1/qms-appointments/pre/book',
    tokenBody(clinic, { appointmentDate: '2030-01-07' }),
  )
  expect(json.visit, text).toBeTruthy()
  const id = json.visit.visitId
  return {
    clinic,
    id,
    path: await makeVisitLink(
      database,
      { workspaceId: clinic.workspaceId, visitId: id },
      clock.now(),
    ),
  }
}

const headers = { 'accept-language': 'en', 'sec-fetch-site': 'same-origin' }
const get = (path: string) => house.call('GET', path, { headers })
const post = (path: string) => house.call('POST', path, { headers })
const plain = ({ text }: Reply) => text.replaceAll(/<\/?bdi>/g, '').replaceAll(/\s/g, ' ')
const showVisit = ({ clinic, id }: Payable): Promise<Json> =>
  house.operate('visit-show', { workspace: clinic.name, id })

/** Presses *Pay online*, and returns where the browser is sent. */
async function begin(path: string): Promise<string> {
  const reply = await post(`${path}/pay`)
  expect([reply.status, reply.headers.refresh], reply.text).toEqual([
    200,
    expect.stringMatching(/^0; url=http/),
  ])
  return String(reply.headers.refresh).slice('0; url='.length)
}

/** What is shown of something once the work that is due is done. */
const shownLater = (payable: Payable) =>
  expect.poll(async () => {
    await dueWork.tick()
    return showVisit(payable)
  })

const listPaymentSessions = ({ clinic }: Payable): Promise<Json[]> =>
  house.sql(
    'select state, keeps_booking, held_until from payment_sessions where workspace_id = $1 order by id',
    [clinic.workspaceId],
  )

describe('an unpaid visit', () => {
  it('is paid on its page by a checkout of its own, once, and a GET pays nothing [MINE-02] [MINE-05]', async () => {
    const visit = await unpaidVisit()
    const { clinic, path } = visit
    expect(plain(await get(path))).toContain('Pay INR 500 online')
    const before = await clinic.bookingRows()
    for (const method of ['GET', 'HEAD'])
      expect((await house.call(method, `${path}/pay`)).status).toBe(303)
    expect(
      (await house.call('POST', `${path}/pay`, { headers: { 'sec-fetch-site': 'cross-site' } }))
        .status,
    ).toBe(404)
    expect(await clinic.bookingRows()).toBe(before)

    const checkout = await begin(path)
    expect(plain(await get(path))).toMatch(/Continue to the payment.*Pay at the clinic instead/)
    expect(await begin(path)).toBe(checkout)
    await actOnPaymentPage(house, checkout, 'pay')
    expect((await get(`${path}/paid`)).headers.location).toBe(path)
    expect(plain(await get(path))).toContain('INR 500, paid')
    expect(await showVisit(visit)).toMatchObject({
      status: 'SCHEDULED',
      paymentStatus: 'PAID',
      paymentMode: 'ONLINE',
    })
    expect(await readBooks(house, clinic)).toEqual({ gateway: 50_000, service: 50_000 })
    expect((await post(`${path}/pay`)).status).toBe(409)
    expect(await listPaymentSessions(visit)).toMatchObject([{ state: 'PAID', keeps_booking: true }])
  })

  it('stays as it was when the payment is declined, or left until it expires, and can be paid again [MINE-02]', async () => {
    const visit = await unpaidVisit({ paymentMode: 'CASH' })
    const { clinic, path } = visit
    await actOnPaymentPage(house, await begin(path), 'decline')
    await get(`${path}/paid`)
    await shownLater(visit).toMatchObject({
      status: 'SCHEDULED',
      paymentStatus: 'UNPAID',
      paymentMode: 'CASH',
    })

    await begin(path)
    await house.moveTo(new Date(clock.now() + 31 * 60_000).toISOString())
    await shownLater(visit).toMatchObject({
      status: 'SCHEDULED',
      paymentStatus: 'UNPAID',
      paymentMode: 'CASH',
    })

    await actOnPaymentPage(house, await begin(path), 'pay')
    await get(`${path}/paid`)
    expect(await showVisit(visit)).toMatchObject({ status: 'SCHEDULED', paymentStatus: 'PAID' })
    expect(await readBooks(house, clinic)).toEqual({ gateway: 50_000, service: 50_000 })
    expect((await listPaymentSessions(visit)).map(({ state }) => state)).toEqual([
      expect.stringMatching(/RELEASED|CLOSED/),
      expect.stringMatching(/RELEASED|CLOSED/),
      'PAID',
    ])
  })

  it('has one checkout, though it is begun in six tabs [MINE-02]', async () => {
    const visit = await unpaidVisit()
    const replies = await Promise.all(Array.from({ length: 6 }, () => post(`${visit.path}/pay`)))
    const led = replies.filter(({ status }) => status === 200).map((reply) => reply.headers.refresh)
    expect(led.length).toBeGreaterThan(0)
    expect(new Set(led).size).toBe(1)
    expect(await listPaymentSessions(visit)).toMatchObject([{ state: 'OPEN' }])

    // A checkout that was left is closed once more before the next one opens: here, one tab closes
    // it while another opens the next.
    await post(`${visit.path}/pay-at-clinic`)
    const { reached, goOn } = house.pauseNext('read', 'after')
    const slow = post(`${visit.path}/pay`)
    await reached
    const next = await begin(visit.path)
    goOn()
    expect((await slow).headers.refresh).toBe(`0; url=${next}`)
    expect((await listPaymentSessions(visit)).map(({ state }) => state)).toEqual([
      expect.stringMatching(/RELEASED|CLOSED/),
      'OPEN',
    ])
  })

  it('is paid at the clinic after all, and no more online [MINE-02]', async () => {
    const visit = await unpaidVisit()
    const { clinic, id, path } = visit
    const checkout = await begin(path)
    expect((await post(`${path}/pay-at-clinic`)).headers.location).toBe(path)
    expect(await showVisit(visit)).toMatchObject({ paymentStatus: 'UNPAID', status: 'SCHEDULED' })
    await house.operate('visit-pay', { workspace: clinic.name, id, method: 'CASH' })
    await actOnPaymentPage(house, checkout, 'pay')
    await dueWork.tick()
    expect(await showVisit(visit)).toMatchObject({ paymentStatus: 'PAID', paymentMode: 'CASH' })
    expect(await readBooks(house, clinic)).toEqual({ gateway: 0, service: 0 })
  })

  it('is paid, where the patient had paid before they chose the clinic [MINE-02]', async () => {
    const visit = await unpaidVisit()
    await actOnPaymentPage(house, await begin(visit.path), 'pay')
    await post(`${visit.path}/pay-at-clinic`)
    expect(await showVisit(visit)).toMatchObject({ paymentStatus: 'PAID', paymentMode: 'ONLINE' })
  })

  it('is cancelled while it is being paid: the payment is refunded once, or never made [MINE-02]', async () => {
    for (const choice of ['pay', 'pay-late'] as const) {
      const visit = await unpaidVisit()
      const checkout = await begin(visit.path)
      await house.operate('visit-cancel', { workspace: visit.clinic.name, id: visit.id })
      await actOnPaymentPage(house, checkout, choice)
      const states = async () => {
        await dueWork.tick()
        await house.moveTo(new Date(clock.now() + 20 * 60_000).toISOString())
        return (await listPaymentSessions(visit)).map(({ state }) => state)
      }
      await expect
        .poll(states, { message: choice })
        .toEqual([choice === 'pay' ? 'RETURNED' : expect.stringMatching(/RETURNED|CLOSED/)])
      expect(await readBooks(house, visit.clinic), choice).toEqual({ gateway: 0, service: 0 })
    }
  })

  it('is not paid online where nothing is owed, a part is paid, it is cancelled, or the clinic takes no payments online [MINE-02]', async () => {
    const paid = await unpaidVisit({ paymentMode: 'CASH', paymentStatus: 'PAID' })
    const cancelled = await unpaidVisit()
    const part = await unpaidVisit()
    await house.operate('visit-cancel', { workspace: cancelled.clinic.name, id: cancelled.id })
    await house.operate('visit-pay', {
      workspace: part.clinic.name,
      id: part.id,
      method: 'CASH',
      amount: 200,
    })
    const without = await unpaidVisit({}, await house.clinic())
    for (const { clinic, path } of [paid, cancelled, part, without]) {
      expect(plain(await get(path))).not.toMatch(/Pay INR|Continue to the payment/)
      const before = await clinic.bookingRows()
      const reply = await post(`${path}/pay`)
      expect([reply.status, reply.headers.refresh]).toEqual([409, undefined])
      expect(await clinic.bookingRows()).toBe(before)
    }
  })

  it('says so where the gateway does not answer or refuses, and is still unpaid [MINE-02]', async () => {
    for (const how of ['time-out-before', 'time-out-after', 'refuse']) {
      const visit = await unpaidVisit()
      const { clinic, path } = visit
      await house.operate('sandbox-gateway-fail', {
        workspace: clinic.name,
        call: 'open',
        how,
        times: 1,
      })
      const reply = await post(`${path}/pay`)
      expect([reply.status, plain(reply)]).toEqual([
        409,
        expect.stringContaining('nothing has been charged'),
      ])
      expect(await showVisit(visit)).toMatchObject({ status: 'SCHEDULED', paymentStatus: 'UNPAID' })
      await actOnPaymentPage(house, await begin(path), 'pay')
      await get(`${path}/paid`)
      expect(await readBooks(house, clinic), how).toEqual({ gateway: 50_000, service: 50_000 })
    }
  })

  it('waits for a gateway that does not say what became of the last checkout [MINE-02]', async () => {
    const visit = await unpaidVisit()
    const { clinic, path } = visit
    await begin(path)
    await house.moveTo(new Date(clock.now() + 31 * 60_000).toISOString())
    await house.operate('sandbox-gateway-fail', {
      workspace: clinic.name,
      call: 'read',
      how: 'time-out-before',
    })
    const reply = await post(`${path}/pay`)
    expect([reply.status, plain(reply)]).toEqual([
      409,
      expect.stringContaining('still being checked'),
    ])
    expect((await listPaymentSessions(visit)).length).toBe(1)
    await house.operate('sandbox-gateway-heal', { workspace: clinic.name })
    expect(await begin(path)).toMatch(/^http/)
  })

  it('has twenty checkouts at most [MINE-02]', async () => {
    const visit = await unpaidVisit()
    for (let count = 0; count < 20; count += 1) {
      await begin(visit.path)
      await post(`${visit.path}/pay-at-clinic`)
    }
    const reply = await post(`${visit.path}/pay`)
    expect([reply.status, plain(reply)]).toEqual([
      409,
      expect.stringContaining('nothing has been charged'),
    ])
    expect((await listPaymentSessions(visit)).length).toBe(20)
  })
})

it('pays a token on its page, and a reservation whose checkout failed [MINE-02] [MINE-07]', async () => {
  const token = await unpaidToken()
  await actOnPaymentPage(house, await begin(token.path), 'pay')
  await get(`${token.path}/paid`)
  expect(plain(await get(token.path))).toMatch(/INR \d+, paid/)

  const clinic = await createPayingClinic(house)
  const { json } = await reserve(clinic, slotTimes('10:00'))
  const { id } = json.appointment
  const path = await makeVisitLink(
    database,
    { workspaceId: clinic.workspaceId, appointmentId: id },
    clock.now(),
  )
  await actOnPaymentPage(house, json.checkoutUrl, 'decline')
  await get(`${path}/paid`)
  await actOnPaymentPage(house, await begin(path), 'pay')
  await get(`${path}/paid`)
  expect(await showVisit({ clinic, id, path })).toMatchObject({
    status: 'SCHEDULED',
    paymentStatus: 'PAID',
  })
})

describe('a session pack that was sold unpaid', () => {
  interface Pack extends Payable {
    patientId: number
  }

  async function unpaidPack(): Promise<Pack> {
    const clinic = await createPayingClinic(house)
    const { patientId } = (await book(clinic, { paymentMode: 'CASH', paymentStatus: 'PAID' })).json
      .appointment
    const { id } = await house.operate('packs-sell', {
      workspace: clinic.name,
      patientId,
      pack: 'ten',
      addressId: clinic.id('location', 'jaipur'),
    })
    return {
      clinic,
      patientId,
      id,
      path: await makeVisitLink(
        database,
        { workspaceId: clinic.workspaceId, patientPackId: id },
        clock.now(),
      ),
    }
  }

  const packNow = async ({ clinic, patientId }: Pack): Promise<Json> =>
    (await house.operate('packs-show', { workspace: clinic.name, patientId }))[0]

  it('is paid on its page, once, and can then be used; a GET, a form of another site and the actions of a visit change nothing [MINE-02]', async () => {
    const pack = await unpaidPack()
    const { clinic, path } = pack
    expect(plain(await get(path))).toMatch(
      /Can be used once it is paid.*Ten visits.*10 of 10.*INR 4,000 at the clinic.*Pay INR 4,000 online/,
    )
    const before = await clinic.bookingRows()
    for (const method of ['GET', 'HEAD'])
      expect((await house.call(method, `${path}/pay`)).status).toBe(303)
    expect(
      (await house.call('POST', `${path}/pay`, { headers: { 'sec-fetch-site': 'cross-site' } }))
        .status,
    ).toBe(404)
    for (const action of ['cancel', 'confirm', 'arrive', 'move/20300107T043000Z'])
      expect((await post(`${path}/${action}`)).status, action).toBe(404)
    for (const place of ['visit.ics', 'cancel', 'times', 'video'])
      expect((await get(`${path}/${place}`)).status, place).toBe(404)
    expect(await clinic.bookingRows()).toBe(before)

    const checkout = await begin(path)
    expect(plain(await get(path))).toMatch(/Continue to the payment.*Pay at the clinic instead/)
    expect(await begin(path)).toBe(checkout)
    await actOnPaymentPage(house, checkout, 'pay')
    expect((await get(`${path}/paid`)).headers.location).toBe(path)
    expect(plain(await get(path))).toMatch(/Ready to use.*INR 4,000, paid/)
    expect(await packNow(pack)).toMatchObject({ state: 'ACTIVE', paymentStatus: 'PAID' })
    expect(await readBooks(house, clinic)).toEqual({ gateway: 400_000, service: 400_000 })
    const again = await post(`${path}/pay`)
    expect([again.status, plain(again)]).toEqual([
      409,
      expect.stringContaining('no longer be done here'),
    ])
  })

  it('stays unpaid when the payment is declined or left, and is then paid at the clinic, and no more online [MINE-02]', async () => {
    const pack = await unpaidPack()
    const { clinic, id, path } = pack
    const stays = () =>
      expect.poll(async () => {
        await dueWork.tick()
        return packNow(pack)
      })
    await actOnPaymentPage(house, await begin(path), 'decline')
    await get(`${path}/paid`)
    await stays().toMatchObject({ state: 'UNPAID', paymentStatus: 'UNPAID' })
    await begin(path)
    await house.moveTo(new Date(clock.now() + 31 * 60_000).toISOString())
    await stays().toMatchObject({ state: 'UNPAID', paymentStatus: 'UNPAID' })

    const checkout = await begin(path)
    const pay = () =>
      house.operate('packs-pay', {
        workspace: clinic.name,
        id,
        method: 'CASH',
        addressId: clinic.id('location', 'jaipur'),
      })
    await expect(pay()).rejects.toThrow('held for an online payment')
    expect((await post(`${path}/pay-at-clinic`)).headers.location).toBe(path)
    await pay()
    await actOnPaymentPage(house, checkout, 'pay')
    await dueWork.tick()
    expect(await packNow(pack)).toMatchObject({ state: 'ACTIVE', paymentStatus: 'PAID' })
    expect(await readBooks(house, clinic)).toEqual({ gateway: 0, service: 0 })
    expect(plain(await get(path))).toContain('INR 4,000, paid')
  })

  it('is not paid on its page once the purchase has ended unpaid [MINE-02]', async () => {
    const clinic = await createPayingClinic(house)
    const { path: bought, body } = reservationRequest(clinic, 'pack')
    expect((await clinic.post(bought, body)).status).toBe(201)
    const [{ id }] = await house.sql('select id::int from patient_packs where workspace_id = $1', [
      clinic.workspaceId,
    ])
    const path = await makeVisitLink(
      database,
      { workspaceId: clinic.workspaceId, patientPackId: id },
      clock.now(),
    )
    expect(plain(await get(path))).toContain('Continue to the payment')
    await house.moveTo(new Date(clock.now() + 16 * 60_000).toISOString())
    const page = async () => {
      await dueWork.tick()
      return plain(await get(path))
    }
    await expect.poll(page).toContain('This pack has ended')
    expect(await page()).not.toMatch(/Pay INR|Continue to the payment/)
    const before = await clinic.bookingRows()
    expect((await post(`${path}/pay`)).status).toBe(409)
    expect(await clinic.bookingRows()).toBe(before)
  })

  it('is not shown to anyone once its patient is erased, and says so once it has ended [MINE-02]', async () => {
    const pack = await unpaidPack()
    const { clinic, id, path, patientId } = pack
    await house.operate('packs-pay', {
      workspace: clinic.name,
      id,
      method: 'CASH',
      addressId: clinic.id('location', 'jaipur'),
    })
    await house.operate('packs-refund', { workspace: clinic.name, id, reason: 'Moved away' })
    expect(plain(await get(path))).toMatch(
      /This pack has ended.*INR 4,000 of INR 4,000|This pack has ended.*refunded/,
    )
    await house.operate('patient-erase', { workspace: clinic.name, id: patientId, confirmed: true })
    expect((await get(path)).status).toBe(404)
  })
})

// Visits and tokens that were booked unpaid, and are paid on their page.

import { describe, expect, it } from 'vitest'
import { book, type Clinic, type Json, type Reply, slotAt } from '../../test/support/clinic/harness.ts'
import { atPage, books, payingClinic, reserve } from '../../test/support/clinic/paying-clinic.ts'
import { tokenBody } from '../../test/support/clinic/queue-clinic.ts'
import { recordingRail } from '../../test/support/clinic/recording-rail.ts'
import { houseWithGateway } from '../../test/support/gateways/recorded-gateway.ts'
import { makeVisitLink } from '../notices/visit-links.ts'

const origin = 'https://booking.example'
const house = await houseWithGateway({ rails: recordingRail(), publicUrl: origin })
const { database, clock, dueWork } = house.application

interface Payable {
  clinic: Clinic
  id: number
  path: string
}

async function unpaidVisit(changes: Json = {}, clinic?: Clinic): Promise<Payable> {
  const at = clinic ?? (await payingClinic(house))
  const { json, text } = await book(at, changes)
  expect(json.appointment, text).toBeTruthy()
  const { id } = json.appointment
  return { clinic: at, id, path: await makeVisitLink(database, { workspaceId: at.workspaceId, appointmentId: id, visitId: null, offerId: null }, clock.now()) }
}

async function unpaidToken(): Promise<Payable> {
  const clinic = await payingClinic(house)
  const { json, text } = await clinic.post('/v1/qms-appointments/pre/book', tokenBody(clinic, { appointmentDate: '2030-01-07' }))
  expect(json.visit, text).toBeTruthy()
  const id = json.visit.visitId
  return { clinic, id, path: await makeVisitLink(database, { workspaceId: clinic.workspaceId, appointmentId: null, visitId: id, offerId: null }, clock.now()) }
}

const headers = { 'accept-language': 'en', 'sec-fetch-site': 'same-origin' }
const get = (path: string) => house.call('GET', path, { headers })
const post = (path: string) => house.call('POST', path, { headers })
const plain = ({ text }: Reply) => text.replaceAll(/<\/?bdi>/g, '').replaceAll(/\s/g, ' ')
const shown = ({ clinic, id }: Payable): Promise<Json> => house.operate('visit-show', { workspace: clinic.name, id })

/** Presses *Pay online*, and returns where the browser is sent. */
async function begin(path: string): Promise<string> {
  const reply = await post(`${path}/pay`)
  expect([reply.status, reply.headers.refresh], reply.text).toEqual([200, expect.stringMatching(/^0; url=http/)])
  return String(reply.headers.refresh).slice('0; url='.length)
}

/** What is shown of something once the work that is due is done. */
const shownLater = (payable: Payable) =>
  expect.poll(async () => {
    await dueWork.tick()
    return shown(payable)
  })

const sessionsOf = ({ clinic }: Payable): Promise<Json[]> =>
  house.sql('select state, keeps_booking, held_until from payment_sessions where workspace_id = $1 order by id', [clinic.workspaceId])

describe('an unpaid visit', () => {
  it('is paid on its page by a checkout of its own, once, and a GET pays nothing [MINE-02] [MINE-05]', async () => {
    const visit = await unpaidVisit()
    const { clinic, path } = visit
    expect(plain(await get(path))).toContain('Pay INR 500 online')
    const before = await clinic.bookingRows()
    for (const method of ['GET', 'HEAD']) expect((await house.call(method, `${path}/pay`)).status).toBe(303)
    expect((await house.call('POST', `${path}/pay`, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(404)
    expect(await clinic.bookingRows()).toBe(before)

    const checkout = await begin(path)
    expect(plain(await get(path))).toMatch(/Continue to the payment.*Pay at the clinic instead/)
    expect(await begin(path)).toBe(checkout)
    await atPage(house, checkout, 'pay')
    expect((await get(`${path}/paid`)).headers.location).toBe(path)
    expect(plain(await get(path))).toContain('INR 500, paid')
    expect(await shown(visit)).toMatchObject({ status: 'SCHEDULED', paymentStatus: 'PAID', paymentMode: 'ONLINE' })
    expect(await books(house, clinic)).toEqual({ gateway: 50_000, service: 50_000 })
    expect((await post(`${path}/pay`)).status).toBe(409)
    expect(await sessionsOf(visit)).toMatchObject([{ state: 'PAID', keeps_booking: true }])
  })

  it('stays as it was when the payment is declined, or left until it expires, and can be paid again [MINE-02]', async () => {
    const visit = await unpaidVisit({ paymentMode: 'CASH' })
    const { clinic, path } = visit
    await atPage(house, await begin(path), 'decline')
    await get(`${path}/paid`)
    await shownLater(visit).toMatchObject({ status: 'SCHEDULED', paymentStatus: 'UNPAID', paymentMode: 'CASH' })

    await begin(path)
    await house.moveTo(new Date(clock.now() + 31 * 60_000).toISOString())
    await shownLater(visit).toMatchObject({ status: 'SCHEDULED', paymentStatus: 'UNPAID', paymentMode: 'CASH' })

    await atPage(house, await begin(path), 'pay')
    await get(`${path}/paid`)
    expect(await shown(visit)).toMatchObject({ status: 'SCHEDULED', paymentStatus: 'PAID' })
    expect(await books(house, clinic)).toEqual({ gateway: 50_000, service: 50_000 })
    expect((await sessionsOf(visit)).map(({ state }) => state)).toEqual([
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
    expect(await sessionsOf(visit)).toMatchObject([{ state: 'OPEN' }])

    // One that was left is closed once more before the next: here by one tab while another has begun that.
    await post(`${visit.path}/pay-at-clinic`)
    const { reached, goOn } = house.keep('read', 'after')
    const slow = post(`${visit.path}/pay`)
    await reached
    const next = await begin(visit.path)
    goOn()
    expect((await slow).headers.refresh).toBe(`0; url=${next}`)
    expect((await sessionsOf(visit)).map(({ state }) => state)).toEqual([expect.stringMatching(/RELEASED|CLOSED/), 'OPEN'])
  })

  it('is paid at the clinic after all, and no more online [MINE-02]', async () => {
    const visit = await unpaidVisit()
    const { clinic, id, path } = visit
    const checkout = await begin(path)
    expect((await post(`${path}/pay-at-clinic`)).headers.location).toBe(path)
    expect(await shown(visit)).toMatchObject({ paymentStatus: 'UNPAID', status: 'SCHEDULED' })
    await house.operate('visit-pay', { workspace: clinic.name, id, method: 'CASH' })
    await atPage(house, checkout, 'pay')
    await dueWork.tick()
    expect(await shown(visit)).toMatchObject({ paymentStatus: 'PAID', paymentMode: 'CASH' })
    expect(await books(house, clinic)).toEqual({ gateway: 0, service: 0 })
  })

  it('is paid, where the patient had paid before they chose the clinic [MINE-02]', async () => {
    const visit = await unpaidVisit()
    await atPage(house, await begin(visit.path), 'pay')
    await post(`${visit.path}/pay-at-clinic`)
    expect(await shown(visit)).toMatchObject({ paymentStatus: 'PAID', paymentMode: 'ONLINE' })
  })

  it('is cancelled while it is being paid: the payment is refunded once, or never made [MINE-02]', async () => {
    for (const choice of ['pay', 'pay-late'] as const) {
      const visit = await unpaidVisit()
      const checkout = await begin(visit.path)
      await house.operate('visit-cancel', { workspace: visit.clinic.name, id: visit.id })
      await atPage(house, checkout, choice)
      const states = async () => {
        await dueWork.tick()
        await house.moveTo(new Date(clock.now() + 20 * 60_000).toISOString())
        return (await sessionsOf(visit)).map(({ state }) => state)
      }
      await expect.poll(states, { message: choice }).toEqual([choice === 'pay' ? 'RETURNED' : expect.stringMatching(/RETURNED|CLOSED/)])
      expect(await books(house, visit.clinic), choice).toEqual({ gateway: 0, service: 0 })
    }
  })

  it('is not paid online where nothing is owed, a part is paid, it is cancelled, or the clinic takes no payments online [MINE-02]', async () => {
    const [paid, cancelled, part] = [await unpaidVisit({ paymentMode: 'CASH', paymentStatus: 'PAID' }), await unpaidVisit(), await unpaidVisit()]
    await house.operate('visit-cancel', { workspace: cancelled.clinic.name, id: cancelled.id })
    await house.operate('visit-pay', { workspace: part.clinic.name, id: part.id, method: 'CASH', amount: 200 })
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
      await house.operate('sandbox-gateway-fail', { workspace: clinic.name, call: 'open', how, times: 1 })
      const reply = await post(`${path}/pay`)
      expect([reply.status, plain(reply)]).toEqual([409, expect.stringContaining('nothing has been charged')])
      expect(await shown(visit)).toMatchObject({ status: 'SCHEDULED', paymentStatus: 'UNPAID' })
      await atPage(house, await begin(path), 'pay')
      await get(`${path}/paid`)
      expect(await books(house, clinic), how).toEqual({ gateway: 50_000, service: 50_000 })
    }
  })

  it('waits for a gateway that does not say what became of the last checkout [MINE-02]', async () => {
    const visit = await unpaidVisit()
    const { clinic, path } = visit
    await begin(path)
    await house.moveTo(new Date(clock.now() + 31 * 60_000).toISOString())
    await house.operate('sandbox-gateway-fail', { workspace: clinic.name, call: 'read', how: 'time-out-before' })
    const reply = await post(`${path}/pay`)
    expect([reply.status, plain(reply)]).toEqual([409, expect.stringContaining('still being checked')])
    expect((await sessionsOf(visit)).length).toBe(1)
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
    expect([reply.status, plain(reply)]).toEqual([409, expect.stringContaining('nothing has been charged')])
    expect((await sessionsOf(visit)).length).toBe(20)
  })
})

it('pays a token on its page, and a reservation whose checkout failed [MINE-02] [MINE-07]', async () => {
  const token = await unpaidToken()
  await atPage(house, await begin(token.path), 'pay')
  await get(`${token.path}/paid`)
  expect(plain(await get(token.path))).toMatch(/INR \d+, paid/)

  const clinic = await payingClinic(house)
  const { json } = await reserve(clinic, slotAt('10:00'))
  const { id } = json.appointment
  const path = await makeVisitLink(database, { workspaceId: clinic.workspaceId, appointmentId: id, visitId: null, offerId: null }, clock.now())
  await atPage(house, json.checkoutUrl, 'decline')
  await get(`${path}/paid`)
  await atPage(house, await begin(path), 'pay')
  await get(`${path}/paid`)
  expect(await shown({ clinic, id, path })).toMatchObject({ status: 'SCHEDULED', paymentStatus: 'PAID' })
})

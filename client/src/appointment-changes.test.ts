import { expect, it } from 'vitest'
import { book, openHarness, slotTimes } from '../../test/support/clinic/harness.ts'
import { queueDate, tokenBody } from '../../test/support/clinic/queue-clinic.ts'
import { appointmentChanges, queueVisitChanges } from './appointment-changes.ts'
import { createClient } from './client.ts'

const house = await openHarness()

it('changes are followed over pages to the end, and can be resumed from any cursor [A-213a]', async () => {
  const clinic = await house.clinic()
  const client = createClient({
    baseUrl: await house.door.listen({ host: '127.0.0.1', port: 0 }),
    apiKey: clinic.key,
  })
  const follow = async (since?: string, filters: { doctorId?: number } = {}) => {
    const pages: { ids: number[]; cursor: string }[] = []
    for await (const { appointments, cursor } of appointmentChanges(client, { since, ...filters }))
      pages.push({ ids: appointments.map(({ id }) => id), cursor })
    return pages
  }
  const ids: number[] = []
  for (const clock of ['09:00', '09:15', '09:30'])
    ids.push((await book(clinic, slotTimes(clock))).json.appointment.id)
  // Committed changes are shown once no older transaction is open on this server, including those
  // of other tests.
  await expect.poll(async () => (await follow()).flatMap((page) => page.ids)).toEqual(ids)
  const [all] = await follow()
  expect(await follow(all?.cursor)).toEqual([])
  // Nothing that matches the filters, and still a later cursor.
  expect(await follow('', { doctorId: 999_999 })).toEqual([{ ids: [], cursor: all?.cursor }])
})

it('changes of queues are followed too', async () => {
  const clinic = await house.clinic()
  const client = createClient({ baseUrl: house.door.listeningOrigin, apiKey: clinic.key })
  const ids: number[] = []
  for (const firstName of ['Meera', 'Ravi']) {
    const { json } = await clinic.post(
      '/v1/qms-appointments/pre/book',
      tokenBody(clinic, { patientPayload: { firstName, phoneNumber: '9876543210' } }),
    )
    ids.push(json.visit.visitId)
  }
  const follow = async (since?: string) => {
    const pages: { ids: number[]; cursor: string }[] = []
    for await (const { visits, cursor } of queueVisitChanges(client, {
      since,
      startDate: queueDate,
    }))
      pages.push({ ids: visits.map(({ visitId }) => visitId), cursor })
    return pages
  }
  await expect.poll(async () => (await follow()).flatMap((page) => page.ids)).toEqual(ids)
  const [all] = await follow()
  expect(await follow(all?.cursor)).toEqual([])
})

it('changes of a service that returns no cursor are an error, not an end', async () => {
  const searchAppointments = async () => ({
    count: 0,
    countIsExact: true,
    page: 0,
    size: 100,
    list: [],
  })
  await expect(appointmentChanges({ searchAppointments }).next()).rejects.toThrow(
    'older than this client',
  )
})

// The first hour of a reception, played through the screen alone: what it takes is counted, and printed.

import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openBrowser } from './browser.ts'
import { buildDashboard } from './dashboard-built.ts'
import { clinicWithDesk, openDesk } from './dashboard-desk.ts'
import { openHouse } from './harness.ts'

buildDashboard()
const house = await openHouse()
house.application.listensAt(await house.door.listen({ host: '127.0.0.1', port: 0 }))

const clock = (minute: number) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const names = ['Kavya', 'Rohan', 'Anita', 'Sunil', 'Priya', 'Farhan', 'Maya', 'Nikhil', 'Sara', 'Imran', 'Leela', 'Dev', 'Ira', 'Vera', 'Lena', 'Arjun']
const nameOf = (index: number) => `${names[index % names.length]} Nair${'abcdefghijklmnopqrst'[index]}`

it('twenty bookings, ten arrivals, six payments, three cancellations with a refund, and a minute without a network [DASH-18] [DAY-03] [DAY-09] [DAY-10] [DAY-17]', async () => {
  const clinic = await clinicWithDesk(house)
  const { page, complaints } = await openDesk(house, await openBrowser(), clinic)
  const panel = page.getByRole('complementary')
  const spent = { clicks: 0, keys: 0 }
  const counted: Record<string, { times: number; clicks: number; keys: number }> = {}
  async function click(target: ReturnType<Page['getByRole']>) {
    await target.click()
    spent.clicks += 1
  }
  async function type(text: string) {
    await page.keyboard.type(text)
    spent.keys += text.length
  }
  async function press(key: string) {
    await page.keyboard.press(key)
    spent.keys += 1
  }
  async function task(name: string, work: () => Promise<void>) {
    const before = { ...spent }
    await work()
    const sum = counted[name] ?? { times: 0, clicks: 0, keys: 0 }
    counted[name] = sum
    sum.times += 1
    sum.clicks += spent.clicks - before.clicks
    sum.keys += spent.keys - before.keys
  }
  const cell = (name: string | RegExp) => page.getByRole('gridcell', { name }).first()
  const open = async (index: number) => {
    await click(cell(new RegExp(nameOf(index))))
    await panel.getByRole('heading', { name: nameOf(index) }).waitFor()
  }
  const book = (index: number) =>
    task('a new patient booked into a free time', async () => {
      // The morning is full after the fourteenth.
      await click(cell(`${clock(index < 14 ? 9 * 60 + 15 * index : 16 * 60 + 15 * (index - 14))}, free`))
      await page.getByRole('combobox', { name: 'Patient' }).waitFor()
      await type(nameOf(index))
      await page.getByRole('option', { name: /New patient/ }).waitFor()
      await press('Enter')
      await type(`98765432${String(10 + index)}`)
      await press('Enter')
      await panel.getByRole('heading', { name: nameOf(index) }).waitFor()
    })

  for (let index = 0; index < 18; index += 1) await book(index)
  await task('a known patient booked into a free time', async () => {
    await click(cell('12:30, free'))
    await page.getByRole('combobox', { name: 'Patient' }).waitFor()
    await type('kavya')
    await page.getByRole('option', { name: new RegExp(nameOf(0)) }).waitFor()
    await press('Enter')
    await click(panel.getByRole('button', { name: 'Book' }))
    await panel.getByRole('heading', { name: nameOf(0) }).waitFor()
  })
  for (let index = 0; index < 10; index += 1) {
    await task('arrived', async () => {
      await open(index)
      await click(panel.getByRole('button', { name: 'Arrived', exact: true }))
      await panel.getByText(/Arrived at/).waitFor()
    })
  }
  for (let index = 0; index < 6; index += 1) {
    await task('paid at the desk', async () => {
      await open(index)
      await click(panel.getByRole('button', { name: 'Cash' }))
      await panel.getByText('Paid, Cash').waitFor()
    })
  }
  for (let index = 0; index < 3; index += 1) {
    await task('cancelled with a refund', async () => {
      await open(index)
      await click(panel.getByRole('button', { name: 'Cancel …' }))
      await click(panel.getByRole('radio', { name: /\d goes back$/ }))
      await click(panel.getByRole('button', { name: 'Cancel the visit' }))
      await panel.getByText('Cancelled · you').waitFor()
    })
  }
  // The network goes as a booking is sent, and is back before the page gives up: nothing typed is lost, and it is booked once.
  await task('booked while the network was away', async () => {
    await click(cell('12:45, free'))
    await page.getByRole('combobox', { name: 'Patient' }).waitFor()
    await type(nameOf(18))
    await page.getByRole('option', { name: /New patient/ }).waitFor()
    await press('Enter')
    await page.context().setOffline(true)
    await click(panel.getByRole('button', { name: 'Book' }))
    await page.waitForTimeout(3_000)
    expect(await panel.getByLabel('First name').inputValue()).toBe(names[18 % names.length])
    await page.context().setOffline(false)
    await panel.getByRole('heading', { name: nameOf(18) }).waitFor()
  })

  const rows = await house.sql('select status, payment_status, arrived_at from appointments where workspace_id = $1', [clinic.workspaceId])
  const of = (matches: (row: (typeof rows)[number]) => boolean) => rows.filter(matches).length
  expect([rows.length, of(({ status }) => status === 'CANCELLED'), of(({ arrived_at }) => arrived_at !== null)]).toEqual([20, 3, 10])
  expect([of(({ payment_status }) => payment_status === 'REFUNDED'), of(({ payment_status }) => payment_status === 'PAID')]).toEqual([3, 3])
  expect(complaints.filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  const report = Object.entries(counted).map(
    ([name, { times, clicks, keys }]) => `${name}: ${times} ×, ${clicks / times} clicks and ${Math.round(keys / times)} keys each`,
  )
  process.stdout.write(`\n${report.join('\n')}\n`)
  // A click into the free time, a name found, a click to book.
  expect(counted['a known patient booked into a free time']).toMatchObject({ clicks: 2 })
  expect(counted.arrived).toMatchObject({ clicks: 20 })
})

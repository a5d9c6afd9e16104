// A morning of a reception with eight practitioners, played in the browser alone: clicks and keys
// are counted, and printed.

import { expect, it } from 'vitest'
import {
  addEightPractitioners,
  practitionerNames as names,
} from '../../support/clinic/eight-practitioners.ts'
import { expectWithin } from '../../support/run/quiet-time.ts'
import { runSize } from '../../support/run/sizes.ts'
import { createWorkCounter } from '../../support/screens/counted-work.ts'
import { openDesk } from '../../support/screens/dashboard-desk.ts'
import { openDashboard } from '../../support/screens/screen.ts'

const { house: harness, browser } = await openDashboard()

const first = [
  'Kavya',
  'Rohan',
  'Anita',
  'Sunil',
  'Priya',
  'Farhan',
  'Maya',
  'Nikhil',
  'Sara',
  'Imran',
  'Leela',
  'Dev',
  'Ira',
  'Vera',
  'Lena',
  'Arjun',
]
const last = ['Nair', 'Rao', 'Khan', 'Das', 'Bose']
const visits = runSize(32, 60)
/** Every other patient is new, and each comes back once. */
const patients = Array.from(
  { length: visits / 2 },
  (_, index) =>
    `${first[index % first.length]} ${last[index % last.length]}${'abcdefghijklmnopqrstuvwxyzabcd'[index]}`,
)

const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

it(`a morning of ${visits} visits, one practitioner who is ill, and an interval without a network [DASH-18] [DASH-19] [DAY-12]`, {
  timeout: 600_000,
}, async () => {
  const clinic = await addEightPractitioners(harness, [
    { days: ['MON'], from: '09:00', to: '13:00', modes: ['OFFLINE'] },
  ])
  // 08:30 at the clinic.
  await harness.moveTo('2030-01-07T03:00:00Z')
  const { page, complaints } = await openDesk(harness, browser, clinic, 'day?date=2030-01-07', {
    viewport: { width: 1900, height: 900 },
  })
  const { tasks, click, drag, type, press, task, report } = createWorkCounter(page)
  const panel = page.getByRole('complementary')
  const column = (doctor: number) => page.getByRole('row', { name: names[doctor] as string })
  const cell = (doctor: number, name: string | RegExp) =>
    column(doctor).getByRole('gridcell', { name })
  const free = (doctor: number, at: string) => cell(doctor, `${at}, free`)
  const patientName = (visit: number) => patients[visit % patients.length] as string
  const doctorIndex = (visit: number) => visit % names.length
  const startClock = (visit: number) => clock(9 * 60 + 15 * Math.floor(visit / names.length))
  const visitCell = (visit: number) =>
    cell(doctorIndex(visit), new RegExp(`${startClock(visit)} ${patientName(visit)}`))
  const openVisit = async (visit: number) => {
    await click(visitCell(visit))
    await panel.getByRole('heading', { name: patientName(visit) }).waitFor()
  }
  async function choosePatient(visit: number) {
    await click(free(doctorIndex(visit), startClock(visit)))
    await page.getByRole('combobox', { name: 'Patient' }).waitFor()
    await type(patientName(visit))
    // At once, as quick users do.
    await press('Enter')
    await page.getByRole('combobox', { name: 'Patient' }).waitFor({ state: 'detached' })
  }

  for (let visit = 0; visit < patients.length; visit += 1) {
    await task('a new patient booked into a free time', async () => {
      await choosePatient(visit)
      await type(`98765432${String(10 + visit)}`)
      await press('Enter')
      await visitCell(visit).waitFor()
    })
  }
  for (let visit = patients.length; visit < visits - 1; visit += 1) {
    await task('a known patient booked into a free time', async () => {
      const from = performance.now()
      await choosePatient(visit)
      await click(panel.getByRole('button', { name: 'Book', exact: true }))
      await visitCell(visit).waitFor()
      expectWithin(12_000, performance.now() - from)
    })
  }
  // The network fails as a booking is sent: nothing typed is lost, and it is booked once.
  await task('booked while the network was away', async () => {
    await choosePatient(visits - 1)
    await page.context().setOffline(true)
    await click(panel.getByRole('button', { name: 'Book', exact: true }))
    await page.waitForTimeout(runSize(3_000, 60_000))
    await page.context().setOffline(false)
    const again = panel.getByRole('button', { name: 'Book', exact: true })
    if (await again.isEnabled().catch(() => false)) await click(again)
    await visitCell(visits - 1).waitFor()
  })
  await press('Escape')

  for (const visit of [0, 1]) {
    await task('moved by a drag', async () => {
      await drag(visitCell(visit), free(doctorIndex(visit), '11:30'))
      await cell(doctorIndex(visit), new RegExp(`11:30 ${patientName(visit)}`)).waitFor()
    })
  }
  for (const visit of [visits - names.length - 1, visits - 1]) {
    await visitCell(visit).focus()
    await task('moved by keys', async () => {
      await press('m', 'ArrowDown', 'ArrowDown', 'Enter')
      await expect.poll(() => visitCell(visit).count()).toBe(0)
    })
  }

  // 10:00 at the clinic.
  await harness.moveTo('2030-01-07T04:30:00Z')
  await page.reload()
  const [arrived, paid, cancelled] = runSize([8, 4, 2], [20, 12, 6])
  for (let visit = 8; visit < 8 + arrived; visit += 1) {
    await task('arrived', async () => {
      await click(visitCell(visit).getByTitle('Arrived'))
      await cell(doctorIndex(visit), new RegExp(`${patientName(visit)}.*Arrived`)).waitFor()
    })
  }
  for (let visit = 8; visit < 8 + paid; visit += 1) {
    await task('paid at the desk', async () => {
      await openVisit(visit)
      await click(panel.getByRole('button', { name: 'Cash' }))
      await panel.getByText('Paid, Cash').waitFor()
    })
  }
  for (let visit = 8; visit < 8 + cancelled; visit += 1) {
    await task('cancelled with a refund', async () => {
      await openVisit(visit)
      await click(panel.getByRole('button', { name: 'More', exact: true }))
      await click(page.getByRole('menuitem', { name: 'Cancel …' }))
      await click(panel.getByRole('radio', { name: /\d$/ }))
      await click(panel.getByRole('button', { name: 'Cancel the visit' }))
      await panel.getByText('Cancelled · you').waitFor()
    })
  }

  // The last practitioner goes home ill: patients who have not come yet are moved, until none is
  // left.
  const ill = names.length - 1
  await task('a practitioner ill: time blocked, and all visits moved', async () => {
    await click(page.getByRole('button', { name: 'Block a time' }))
    await panel.getByLabel('Who or what').selectOption(names[ill] as string)
    await panel.getByLabel('From, time').fill('10:00')
    await panel.getByLabel('To, time').fill('13:00')
    await click(panel.getByLabel('Reason'))
    await type('Ill')
    await click(panel.getByRole('button', { name: 'Block', exact: true }))
    await click(panel.getByRole('button', { name: 'Move all …' }))
    await click(panel.getByRole('button', { name: /^Move \d+ visits$/ }))
    await panel.getByText('No visit falls in this time.').waitFor()
  })

  const rows = await harness.sql(
    `select a.status, a.payment_status, a.arrived_at, a.from_at, a.doctor_id::int as doctor,
       exists (select from blocks b where b.workspace_id = a.workspace_id and b.doctor_id = a.doctor_id and tstzrange(b.from_at, b.to_at) && tstzrange(a.from_at, a.to_at)) as blocked
     from appointments a where a.workspace_id = $1`,
    [clinic.workspaceId],
  )
  const of = (matches: (row: (typeof rows)[number]) => boolean) => rows.filter(matches).length
  expect([
    rows.length,
    of(({ status }) => status === 'CANCELLED'),
    of(({ arrived_at }) => arrived_at !== null),
  ]).toEqual([visits, cancelled, arrived])
  expect([
    of(({ payment_status }) => payment_status === 'REFUNDED'),
    of(({ payment_status }) => payment_status === 'PAID'),
  ]).toEqual([cancelled, paid - cancelled])
  expect(of(({ status, blocked }) => blocked && status !== 'CANCELLED')).toBe(0)
  expect(
    await harness.sql('select from patients where workspace_id = $1', [clinic.workspaceId]),
  ).toHaveLength(patients.length)
  expect(
    complaints.filter((complaint) => !complaint.includes('ERR_INTERNET_DISCONNECTED')),
  ).toEqual([])
  process.stdout.write(`\n${report().join('\n')}\n`)
  // A click on the free time, a name found, a click to book.
  expect(tasks.get('a known patient booked into a free time')).toMatchObject({
    times: patients.length - 1,
    clicks: 2 * (patients.length - 1),
  })
  expect(tasks.get('arrived')).toMatchObject({ times: arrived, clicks: arrived, keys: 0 })
  expect(tasks.get('moved by a drag')).toMatchObject({ times: 2, drags: 2, clicks: 0, keys: 0 })
  expect(tasks.get('moved by keys')).toMatchObject({ times: 2, clicks: 0, keys: 8 })
})

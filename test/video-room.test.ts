// The test room of a sandbox in Chromium: the desk opens it from the panel, the patient from the
// page of the visit, and they see each other.

import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { makeVisitLink } from '../src/clinic/notices/visit-links.ts'
import { book, type Clinic, openHarness, slotTimes } from './support/clinic/harness.ts'
import { openQueueDesk, shiftId, startShift, tokenBody } from './support/clinic/queue-clinic.ts'
import { accessibilityProblems, openBrowserWithCamera } from './support/screens/browser.ts'
import { createClinicWithDesk, openDesk } from './support/screens/dashboard-desk.ts'
import { saveScreenshot } from './support/screens/screen.ts'

const harness = await openHarness()
harness.application.listensAt(await harness.door.listen({ host: '127.0.0.1', port: 0 }))

let browser: Browser
beforeAll(async () => {
  browser = await openBrowserWithCamera()
  // 08:50 at the clinic.
  await harness.moveTo('2030-01-07T03:20:00Z')
})

const status = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).waitFor()
const width = (page: Page, name: string) =>
  page.evaluate(`document.querySelector('video[aria-label="${name}"]').videoWidth`)

async function onlineVisit(clinic: Clinic, clock: string) {
  const {
    status: booked,
    json,
    text,
  } = await book(clinic, { mode: 'ONLINE', consultationCharge: 400, ...slotTimes(clock) })
  expect(booked, text).toBe(201)
  const { database, clock: time, publicUrl } = harness.application
  const appointmentId = json.appointment.id
  const path = await makeVisitLink(
    database,
    { workspaceId: clinic.workspaceId, appointmentId, visitId: null, offerId: null },
    time.now(),
  )
  return { visit: json.appointment, url: `${publicUrl()}${path}` }
}

async function asPatient(url: string): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    timezoneId: 'Asia/Kolkata',
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(url)
  return { page, complaints }
}

it('connects the desk and the patient, who see each other, and ends when one of them leaves [VIDEO-03] [VIDEO-04]', async () => {
  const clinic = await createClinicWithDesk(harness)
  const { visit, url } = await onlineVisit(clinic, '09:00')
  const { page: desk, complaints } = await openDesk(
    harness,
    browser,
    clinic,
    `day?date=2030-01-07&visit=${visit.id}`,
  )
  await desk.getByText('Open from 08:45 to 09:15').waitFor()
  expect(await accessibilityProblems(desk)).toEqual([])
  await saveScreenshot(desk, 'video-call-in-the-panel')
  const opening = desk.context().waitForEvent('page')
  await desk.getByRole('button', { name: 'Open the video call' }).click()
  const host = await opening
  await status(host, 'Waiting for the other side.')
  expect(await host.evaluate('window.opener')).toBeNull()

  const { page: guest, complaints: ofGuest } = await asPatient(url)
  await saveScreenshot(guest, 'visit-page-with-video')
  await guest.getByRole('link', { name: 'Join the video visit' }).click()
  await status(guest, 'You are connected.')
  await status(host, 'You are connected.')
  await expect.poll(() => width(guest, 'Clinic')).toBeGreaterThan(0)
  await expect.poll(() => width(host, 'Patient')).toBeGreaterThan(0)
  await expect.poll(() => width(host, 'Clinic (you)')).toBeGreaterThan(0)
  for (const page of [host, guest]) expect(await accessibilityProblems(page)).toEqual([])
  await saveScreenshot(host, 'video-room-host')
  await saveScreenshot(guest, 'video-room-guest')

  const mute = guest.getByRole('button', { name: 'Turn the microphone off' })
  await mute.click()
  expect(await mute.getAttribute('aria-pressed')).toBe('true')
  // A patient whose page is loaded again is found again.
  await guest.reload()
  await status(guest, 'You are connected.')
  await guest.getByRole('button', { name: 'Leave' }).click()
  await status(guest, 'You have left.')
  await status(host, 'The other side has left.')
  expect([...complaints, ...ofGuest]).toEqual([])
  await desk.context().close()
  await guest.context().close()
})

it('is closed at the desk before its time, which says why and opens nothing [VIDEO-04]', async () => {
  const clinic = await createClinicWithDesk(harness)
  const { visit } = await onlineVisit(clinic, '10:00')
  const { page: desk } = await openDesk(
    harness,
    browser,
    clinic,
    `day?date=2030-01-07&visit=${visit.id}`,
  )
  await desk.getByText('Open from 09:45 to 10:15').waitFor()
  await desk.getByRole('button', { name: 'Open the video call' }).click()
  await desk
    .getByRole('alert')
    .filter({ hasText: 'The video call opens 15 minutes before the visit.' })
    .waitFor()
  await saveScreenshot(desk, 'video-call-refused')
  await expect.poll(() => desk.context().pages().length).toBe(1)
  await desk.context().close()
})

it('tells a patient who comes early when it opens, in their language [VIDEO-04]', async () => {
  const clinic = await createClinicWithDesk(harness)
  const { url } = await onlineVisit(clinic, '11:00')
  const context = await browser.newContext({
    viewport: { width: 320, height: 700 },
    locale: 'de-DE',
    timezoneId: 'Asia/Kolkata',
    colorScheme: 'dark',
  })
  const page = await context.newPage()
  await page.goto(url)
  await page.getByText(/Der Videotermin öffnet am .*10:45/).waitFor()
  expect(await page.getByRole('link', { name: 'Zum Videotermin' }).count()).toBe(0)
  await saveScreenshot(page, 'visit-page-too-early')
  await page.goto(`${url}/video`)
  await page.getByText(/Der Videotermin öffnet am .*10:45/).waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await saveScreenshot(page, 'video-too-early')
  await page.getByRole('link', { name: 'Zurück zum Termin' }).click()
  await page.waitForURL(url)
  await context.close()
})

it('appears on the page of the queue with the call, without a reload, and leads into the room [VIDEO-04] [A-251]', async () => {
  const clinic = await createClinicWithDesk(harness, (file) => {
    const practice = file.practitioners['meera-shah']?.at.jaipur
    const days: ('MON' | 'TUE')[] = ['MON', 'TUE']
    practice?.fees?.push({ mode: 'ONLINE', amount: 250 })
    if (practice)
      practice.shifts = {
        ...practice.shifts,
        video: {
          days,
          from: '09:00',
          to: '13:00',
          mode: 'ONLINE',
          letter: 'V',
          maxAppointments: 40,
        },
      }
  })
  const { json, text } = await clinic.post(
    '/v1/qms-appointments/pre/book',
    tokenBody(clinic, {
      appointmentDate: '2030-01-07',
      qmsWorkShiftId: shiftId(clinic, 'video'),
      mode: 'ONLINE',
    }),
  )
  expect(json.visit?.videoLink, text).toMatch(/\/video\/[0-9a-z]{26}$/)
  await startShift(harness, clinic, 'video')
  const { page, complaints } = await asPatient(
    `${harness.application.publicUrl()}/queue/${json.visit.publicStatusToken}`,
  )
  const join = page.getByRole('link', { name: 'Join the video visit' })
  await page.getByText('opens here when it is your turn').waitFor()
  expect(await join.count()).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  await openQueueDesk(harness, clinic, 'video').callNext()
  await join.waitFor()
  expect(await accessibilityProblems(page)).toEqual([])
  await saveScreenshot(page, 'queue-page-with-video')
  await join.click()
  await status(page, 'Waiting for the other side.')

  const { page: desk } = await openDesk(
    harness,
    browser,
    clinic,
    `day?date=2030-01-07&visit=${json.visit.visitId}`,
  )
  await desk.getByText('Opens when the patient is called').waitFor()
  const opening = desk.context().waitForEvent('page')
  await desk.getByRole('button', { name: 'Open the video call' }).click()
  await status(await opening, 'You are connected.')
  await status(page, 'You are connected.')
  expect(complaints).toEqual([])
  await desk.context().close()
  await page.context().close()
})

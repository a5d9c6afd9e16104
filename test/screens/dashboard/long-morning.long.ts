// The longest morning of a reception, by the screen alone: every way to book at the desk, corrections, and what was done by mistake taken
// back. Clicks, keys and seconds are printed by kind of task. At the end the database says what the screen said.

import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { en } from '../../../dashboard/src/words/en.ts'
import { statusAt } from '../../../src/visits/appointments/appointment-status.ts'
import { standingOf } from '../../support/clinic/desk-member.ts'
import { clinicOfEight, practitionerNames as doctors } from '../../support/clinic/eight-practitioners.ts'
import type { Clinic, Json } from '../../support/clinic/harness.ts'
import { sentLink } from '../../support/clinic/sent-link.ts'
import { expectWithin } from '../../support/run/quiet-time.ts'
import { atRest } from '../../support/screens/at-rest.ts'
import { countedWork } from '../../support/screens/counted-work.ts'
import { openDesk } from '../../support/screens/dashboard-desk.ts'
import { look, openDashboard } from '../../support/screens/screen.ts'

const { house, browser } = await openDashboard()

const first = ['Kavya', 'Rohan', 'Anita', 'Sunil', 'Priya', 'Farhan', 'Maya', 'Nikhil', 'Sara', 'Imran', 'Leela', 'Dev', 'Ira', 'Vera', 'Lena', 'Arjun']
const last = ['Nair', 'Rao', 'Khan', 'Das', 'Bose']
const patients = last.flatMap((lastName) => first.map((firstName) => `${firstName} ${lastName}`))
const methods = ['Cash', 'Card', 'UPI', 'Bank transfer', 'INSURANCE', 'Other']

const clinicForTheMorning = () =>
  clinicOfEight(house, [{ days: ['FRI', 'MON'], from: '09:00', to: '13:00', modes: ['OFFLINE', 'ONLINE'] }], (file) => {
    file.sessionPacks = { ten: { displayName: 'Ten visits', sessions: 10, validityDays: 180, currency: 'INR', price: 4000, familyBooking: true } }
    file.workspace.paymentGateway = 'sandbox'
    file.workspace.notices = { payment: true }
  })

/** A text as screens write it, with blanks that do not break. */
const written = (text: string) => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s')}`)
/** Text of a screen with plain blanks. */
const plain = (text: string | null) => (text ?? '').replaceAll('\u00a0', ' ').trim()
const money = (minor: number) => `INR ${(minor / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`

/** What the panel of a visit says. */
async function panelSays(panel: Locator) {
  await atRest(panel.page())
  const texts = async (parts: Locator) => (await parts.allTextContents()).map(plain)
  const [terms, facts] = [await texts(panel.getByRole('term')), await texts(panel.getByRole('definition'))]
  const said = Object.fromEntries(terms.map((term, place) => [term, facts[place]]))
  const money = panel.getByRole('region', { name: 'Money' })
  const payments = await texts(money.getByRole('list', { name: 'Payments at the desk' }).getByRole('listitem'))
  return {
    patient: plain(await panel.getByRole('heading').first().textContent()),
    ...{ when: said.When, room: said.Room ?? null, status: said.Status, kind: said['Kind of visit'], mode: said.Mode, reference: said.Reference },
    money: plain(await money.textContent()),
    payments: payments.map((text) => /^(.*?, INR [\d,]+\.\d\d)/.exec(text)?.[1] + (text.includes('Corrected by') ? ', corrected' : '')),
  }
}

/** The same, as the database has it. */
const visitsStored = ({ workspaceId }: Clinic): Promise<Json[]> =>
  house.sql(
    `select a.booking_reference as reference, concat_ws(' ', p.first_name, p.last_name) as patient, r.name as room, a.type, a.mode,
       case when a.arrived_at is not null and a.status in ('SCHEDULED', 'RESCHEDULED', 'CONFIRMED') then 'ARRIVED' else ${statusAt('a').replaceAll(':now', '$2::timestamptz')} end as status,
       to_char(a.from_at at time zone 'Asia/Kolkata', 'Dy FMDD Mon') || ' · ' || to_char(a.from_at at time zone 'Asia/Kolkata', 'HH24:MI')
         || '–' || to_char(a.to_at at time zone 'Asia/Kolkata', 'HH24:MI') as "when",
       a.follow_up, a.booking_type, a.charge_minor::int as charge, a.discount_minor::int as discount, a.payment_status as paid, a.payment_mode as method,
       coalesce((select jsonb_agg(jsonb_build_object('method', d.method, 'minor', d.amount_minor, 'corrected',
           exists (select from desk_payments c where c.workspace_id = d.workspace_id and c.corrects_id = d.id)) order by d.id)
         from desk_payments d where d.workspace_id = a.workspace_id and d.cause = 'PAID'
           and (d.appointment_id = a.id)), '[]') as payments
     from appointments a
     join patients p on p.workspace_id = a.workspace_id and p.id = a.patient_id
     left join rooms r on r.workspace_id = a.workspace_id and r.id = a.room_id
     where a.workspace_id = $1
     order by a.from_at, a.id`,
    [workspaceId, new Date(house.application.clock.now())],
  )

const methodWord = (method: string) => en.method[method as keyof typeof en.method] ?? method

function asThePanelSays({ reference, patient, when, room, status, type, mode, payments }: Json) {
  return {
    ...{ patient, when, room, status: en.status[status as keyof typeof en.status], kind: en.terms.kinds[type as keyof typeof en.terms.kinds] },
    ...{ mode: en.mode[mode as keyof typeof en.mode], reference },
    payments: payments.map(({ method, minor, corrected }: Json) => `${methodWord(method)}, ${money(minor)}${corrected ? ', corrected' : ''}`),
  }
}

/** What the money of a visit has to say first. */
function moneyOf({ charge, discount, paid, method, status, payments, booking_type: bookingType }: Json): string {
  const payable = charge - discount
  const due = payable - payments.filter(({ corrected }: Json) => !corrected).reduce((sum: number, { minor }: Json) => sum + minor, 0)
  if (paid === 'UNPAID' && due > 0 && status !== 'CANCELLED' && status !== 'NO_SHOW') return `To be paid${money(due)}`
  const way = bookingType === 'USE_ACTIVE_PACKAGE' ? 'Session pack' : method === 'ONLINE' ? 'Online' : methodWord(method)
  return `${paid === 'PAID' ? `Paid, ${way}` : 'Money'}${money(payable)}`
}

it('60 visits booked in every way, ten corrections and twenty undos [DAY-02] [DAY-04] [DAY-05] [DAY-10] [DAY-14] [DAY-19]', {
  timeout: 1_800_000,
}, async () => {
  const clinic = await clinicForTheMorning()
  // 08:30 at the clinic, on a Friday.
  await house.moveTo('2030-01-04T03:00:00Z')
  const { page, complaints } = await openDesk(house, browser, clinic, 'day', { viewport: { width: 1900, height: 900 } })
  const { tasks, click, choose, drag, type, press, aside, task, report } = countedWork(page)
  const form = page.getByRole('complementary', { name: 'New visit' })
  const panel = page.getByRole('complementary', { name: 'Visit', exact: true })
  const button = (within: Locator | Page, name: string | RegExp) => within.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
  const cell = (doctor: number, name: string | RegExp) => page.getByRole('row', { name: doctors[doctor] as string }).getByRole('gridcell', { name })
  const free = (doctor: number, at: string) => cell(doctor, `${at}, free`)
  const price = form.getByRole('status').filter({ hasText: 'Price' })
  const notice = (hasText: string | RegExp) => page.getByRole('status').filter({ hasText })
  const atDesk = panel.getByRole('group', { name: 'Paid at the desk:' })

  interface Visit {
    doctor: number
    at: string
    patient: string
  }
  /** What each booking said that it costs, by its reference. */
  const prices = new Map<string, string>()
  const known = new Set<string>()
  let phones = 0
  const anotherPhone = () => {
    phones += 1
    return `98765432${String(phones).padStart(2, '0')}`
  }

  interface Way {
    /** The kind of task. */
    as: string
    costs?: string
    /** What is chosen in the form. */
    with?(): Promise<void>
  }
  async function book(doctor: number, at: string, place: number, { as, costs = '500.00', with: chosen }: Way): Promise<Visit> {
    const patient = patients[place] as string
    const isKnown = known.has(patient)
    const { ms } = await task(`${as}, ${isKnown ? 'known' : 'new'} patient`, async () => {
      await click(free(doctor, at))
      await form.getByRole('combobox', { name: 'Patient' }).waitFor()
      await type(patient)
      await press('Enter')
      await form.getByRole('combobox', { name: 'Patient' }).waitFor({ state: 'detached' })
      if (!isKnown) await type(anotherPhone())
      await chosen?.()
      await aside(() => price.getByText(`INR ${costs}`, { exact: true }).waitFor())
      await click(button(form, 'Book'))
      await panel.getByRole('heading', { name: patient, exact: true }).waitFor()
    })
    if (as === 'a follow-up') expectWithin(12_000, ms)
    known.add(patient)
    const { reference, when } = await panelSays(panel)
    expect(when).toContain(` · ${at}–`)
    prices.set(reference ?? '', `INR ${costs}`)
    return { doctor, at, patient }
  }
  const shown =
    (cellOf: Locator, { patient }: Visit) =>
    async () => {
      await click(cellOf)
      await panel.getByRole('heading', { name: patient, exact: true }).waitFor()
    }
  const cellOf = ({ doctor, at, patient }: Visit) => cell(doctor, new RegExp(`${at} ${patient}`))
  const open = (visit: Visit) => shown(cellOf(visit), visit)()
  async function more(name: string) {
    await click(button(panel, 'More'))
    await click(page.getByRole('menuitem', { name, exact: true }))
  }
  const pay = (visit: Visit, method: string) =>
    task('paid at the desk', async () => {
      await open(visit)
      await click(button(atDesk, method))
      await panel.getByText(`Paid, ${method}`).waitFor()
    })
  async function complete(visit: Visit) {
    await task('arrived, begun and completed', async () => {
      await open(visit)
      await click(button(panel, 'Arrived'))
      await click(button(panel, 'Begin'))
      await click(button(panel, 'Complete'))
      await click(button(panel, 'Yes, complete it'))
      await notice(`The visit of ${visit.patient} is completed.`).waitFor()
    })
  }

  // Friday: eight visits, which are followed up on Monday; two patients buy a pack.
  const friday: Visit[] = []
  for (let doctor = 0; doctor < doctors.length; doctor += 1) {
    const buys = doctor < 2
    const visit = await book(doctor, '09:00', doctor, {
      as: buys ? 'a pack bought with the visit' : 'a single visit',
      ...(buys && { costs: '4,000.00' }),
      with: async () => {
        if (!buys) return
        await click(form.getByRole('radio', { name: 'Buy Ten visits, 10 sessions' }))
        if (doctor === 0) await choose(form.getByLabel('Payment'), 'Card')
      },
    })
    friday.push(visit)
    await complete(visit)
    if (doctor !== 0) await pay(visit, methods[doctor % methods.length] as string)
  }

  // Monday, 08:30.
  await house.moveTo('2030-01-07T03:00:00Z')
  await page.reload()
  await click(button(page, 'Today'))
  await page.getByRole('heading', { level: 1, name: 'Monday 7 January' }).waitFor()
  const rows: Visit[][] = []
  const row = async (ways: ((doctor: number) => Promise<Visit>)[]) => {
    const booked: Visit[] = []
    for (const [doctor, way] of ways.entries()) booked.push(await way(doctor))
    rows.push(booked)
  }
  const each = <Value>(values: readonly Value[], wayOf: (doctor: number, value: Value) => Promise<Visit>) =>
    values.map((value) => (doctor: number) => wayOf(doctor, value))
  const ofAll = [...doctors.keys()]

  await row(each(ofAll, (doctor) => book(doctor, '09:00', 8 + doctor, { as: 'a single visit' })))
  await row([
    ...each([0, 1], (doctor) =>
      book(doctor, '09:15', doctor, { as: 'from a pack', costs: '0.00', with: () => click(form.getByRole('radio', { name: /^From Ten visits: 9 left/ })) }),
    ),
    ...each([2, 3, 4, 5, 6, 7], (doctor) =>
      book(doctor, '09:15', doctor, { as: 'a follow-up', costs: '200.00', with: () => click(form.getByRole('radio', { name: 'A follow-up' })) }),
    ),
  ])
  const kinds = Object.values(en.terms.kinds).filter((kind) => kind !== en.terms.kinds.CONSULTATION)
  await row([
    ...each(kinds, (doctor, kind) => book(doctor, '09:30', 16 + doctor, { as: 'another kind', with: () => choose(form.getByLabel('Kind of visit'), kind) })),
    (doctor) => book(doctor, '09:30', 8, { as: 'online', costs: '400.00', with: () => choose(form.getByLabel('Mode'), 'Online, INR\u00a0400.00') }),
    (doctor) => book(doctor, '09:30', 9, { as: 'in a room', with: () => choose(form.getByLabel('Room'), 'room-1') }),
    (doctor) =>
      book(doctor, '09:30', 10, {
        as: 'at a discount',
        costs: '440.50',
        with: async () => {
          await click(button(form, 'Discount …'))
          await type('59.5')
          await press('Tab')
          await type('Staff family')
        },
      }),
  ])
  await row([
    ...each(methods, (doctor, method) => book(doctor, '09:45', 24 + doctor, { as: 'paid at once', with: () => choose(form.getByLabel('Payment'), method) })),
    (doctor) =>
      book(doctor, '09:45', 11, {
        as: 'paid in part',
        with: async () => {
          await choose(form.getByLabel('Payment'), 'Card')
          await click(form.getByLabel('Amount paid now'))
          await press('Control+a')
          await type('150.25')
        },
      }),
    (doctor) =>
      book(doctor, '09:45', 12, {
        as: 'a pack bought with the visit',
        costs: '4,000.00',
        with: async () => {
          await click(form.getByRole('radio', { name: 'Buy Ten visits, 10 sessions' }))
          await choose(form.getByLabel('Payment'), 'UPI')
        },
      }),
  ])
  await row([
    ...each([0, 1, 2], (doctor) =>
      book(doctor, '10:00', 32 + doctor, {
        as: 'to be paid by a link',
        with: async () => {
          await click(form.getByLabel('E-mail'))
          await type(`patient${doctor}@example.org`)
        },
      }),
    ),
    ...each([3, 4, 5, 6, 7], (doctor) => book(doctor, '10:00', 13 + doctor, { as: 'a single visit' })),
  ])
  await row(each([0, 1, 2, 3], (doctor) => book(doctor, '10:15', 40 + doctor, { as: 'a single visit' })))
  const length = (minutes: number) => choose(form.getByLabel('Length'), `${minutes} min`)
  await row([
    ...each([0, 1], (doctor) => book(doctor, '10:30', 21 + doctor, { as: 'another length', costs: '900.00', with: () => length(30) })),
    ...each([2, 3], (doctor) => book(doctor, '10:30', 24 + doctor, { as: 'another length', costs: '350.00', with: () => length(10) })),
    (doctor) =>
      book(doctor, '10:30', 25, {
        as: 'everything at once',
        costs: '800.00',
        with: async () => {
          await length(30)
          await choose(form.getByLabel('Kind of visit'), 'Procedure')
          await choose(form.getByLabel('Room'), 'room-2')
          await click(button(form, 'Discount …'))
          await type('100')
          await press('Tab')
          await type('Second opinion')
          await choose(form.getByLabel('Payment'), 'Bank transfer')
        },
      }),
    ...each([5, 6, 7], (doctor) => book(doctor, '10:30', 23 + doctor, { as: 'a single visit' })),
  ])
  const [plainOnes, again, kindOnes, paidOnes, linked, later] = rows as [Visit[], Visit[], Visit[], Visit[], Visit[], Visit[]]
  const visit = (of: Visit[], doctor: number) => of[doctor] as Visit

  // A link to pay: one patient pays on the phone, one at the desk after all, one not yet.
  for (const doctor of [0, 1, 2]) {
    await task('a link to pay sent', async () => {
      await open(visit(linked, doctor))
      await click(button(panel, 'Send a payment link'))
      await panel.getByText(/A payment link was sent/).waitFor()
    })
    if (doctor > 0) continue
    const phone = await (await browser.newContext({ viewport: { width: 320, height: 700 }, locale: 'en' })).newPage()
    await phone.goto(await sentLink(house, clinic))
    await phone.getByRole('button', { name: /Pay .*500 online/ }).click()
    await phone.waitForURL(/sandbox-gateway/)
    await phone.getByRole('button', { name: /^Pay/ }).first().click()
    await phone.getByText(/500, paid/).waitFor()
    await panel.getByText('Paid, Online', { exact: true }).waitFor()
    await phone.context().close()
  }
  await pay(visit(linked, 1), 'UPI')

  // 09:30.
  await house.moveTo('2030-01-07T04:00:00Z')
  await page.reload()
  await panel.getByRole('heading', { name: visit(linked, 1).patient, exact: true }).waitFor()

  // Ten corrections.
  async function correct(of: Visit, recorded: string, { method, amount }: { method?: string; amount?: string }) {
    const { clicks } = await task('a payment corrected', async () => {
      await open(of)
      await click(button(panel, written(`Correct ${recorded}`)))
      const correction = panel.getByRole('form', { name: written(`Correct ${recorded}`) })
      await correction.waitFor()
      // The list of methods has the focus: a letter chooses.
      if (method) await type(method)
      await press('Tab')
      if (method !== 'Nothing') {
        if (amount) await type(amount)
        await press('Tab')
      }
      await type('Typed in a hurry')
      await press('Enter')
      await panel.getByText('Corrected by Nina Roy: Typed in a hurry').waitFor()
    })
    expect(clicks).toBeLessThanOrEqual(3)
  }
  const whole = 'INR 500.00'
  await correct(visit(paidOnes, 0), `Cash, ${whole}`, { method: 'Card' })
  await correct(visit(paidOnes, 1), `Card, ${whole}`, { method: 'UPI' })
  await correct(visit(paidOnes, 2), `UPI, ${whole}`, { method: 'Cash' })
  await correct(visit(paidOnes, 3), `Bank transfer, ${whole}`, { amount: '450' })
  await correct(visit(paidOnes, 4), `INSURANCE, ${whole}`, { amount: '480.5' })
  await correct(visit(paidOnes, 5), `Other, ${whole}`, { method: 'Nothing' })
  async function change(of: Visit, kind: string | undefined, room: string | undefined) {
    await task('kind and room changed', async () => {
      await open(of)
      await click(button(panel, 'Change kind or room'))
      const edit = panel.getByRole('form', { name: 'Change kind or room' })
      await edit.waitFor()
      if (kind) await type(kind)
      await press('Tab')
      if (room) await type(room)
      await press('Tab', 'Enter')
      await edit.waitFor({ state: 'detached' })
    })
  }
  await change(visit(plainOnes, 0), 'Procedure', 'room-1')
  await change(visit(plainOnes, 1), 'Check-up', 'room-2')
  await change(visit(kindOnes, 0), 'Consultation', undefined)
  await change(visit(kindOnes, 6), undefined, 'No')

  // Twenty undos: after each, everything is as it was.
  let undos = 0
  const undo = async (said: string | RegExp, what: string, work: () => Promise<void>) => {
    // Messages of tokens are planned by the time.
    const standing = async () => {
      const { planned, ...rest } = await standingOf(house, clinic)
      return what.includes('token') ? rest : { ...rest, planned }
    }
    const before = await standing()
    await task(`${what}, by mistake`, async () => {
      await work()
      await notice(said).waitFor()
    })
    expect(await standing()).not.toEqual(before)
    undos += 1
    const byKey = undos % 2 === 0
    await task(`undone by ${byKey ? 'U' : 'the button'}`, async () => {
      if (byKey) await press('u')
      else await click(page.getByRole('region', { name: 'Undo' }).getByRole('button', { name: /^Undo/ }))
      await notice(/^Undone: /).waitFor()
    })
    expect(await standing()).toEqual(before)
  }
  for (const doctor of [2, 3, 4, 5]) {
    const of = visit(plainOnes, doctor)
    const method = methods[doctor] as string
    const { clicks } = await task('opened', () => open(of))
    expect(clicks).toBe(1)
    await undo(written(`${of.patient} paid INR 500.00: ${method}.`), 'a payment', () => click(button(atDesk, method)))
  }
  for (const doctor of [2, 3, 4]) {
    const of = visit(again, doctor)
    await task('opened', () => open(of))
    await undo(`The consultation of ${of.patient} has begun.`, 'a consultation begun', () => more('Begin'))
  }
  for (const doctor of [5, 6, 7]) {
    const of = visit(again, doctor)
    await task('opened', () => open(of))
    await undo(`The visit of ${of.patient} is completed.`, 'a visit completed', async () => {
      await more('Complete')
      await click(button(panel, 'Yes, complete it'))
    })
  }
  for (const doctor of [0, 1, 6]) {
    const of = visit(paidOnes, doctor)
    await task('opened', () => open(of))
    await undo(`The visit of ${of.patient} is cancelled.`, 'a visit cancelled with its refund', async () => {
      await more('Cancel …')
      await click(panel.getByRole('radio', { name: /^Refund INR/ }))
      await click(button(panel, 'Cancel the visit'))
    })
  }
  for (const doctor of [0, 1]) {
    const of = visit(kindOnes, doctor)
    await task('opened', () => open(of))
    await undo(`${of.patient} is marked as a no-show.`, 'a no-show', () => more('No-show'))
  }
  await press('Escape')
  await panel.waitFor({ state: 'detached' })
  const dragged = visit(linked, 4)
  await undo(`${dragged.patient} was moved from 10:00 to 11:30.`, 'a visit dragged', () => drag(cellOf(dragged), free(4, '11:30')))
  const byKeys = visit(linked, 5)
  await cellOf(byKeys).focus()
  await undo(`${byKeys.patient} was moved from 10:00 to 10:45.`, 'a visit moved by keys', () => press('m', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter'))

  const block = page.getByRole('complementary', { name: 'Blocked time' })
  await task('a time blocked', async () => {
    await click(button(page, 'Block a time'))
    await choose(block.getByLabel('Who or what'), doctors[3] as string)
    await block.getByLabel('From, time').fill('10:15')
    await block.getByLabel('To, time').fill('13:00')
    await click(block.getByLabel('Reason'))
    await type('Ill')
    await press('Enter')
    await block.getByText('2 visits fall in this time and stay:').waitFor()
  })
  const moveAll = async () => {
    await click(button(block, 'Move all …'))
    await click(button(block, 'Move 2 visits'))
  }
  await undo('2 visits were moved.', 'all moved out of a blocked time', moveAll)
  await block.getByText('2 visits fall in this time and stay:').waitFor()
  await task('all moved out of a blocked time', async () => {
    await moveAll()
    await block.getByText('No visit falls in this time.').waitFor()
  })

  // The queue of the walk-ins.
  await click(page.getByRole('link', { name: 'Queue', exact: true }))
  await click(button(page, /^Start the queue/))
  for (const name of ['Tara Singh', 'Zoya Ali', 'Uma Roy']) {
    await task('a token given to a walk-in', async () => {
      await press('g')
      await page.getByLabel('Name').waitFor()
      await type(name)
      await press('Tab')
      await type(anotherPhone())
      await press('Enter')
      await page.getByRole('article', { name: 'Slip' }).waitFor()
      await press('Escape')
      await page.getByRole('article', { name: 'Slip' }).waitFor({ state: 'detached' })
    })
  }
  const turn = (token: string) => page.getByRole('article', { name: new RegExp(`^${token}`) })
  for (const token of ['A-1', 'A-2']) {
    await task('the next called', async () => {
      await press('n')
      await turn(token).waitFor()
    })
    await undo(`${token} was skipped.`, 'a token skipped', () => press('s'))
    await turn(token).waitFor()
    await task('a token begun and completed', async () => {
      await press('b')
      await turn(token).getByText('In consultation').waitFor()
      await press('c')
      await turn(token).waitFor({ state: 'detached' })
    })
  }
  await look(page, 'long-morning-queue')
  expect(undos).toBe(20)

  // The rest of the morning.
  await click(page.getByRole('link', { name: 'Day', exact: true }))
  await page.getByRole('heading', { level: 1, name: 'Monday 7 January' }).waitFor()
  for (const doctor of [2, 3, 4, 5]) await complete(visit(again, doctor))
  for (const [doctor, method] of methods.entries()) await pay(visit(plainOnes, doctor), method)
  const noShow = visit(kindOnes, 1)
  await task('a no-show', async () => {
    await open(noShow)
    await more('No-show')
    await notice(`${noShow.patient} is marked as a no-show.`).waitFor()
  })
  for (const of of [visit(paidOnes, 2), visit(later, 0)]) {
    await task('cancelled', async () => {
      await open(of)
      await more('Cancel …')
      if (of === visit(paidOnes, 2)) await click(panel.getByRole('radio', { name: /^Refund INR/ }))
      await click(button(panel, 'Cancel the visit'))
      await notice(`The visit of ${of.patient} is cancelled.`).waitFor()
    })
  }
  await look(page, 'long-morning-day')

  // Each visit, as its panel says it: the list has the cancelled ones, too.
  const stored = await visitsStored(clinic)
  expect(stored).toHaveLength(60)
  await page.getByText('List', { exact: true }).click()
  const said = new Map<string, Awaited<ReturnType<typeof panelSays>>>()
  for (const date of new Set(stored.map(({ when }) => when.slice(4, when.indexOf(' ·'))))) {
    await page.getByLabel('Date', { exact: true }).fill(`2030-01-${String(Number.parseInt(date, 10)).padStart(2, '0')}`)
    await page.getByRole('heading', { level: 1, name: new RegExp(`${date}`) }).waitFor()
    await atRest(page)
    const ofDate = stored.filter(({ when }) => when.slice(4).startsWith(`${date} `))
    const listed = (name: string) => page.getByRole('listitem').getByRole('button', { name: new RegExp(`^${name}`) })
    expect(await listed('\\d\\d:\\d\\d').filter({ hasNotText: 'Blocked' }).count()).toBe(ofDate.length)
    for (const { when, patient } of ofDate) {
      const [clock] = /\d\d:\d\d/.exec(when) ?? ['']
      await listed(`${clock} ${patient}`).click()
      await panel.getByRole('heading', { name: patient, exact: true }).waitFor()
      await panel.getByRole('definition').filter({ hasText: when }).first().waitFor()
      const one = await panelSays(panel)
      said.set(one.reference ?? '', one)
    }
  }
  for (const row of stored) {
    const { money: ofMoney, ...one } = said.get(row.reference) ?? { money: '' }
    expect(one, row.patient).toEqual(asThePanelSays(row))
    expect(ofMoney, row.patient).toMatch(new RegExp(`^${moneyOf(row).replaceAll('.', '\\.')}`))
    // It costs what the form said before it was booked.
    expect(money(row.charge - row.discount), row.patient).toBe(prices.get(row.reference))
  }
  expect(said.size).toBe(60)

  // The packs, in the records.
  const packs = await house.sql(
    `select p.id, q.id::int as patient, concat_ws(' ', q.first_name, q.last_name) as name, p.total_sessions - p.sessions_used as remain, p.activated_at is not null as active
     from patient_packs p join patients q on q.workspace_id = p.workspace_id and q.id = p.patient_id where p.workspace_id = $1 order by p.id`,
    [clinic.workspaceId],
  )
  expect(packs.map(({ name, remain, active }) => [name, remain, active])).toEqual([
    [patients[0], 8, true],
    [patients[1], 8, true],
    [patients[12], 9, true],
  ])
  for (const { name, remain } of packs) {
    await click(page.getByRole('link', { name: 'Patients', exact: true }))
    await page.getByLabel('Find a patient').fill(name)
    await page.getByRole('link', { name }).first().click()
    const pack = page.getByRole('article', { name: 'Ten visits' })
    await pack.getByText(`${remain} of 10 sessions left`).first().waitFor()
    expect(await pack.getByText('Active').count()).toBe(1)
  }

  // The payments, in the till: of Friday and of Monday.
  await click(page.getByRole('link', { name: 'Till', exact: true }))
  for (const date of ['2030-01-04', '2030-01-07']) {
    await page.getByLabel('Date', { exact: true }).fill(date)
    await atRest(page)
    const shownRows = (await page.getByRole('region', { name: 'The day by method' }).getByRole('table').first().getByRole('row').allInnerTexts()).map(plain)
    const sums = await house.sql(
      `select method, sum(amount_minor)::int as net from till_entries
       where workspace_id = $1 and (at at time zone 'Asia/Kolkata')::date = $2 group by method order by method`,
      [clinic.workspaceId, date],
    )
    expect(shownRows).toHaveLength(sums.length + 1)
    for (const { method, net } of sums) {
      const text = shownRows.find((shownRow) => shownRow.startsWith(`${methodWord(method)}, INR`)) ?? ''
      expect(text.split(/\s+/).at(-1)).toBe(money(net).replace('INR ', ''))
    }
  }
  await look(page, 'long-morning-till')

  expect(complaints).toEqual([])
  process.stdout.write(`\n${report().join('\n')}\n`)
  const clicksOf = (name: string) => {
    const sum = tasks.get(name)
    return sum ? sum.clicks / sum.times : Number.POSITIVE_INFINITY
  }
  expect(clicksOf('paid at the desk')).toBeLessThanOrEqual(3)
  expect(clicksOf('a payment corrected')).toBeLessThanOrEqual(3)
  expect(clicksOf('a follow-up, known patient')).toBe(3)
})

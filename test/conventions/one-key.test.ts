// One key, one answer: every operation that changes something is sent under one key three times at
// once, and then again. It answers the same, and nothing more is written (DASH-18).

import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../src/base/values/canonical.ts'
import { operations } from '../../src/doors/register/register.ts'
import { openMemberDesk } from '../support/clinic/desk-member.ts'
import { book, type Clinic, type Json, openHarness, slotTimes } from '../support/clinic/harness.ts'
import { storeMessage } from '../support/clinic/patient-writes.ts'
import {
  actOnPaymentPage,
  confirm,
  createPayingClinic,
  reserve,
} from '../support/clinic/paying-clinic.ts'
import { startShift, tokenBody } from '../support/clinic/queue-clinic.ts'
import { openWithoutTimers } from '../support/run/without-timers.ts'

const harness = await openWithoutTimers(() => openHarness())
// 07:00 at the clinic, on a day with visits and a queue.
await harness.moveTo('2030-01-07T01:30:00Z')
const monday = '2030-01-07'
const shift = 'meera-shah/jaipur/morning'
const reason = 'It was a mistake'

const operate = (clinic: Clinic, name: string, input: Json = {}): Promise<Json> =>
  harness.operate(name, { workspace: clinic.name, ...input })
const jaipur = (clinic: Clinic) => clinic.id('location', 'jaipur')
const asha = (clinic: Clinic) => clinic.id('practitioner', 'asha-rao')
const nina = (clinic: Clinic) => clinic.id('staff', 'nina-roy')
const at = (clock: string) => slotTimes(clock).fromDateTimeIso
const inSlot = (clinic: Clinic) => ({
  addressId: jaipur(clinic),
  doctorId: asha(clinic),
  mode: 'OFFLINE',
})

async function visit(clinic: Clinic, changes: Json = {}): Promise<Json> {
  const reply = await book(clinic, { ...slotTimes('10:00'), paymentStatus: 'UNPAID', ...changes })
  expect(reply.status, reply.text).toBe(201)
  return reply.json.appointment
}
const patient = async (clinic: Clinic, firstName = 'Tara'): Promise<number> =>
  (
    await clinic.post(
      '/v1/patients',
      { firstName, lastName: 'Iyer', phoneNumber: `98${firstName.length}6543210` },
      { headers: { 'x-acting-user-id': String(asha(clinic)) } },
    )
  ).json.id
/** A patient with an open message. */
const writer = async (clinic: Clinic) => {
  const id = await patient(clinic)
  return { id, until: await storeMessage(harness, clinic, id, 'May I bring my mother?') }
}
const colleague = async (clinic: Clinic): Promise<number> =>
  (
    await clinic.post(
      '/v1/users',
      { name: 'Ravi Nair', email: 'ravi@sunrise.example', addressIds: [jaipur(clinic)] },
      { headers: { 'x-acting-user-id': String(asha(clinic)) } },
    )
  ).json.id
async function line(clinic: Clinic): Promise<void> {
  await startShift(harness, clinic)
  for (const firstName of ['Meera', 'Tara']) {
    const reply = await clinic.post(
      '/v1/qms-appointments/immediate/book',
      tokenBody(clinic, { appointmentDate: monday, patientPayload: { firstName } }),
    )
    expect(reply.status, reply.text).toBe(201)
  }
}
async function called(clinic: Clinic): Promise<void> {
  await line(clinic)
  await operate(clinic, 'queue-next', { shift })
}
const tokenId = async (clinic: Clinic): Promise<number> =>
  (
    await clinic.post(
      '/v1/qms-appointments/pre/book',
      tokenBody(clinic, { appointmentDate: '2030-01-08' }),
    )
  ).json.visit.visitId
const soldPack = async (clinic: Clinic, more: Json = {}): Promise<Json> =>
  operate(clinic, 'packs-sell', {
    patientId: await patient(clinic),
    pack: 'ten',
    addressId: jaipur(clinic),
    ...more,
  })
const waiting = (clinic: Clinic): Promise<Json> =>
  operate(clinic, 'waiting-add', {
    addressId: jaipur(clinic),
    patientPayload: { firstName: 'Tara' },
  })
async function paidOnline(clinic: Clinic): Promise<Json> {
  const { json } = await reserve(clinic, slotTimes('11:00'))
  await actOnPaymentPage(harness, json.checkoutUrl, 'pay')
  await confirm(clinic, { sessionRef: json.sessionRef })
  return json
}
const key = (clinic: Clinic, kind = 'WIDGET'): Promise<Json> =>
  operate(clinic, 'key-create', {
    kind,
    name: 'page',
    allow: kind === 'WIDGET' ? [] : ['127.0.0.1'],
    origins: kind === 'WIDGET' ? ['https://a.example'] : [],
  })
const series = async (clinic: Clinic): Promise<Json> =>
  operate(clinic, 'series-book', {
    ...inSlot(clinic),
    patientPayload: { firstName: 'Tara' },
    starts: [at('11:00'), slotTimes('11:00', 15, '2030-01-14').fromDateTimeIso],
  })
const block = (clinic: Clinic): Promise<Json> =>
  operate(clinic, 'block-add', {
    addressId: jaipur(clinic),
    doctorId: asha(clinic),
    ...slotTimes('16:00', 60),
    reason,
  })
const version = async (clinic: Clinic): Promise<number> =>
  (await operate(clinic, 'settings-show')).version
const edit = { path: ['workspace', 'title'], value: 'Another title' }
const ofToken =
  (token = '1', prepare = called, more: Json = {}) =>
  async (clinic: Clinic) => {
    await prepare(clinic)
    return { shift, token, ...more }
  }
const changed = (operation: string, more: Json) => async (clinic: Clinic) => {
  const { id } = await visit(clinic)
  return { id: (await openMemberDesk(harness, clinic)(operation, { id, ...more })).change }
}
async function visitWithForm(clinic: Clinic, changes: Json = {}): Promise<Json> {
  await clinic.change((file: Json) => {
    const questions = [{ key: 'allergies', kind: 'text', label: 'Allergies?' }]
    file.forms = { health: { title: 'Health', signed: true, questions } }
  })
  return visit(clinic, changes)
}
async function failedNotice(clinic: Clinic): Promise<number> {
  const { id } = await visit(clinic)
  const [row] = await harness.sql(
    `insert into notices (workspace_id, appointment_id, kind, state, at, visit_from_at, channel, error)
     select workspace_id, id, 'reminder', 'FAILED', now(), from_at, 'email', 'refused' from appointments where id = $1 returning id::int`,
    [id],
  )
  return row.id
}

/** The input of a call, for each operation, after creating what the call needs. */
const inputs: Record<string, (clinic: Clinic) => Json | Promise<Json>> = {
  'form-open': async (clinic) => ({ id: (await visitWithForm(clinic)).id, form: 'health' }),
  'form-link': async (clinic) => ({ id: (await visitWithForm(clinic)).id }),
  'form-send': async (clinic) => ({
    id: (
      await visitWithForm(clinic, {
        patientPayload: { firstName: 'Tara', email: 'tara@example.org' },
      })
    ).id,
  }),
  'form-tablet': async (clinic) => ({ id: (await visitWithForm(clinic)).id }),
  'form-fill': async (clinic) => ({
    id: (await visitWithForm(clinic)).id,
    form: 'health',
    version: 1,
    fields: { allergies: 'None' },
    name: 'Meera Iyer',
  }),
  'form-withdraw': async (clinic) => {
    const { id, patientId } = await visitWithForm(clinic)
    await operate(clinic, 'form-fill', {
      id,
      form: 'health',
      version: 1,
      fields: {},
      name: 'Meera Iyer',
    })
    return { patientId, id: (await operate(clinic, 'patient-forms', { id: patientId }))[0].id }
  },
  'settings-schema': () => ({}),
  'settings-show': () => ({}),
  'settings-change': async (clinic) => ({ version: await version(clinic), edits: [edit] }),
  'settings-import': async (clinic) => ({
    source: (await operate(clinic, 'workspace-export')).source,
    anyVersion: true,
  }),
  'settings-versions': () => ({}),
  'settings-version': () => ({ number: 1 }),
  'settings-put-back': async (clinic) => {
    await operate(clinic, 'settings-change', { version: await version(clinic), edits: [edit] })
    return { number: 1, version: await version(clinic) }
  },
  'workspace-export': () => ({}),
  'key-create': () => ({ kind: 'DEVELOPER', name: 'server', allow: ['127.0.0.1'] }),
  'key-allow': async (clinic) => ({
    id: (await key(clinic, 'DEVELOPER')).id,
    add: ['203.0.113.7'],
  }),
  'key-rotate': async (clinic) => ({ id: (await key(clinic)).id }),
  'key-origins': async (clinic) => ({ id: (await key(clinic)).id, add: ['https://b.example'] }),
  'key-books-for': async (clinic) => ({ id: clinic.keyId, bookers: 'PATIENTS' }),
  'key-limit': async (clinic) => ({ id: (await key(clinic)).id, requestsPerMinute: 10 }),
  'key-deactivate': async (clinic) => ({ id: (await key(clinic)).id }),
  'key-delete': async (clinic) => {
    const { id } = await key(clinic)
    await operate(clinic, 'key-deactivate', { id })
    return { id }
  },
  'staff-activate': async (clinic) => ({ id: await colleague(clinic) }),
  'staff-deactivate': async (clinic) => {
    const id = await colleague(clinic)
    await operate(clinic, 'staff-activate', { id })
    return { id }
  },
  'doctor-late': async (clinic) => {
    await visit(clinic)
    return { addressId: jaipur(clinic), doctorId: asha(clinic), minutes: 20 }
  },
  'block-add': (clinic) => ({
    addressId: jaipur(clinic),
    doctorId: asha(clinic),
    ...slotTimes('16:00', 60),
    reason,
  }),
  'block-close': (clinic) => ({ addressId: jaipur(clinic), ...slotTimes('16:00', 60), reason }),
  'block-remove': async (clinic) => ({ id: (await block(clinic)).block.id }),
  'block-open': async (clinic) => ({
    closingId: (
      await operate(clinic, 'block-close', {
        addressId: jaipur(clinic),
        ...slotTimes('16:00', 60),
        reason,
      })
    ).closingId,
  }),
  'staff-invite': (clinic) => ({ id: nina(clinic) }),
  'staff-link-revoke': async (clinic) => {
    await operate(clinic, 'staff-invite', { id: nina(clinic) })
    return { id: nina(clinic) }
  },
  'staff-sign-out': (clinic) => ({ id: nina(clinic) }),
  'patient-export': async (clinic) => ({ id: await patient(clinic) }),
  'patient-erase': async (clinic) => ({ id: await patient(clinic), confirmed: true }),
  'patient-merge': async (clinic) => ({
    from: await patient(clinic),
    into: await patient(clinic, 'Meera'),
    reason,
    confirmed: true,
  }),
  'patient-alert': async (clinic) => ({
    id: await patient(clinic),
    alert: 'Diabetic',
    before: null,
  }),
  'patient-message-send': async (clinic) => ({
    id: (await writer(clinic)).id,
    text: 'Yes, please.',
  }),
  'patient-messages-done': (clinic) => writer(clinic),
  'patient-message-play': async (clinic) => {
    await patient(clinic)
    return { from: '+919846543210', text: 'May I bring my mother?' }
  },
  'patient-channel-stop': async (clinic) => ({ id: await patient(clinic), channel: 'sms' }),
  'patient-channel-resume': async (clinic) => {
    const input = { id: await patient(clinic), channel: 'sms' }
    await harness.operate('patient-channel-stop', { workspace: clinic.name, ...input })
    return input
  },
  'patient-booking-rule': async (clinic) => ({
    id: await patient(clinic),
    rule: 'BY_PHONE',
    reason,
  }),
  'patient-edit': async (clinic) => ({ id: await patient(clinic), lastName: 'Rao' }),
  'visit-book': (clinic) => ({
    ...inSlot(clinic),
    patientPayload: { firstName: 'Tara' },
    fromDateTimeIso: at('11:00'),
    paidBy: 'CASH',
  }),
  'visit-arrive': async (clinic) => ({ id: (await visit(clinic)).id }),
  'token-give': async (clinic) => {
    await line(clinic)
    return { qmsWorkShiftId: clinic.id('shift', shift), patientPayload: { firstName: 'Arjun' } }
  },
  // At 07:00 a visit at 07:10 can be entered.
  'visit-video': async (clinic) => ({
    id: (
      await operate(clinic, 'visit-book', {
        ...inSlot(clinic),
        mode: 'ONLINE',
        patientPayload: { firstName: 'Tara' },
        fromDateTimeIso: at('07:10'),
        unofferedReason: reason,
      })
    ).id,
  }),
  'visit-vitals': async (clinic) => ({ id: (await visit(clinic)).id, vital: { pulse: 72 } }),
  'visit-notes': async (clinic) => ({
    id: (await visit(clinic)).id,
    notes: 'Allergic',
    before: null,
  }),
  'visit-edit': async (clinic) => ({ id: (await visit(clinic)).id, type: 'EMERGENCY' }),
  'visit-status': async (clinic) => ({ id: (await visit(clinic)).id, status: 'COMPLETED' }),
  'visit-cancel': async (clinic) => ({ id: (await paidOnline(clinic)).appointment.id, refund: 50 }),
  'visit-move': async (clinic) => ({ id: (await visit(clinic)).id, to: `${monday}T12:00` }),
  'visit-undo': changed('visit-status', { status: 'COMPLETED' }),
  'series-book': (clinic) => ({
    ...inSlot(clinic),
    patientPayload: { firstName: 'Tara' },
    starts: [at('11:00'), at('11:15')],
  }),
  'series-move': async (clinic) => ({
    id: (await series(clinic)).id,
    fromDate: monday,
    days: 7,
    time: '12:00',
  }),
  'series-cancel': async (clinic) => ({ id: (await series(clinic)).id, fromDate: monday }),
  'waiting-add': (clinic) => ({ addressId: jaipur(clinic), patientPayload: { firstName: 'Tara' } }),
  'waiting-book': async (clinic) => ({
    id: (await waiting(clinic)).id,
    doctorId: asha(clinic),
    fromDateTimeIso: at('11:00'),
  }),
  'waiting-end': async (clinic) => ({ id: (await waiting(clinic)).id }),
  'waiting-offer': async (clinic) => ({
    id: (await waiting(clinic)).id,
    doctorId: asha(clinic),
    fromDateTimeIso: at('11:00'),
  }),
  'waiting-offer-end': async (clinic) => {
    const { id } = await waiting(clinic)
    await operate(clinic, 'waiting-offer', {
      id,
      doctorId: asha(clinic),
      fromDateTimeIso: at('11:00'),
    })
    return { id }
  },
  'visit-pay': async (clinic) => ({ id: (await visit(clinic)).id, method: 'CASH' }),
  'token-pay': async (clinic) => ({ id: await tokenId(clinic), method: 'CASH' }),
  'packs-pay': async (clinic) => ({
    id: (await soldPack(clinic)).id,
    method: 'CASH',
    addressId: jaipur(clinic),
  }),
  'visit-refund': async (clinic) => {
    const { id } = await visit(clinic, { paymentStatus: 'PAID' })
    await operate(clinic, 'visit-cancel', { id })
    return { id }
  },
  'token-refund': async (clinic) => {
    const id = await tokenId(clinic)
    await operate(clinic, 'token-pay', { id, method: 'CASH' })
    await operate(clinic, 'queue-cancel', { shift, date: '2030-01-08', token: '1' })
    return { id }
  },
  'packs-refund': async (clinic) => ({ id: (await soldPack(clinic, { paidBy: 'CASH' })).id }),
  'payments-correct': async (clinic) => ({
    id: (await operate(clinic, 'visit-pay', { id: (await visit(clinic)).id, method: 'CASH' })).id,
    reason,
  }),
  'payments-undo': changed('visit-pay', { method: 'CASH' }),
  'payments-ask': async (clinic) => ({
    id: (await visit(clinic, { patientPayload: { firstName: 'Tara', email: 'tara@example.org' } }))
      .id,
  }),
  'payments-leave': async (clinic) => ({
    id: (await reserve(clinic, slotTimes('11:00'))).json.appointment.id,
  }),
  'packs-ask': async (clinic) => {
    const { patientId } = await visit(clinic, {
      patientPayload: { firstName: 'Tara', email: 'tara@example.org' },
    })
    return {
      id: (
        await operate(clinic, 'packs-sell', { patientId, pack: 'ten', addressId: jaipur(clinic) })
      ).id,
    }
  },
  'packs-leave': async (clinic) => ({ id: (await soldPack(clinic)).id }),
  'queue-start': () => ({ shift }),
  'queue-next': async (clinic) => {
    await line(clinic)
    return { shift }
  },
  'queue-recall': ofToken(),
  'queue-skip': ofToken(),
  'queue-return': ofToken('1', async (clinic) => {
    await called(clinic)
    await operate(clinic, 'queue-skip', { shift, token: '1' })
  }),
  'queue-begin': ofToken(),
  'queue-complete': ofToken('1', async (clinic) => {
    await called(clinic)
    await operate(clinic, 'queue-begin', { shift, token: '1' })
  }),
  'queue-no-show': ofToken(),
  'queue-cancel': ofToken(),
  'queue-undo': async (clinic) => {
    await called(clinic)
    return {
      id: (await openMemberDesk(harness, clinic)('queue-skip', { shift, token: '1' })).change,
    }
  },
  'queue-take-back': ofToken(),
  'queue-move': ofToken('2', called, { to: 1, reason }),
  'queue-end': async (clinic) => {
    await called(clinic)
    return { shift }
  },
  'board-make': (clinic) => ({
    addressId: jaipur(clinic),
    name: 'Hall',
    qmsWorkShiftIds: [clinic.id('shift', shift)],
  }),
  'board-renew': async (clinic) => {
    const made = await operate(clinic, 'board-make', {
      addressId: jaipur(clinic),
      name: 'Hall',
      qmsWorkShiftIds: [clinic.id('shift', shift)],
    })
    return { id: made.id }
  },
  'board-withdraw': async (clinic) => {
    const made = await operate(clinic, 'board-make', {
      addressId: jaipur(clinic),
      name: 'Hall',
      qmsWorkShiftIds: [clinic.id('shift', shift)],
    })
    return { id: made.id }
  },
  'packs-grant': async (clinic) => ({ patientId: await patient(clinic), pack: 'ten' }),
  'packs-correct': async (clinic) => ({
    id: (await soldPack(clinic, { paidBy: 'CASH' })).id,
    sessions: -1,
    reason,
  }),
  'packs-sell': async (clinic) => ({
    patientId: await patient(clinic),
    pack: 'ten',
    addressId: jaipur(clinic),
    paidBy: 'CASH',
  }),
  'payments-refund': async (clinic) => {
    const { sessionRef, appointment } = await paidOnline(clinic)
    await operate(clinic, 'visit-cancel', { id: appointment.id })
    return { reference: sessionRef, reason }
  },
  'payments-reconcile': () => ({}),
  'till-close': async (clinic) => {
    await operate(clinic, 'visit-pay', { id: (await visit(clinic)).id, method: 'CASH' })
    return { addressId: jaipur(clinic), counts: [{ method: 'CASH', currency: 'INR', amount: 500 }] }
  },
  'receipt-give': async (clinic) => ({
    deskPaymentId: (
      await operate(clinic, 'visit-pay', { id: (await visit(clinic)).id, method: 'CASH' })
    ).id,
  }),
  'receipt-send': async (clinic) => {
    const { id } = await operate(clinic, 'visit-pay', {
      id: (await visit(clinic)).id,
      method: 'CASH',
    })
    await operate(clinic, 'receipt-give', { deskPaymentId: id })
    return { deskPaymentId: id, to: 'meera@example.org', language: 'en' }
  },
  'calendar-refresh': () => ({}),
  'calendar-import': () => ({
    calendar: 'asha-rao/elsewhere',
    source: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nEND:VCALENDAR\r\n',
  }),
  'notices-retry': async (clinic) => ({ id: await failedNotice(clinic) }),
  'notices-off': () => ({}),
  'notices-on': () => ({}),
  'form-preview': () => ({
    form: { title: 'Health', questions: [{ key: 'weight', kind: 'number', label: 'Weight' }] },
  }),
  'form-versions': () => ({ name: 'health' }),
  'form-version': async (clinic) => {
    await clinic.change((file: Json) => {
      const questions = [{ key: 'weight', kind: 'number', label: 'Weight' }]
      file.forms = { health: { title: 'Health', questions } }
    })
    return { name: 'health', version: 1 }
  },
  'patients-expiring': () => ({}),
  'notices-preview': () => ({ kind: 'reminder' }),
  'account-test': () => ({ account: 'email' }),
  'notices-test': (clinic) => ({ kind: 'reminder', staffId: nina(clinic) }),
  'sandbox-gateway-fail': () => ({
    call: 'refund',
    how: 'refuse',
    status: 402,
    body: { message: 'Not today.' },
    times: 1,
  }),
  'sandbox-gateway-heal': () => ({}),
}

const changing = operations.filter(
  ({ right, scope, runsOn }) =>
    right?.endsWith(':write') && scope === 'workspace' && runsOn === 'application',
)

it('of every operation that changes something is tried below [DASH-18]', () => {
  expect(Object.keys(inputs).toSorted()).toEqual(changing.map(({ name }) => name).toSorted())
})

/** What a call came to: its answer as a browser receives it, or its refusal. */
const callOutcome = (call: Promise<Json>): Promise<string> =>
  call.then(canonicalJson, (error) => `${error.code ?? error}`)

describe('three calls at once and one more, under one key', () => {
  it.each(changing.map(({ name, once }) => [name, once] as const))(
    '%s: one answer, and it is done once [DASH-18]',
    async (name, once) => {
      const clinic = await createPayingClinic(harness, (file) => {
        const nina = file.staff?.['nina-roy']
        if (nina) nina.email = `nina@${file.workspace.name}.example`
        file.workspace.notices = {
          offer: true,
          late: true,
          reminder: true,
          payment: true,
          packPayment: true,
          forms: true,
          channels: ['email', 'sms'],
        }
        file.workspace.messages = {
          email: { smtp: { url: 'smtp://127.0.0.1:25', from: 'codes@sunrise.example' } },
        }
        Object.assign(file.practitioners['asha-rao'] ?? {}, { calendars: { elsewhere: {} } })
      })
      const input = await inputs[name]?.(clinic)
      const desk = openMemberDesk(harness, clinic)
      const repeatKey = randomUUID()
      const together = await Promise.all(
        Array.from({ length: 3 }, () => callOutcome(desk(name, input, repeatKey))),
      )
      const rows = await clinic.bookingRows()
      const standing = await harness.sql(
        'select count(*)::int from audit_entries where workspace_id = $1',
        [clinic.workspaceId],
      )
      const again = await callOutcome(desk(name, input, repeatKey))
      // A secret is shown once; whoever asks again is told that it was made.
      const answers =
        once === 'WITHOUT_ANSWER'
          ? together.filter((answer) => answer !== 'ALREADY_DONE')
          : together
      expect(again).toBe(once === 'WITHOUT_ANSWER' ? 'ALREADY_DONE' : answers[0])
      expect(new Set(answers).size, together.join('\n')).toBe(1)
      expect(answers[0], 'the first call was refused').toMatch(/^[[{"]/)
      expect(await clinic.bookingRows()).toBe(rows)
      expect(
        await harness.sql('select count(*)::int from audit_entries where workspace_id = $1', [
          clinic.workspaceId,
        ]),
      ).toEqual(standing)
      if (once === 'WITHOUT_ANSWER') expect(answers).toHaveLength(1)
    },
  )
})

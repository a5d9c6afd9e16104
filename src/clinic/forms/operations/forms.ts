// Forms of visits and patients, for staff: what is missing, the answers, filling in, consents.

import { Type } from 'typebox'
import {
  anyObject,
  choice,
  flag,
  id,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
  timestamp,
} from '../../../base/contract/schemas.ts'
import type { RowOf } from '../../../base/db/statement.ts'
import {
  type InWorkspace,
  optionalWithDefault,
  workspaceOperation,
} from '../../../base/operations/operation.ts'
import { isoAt } from '../../../base/values/clinic-time.ts'
import {
  type Answers,
  type FieldValues,
  type FormContent,
  formMoments,
  translateForm,
} from '../../../base/values/forms.ts'
import { recordAccess } from '../../audit/audit.ts'
import type { Configurations } from '../../catalogue/configuration.ts'
import { makeTabletLink } from '../../notices/tablet-links.ts'
import { makeVisitLink } from '../../notices/visit-links.ts'
import { resolvePatientForRead, resolvePatientForWrite } from '../../patients/led-to.ts'
import { completeForm, openForm, prefilledFields, readFields, saveDraft } from '../fill-form.ts'
import { problem } from '../problems.ts'
import { fillsOfPatient } from '../queries.ts'
import type { SealedAnswers } from '../sealed-answers.ts'
import { sendForms } from '../send-forms.ts'
import { formStates, listFormsOfVisits, loadVisitForms } from '../visit-forms.ts'
import { withdrawSignature } from '../withdraw-signature.ts'

type WithAnswers = InWorkspace<{ answers: SealedAnswers }>

const content = Type.Unsafe<FormContent>(
  anyObject('What the form asks, as in the clinic file.', { title: 'About your health' }),
)
const answers = Type.Unsafe<Answers>(
  anyObject('The answers by the keys of the questions.', { allergies: 'none' }),
)
const fields = Type.Unsafe<FieldValues>(
  anyObject('What the fields contain: a text for each question, or a list of options.', {
    allergies: 'none',
  }),
)

const askedFormSchema = object({
  name: text('The name in the clinic file.', 'health'),
  title: text('The title.', 'About your health'),
  when: choice(formMoments, 'When it is asked.'),
  state: choice(
    formStates,
    'MISSING until it is filled in; WITHDRAWN if the patient has withdrawn the signature.',
  ),
  filledId: nullable(id('The answers that count; null if there are none.', 7)),
  signed: flag('Whether these answers are signed.', false),
  completedAt: nullable(timestamp('When it was filled in.')),
})

export const visitForms = workspaceOperation({
  name: 'visit-forms',
  right: 'visits:read',
  about: 'visit',
  summary: 'List the forms that a visit or token asks for, and which are missing.',
  input: object({ id: id('The visit or token.', 41) }),
  output: list(askedFormSchema, 'The forms, in the order in which they are asked.'),
  async run({ database, workspaceId }, { id: visitId }) {
    const forms = await listFormsOfVisits(database, workspaceId, [visitId])
    return (forms.get(visitId) ?? []).map(({ completedAt, ...form }) => ({
      ...form,
      completedAt: completedAt === null ? null : isoAt('UTC', completedAt),
    }))
  },
})

const filledForm = object({
  id: id('The filled form.', 7),
  name: text('The form.', 'health'),
  version: integer('The version that was filled in.', 1),
  content,
  visitId: id('The visit or token for which it was filled in.', 41),
  completedAt: timestamp('When.'),
  language: text('The language in which it was read.', 'en'),
  filledBy: choice(
    ['PATIENT', 'STAFF', 'TABLET'],
    'Who filled it in: the patient on their page, staff, or the patient on a tablet of the clinic.',
  ),
  member: nullable(text('The member of staff.', 'Nina Roy')),
  answers: nullable(answers),
  signature: nullable(
    object(
      {
        name: text('The typed name; empty if it was drawn.', 'Meera Iyer'),
        drawing: nullable(text('The drawn lines, as an SVG path.', 'M10 10L20 30')),
        contact: nullable(
          object(
            {
              value: text('The phone or e-mail address.', '+919876543210'),
              provenAt: timestamp('When a booking was made after a one-time code to it.'),
            },
            { description: 'The contact that was verified; null if none was.' },
          ),
        ),
        address: nullable(text('The network address that it came from.', '203.0.113.7')),
        textHash: text(
          'The SHA-256 hash of the signed words, in hexadecimal.',
          'b94d27b9934d3e08…',
        ),
        withdrawnAt: nullable(timestamp('When it was withdrawn; null if it counts.')),
      },
      { description: 'The signature; null if it was not signed.' },
    ),
  ),
})

const fillsMax = 100

function filledView(
  row: RowOf<typeof fillsOfPatient.returns>,
  workspaceId: number,
  sealed: SealedAnswers,
) {
  const { sealed: _, signedHash, withdrawnAt, completedAt, content: asked, ...facts } = row
  const opened = sealed.open({ workspaceId, ...row })
  const signature = opened?.signature
  return {
    ...facts,
    content: translateForm(asked, row.language),
    completedAt: isoAt('UTC', completedAt),
    answers: opened?.answers ?? null,
    signature:
      signature && signedHash
        ? {
            name: signature.name,
            drawing: signature.drawing ?? null,
            contact: signature.contact,
            address: signature.address,
            textHash: signedHash.toString('hex'),
            withdrawnAt: withdrawnAt === null ? null : isoAt('UTC', withdrawnAt),
          }
        : null,
  }
}

const filledForms = list(
  filledForm,
  `Filled forms, the latest first, at most ${fillsMax}; answers are null if the installation has lost its secret.`,
)

export const patientForms = workspaceOperation({
  name: 'patient-forms',
  right: 'patients:read',
  about: 'patient',
  summary: 'Show the forms that a patient has filled in, with the answers; the access is recorded.',
  input: object({
    id: id('The patient.', 42),
    visitId: optional(id('Only forms that were filled in for this visit or token.', 41)),
    fillId: optional(id('Only this filled form.', 7)),
  }),
  output: filledForms,
  async run(
    { database, clock, answers: sealed, actor, workspaceId }: WithAnswers,
    { id: requestedId, visitId = null, fillId = null },
  ) {
    return database.transaction(async (queries) => {
      const patientId = await resolvePatientForRead(queries, workspaceId, requestedId)
      const rows = await queries.rows(fillsOfPatient, {
        workspaceId,
        patientId,
        visitId,
        fillId,
        limit: fillsMax,
      })
      if (rows.length > 0)
        await recordAccess(queries, workspaceId, actor, {
          action: 'READ',
          patientIds: [patientId],
          now: clock.now(),
        })
      return rows.map((row) => filledView(row, workspaceId, sealed))
    })
  },
})

const formOfVisit = {
  id: id('The visit or token.', 41),
  form: text('The form, by its name in the clinic file.', 'health', { maxLength: 63 }),
}

export const formOpen = workspaceOperation({
  name: 'form-open',
  right: 'patients:write',
  about: 'visit',
  summary: 'Open a form of a visit to fill it in for the patient, with what was answered before.',
  input: object(formOfVisit),
  output: object({
    version: integer('Send it with the answers.', 1),
    content,
    fields,
    changed: list(
      text('The key of a question.', 'allergies'),
      'Questions that are new or have changed since the patient filled in an earlier version.',
    ),
  }),
  async run(
    { database, clock, answers: sealed, actor, workspaceId }: WithAnswers,
    { id: visitId, form },
  ) {
    return database.transaction(async (queries) => {
      const opened = await openForm(queries, sealed, { workspaceId, visitId, form })
      const { visit } = opened
      await recordAccess(queries, workspaceId, actor, {
        action: 'READ',
        patientIds: [visit.patientId],
        ...(visit.isToken ? { visitIds: [visitId] } : { appointmentId: visitId }),
        now: clock.now(),
      })
      const { version, content: asked } = opened.form
      return {
        version,
        content: asked,
        fields: prefilledFields(opened),
        changed: [...opened.changed],
      }
    })
  },
})

export const formFill = workspaceOperation({
  name: 'form-fill',
  right: 'patients:write',
  about: 'visit',
  summary: 'Fill in a form of a visit for the patient, or store what was typed so far.',
  input: object({
    ...formOfVisit,
    version: integer('The version that was opened.', 1, { minimum: 1, maximum: 2_147_483_647 }),
    fields,
    name: optional(text('The name that the patient signs with.', 'Meera Iyer', { maxLength: 200 })),
    draft: optionalWithDefault(flag('Whether to only store it as a draft.', false), false),
  }),
  output: object({
    done: flag('Whether it is complete.', true),
    mistakes: Type.Unsafe<Readonly<Record<string, string>>>(
      anyObject('What is wrong, by the keys of the questions.', { since: 'NO_DATE' }),
    ),
  }),
  async run(
    { database, clock, answers: sealed, actor, workspaceId }: WithAnswers,
    { id: visitId, form, version, fields: sentFields, name, draft },
  ) {
    const services = { database, clock, answers: sealed }
    const request = {
      workspaceId,
      visitId,
      form,
      actor,
      filledBy: 'STAFF' as const,
      language: await formLanguage(database, workspaceId, visitId, form),
    }
    const typed = readFields(sentFields)
    if (draft) {
      await saveDraft(services, request, typed)
      return { done: false, mistakes: {} }
    }
    const signature = name === undefined ? undefined : { name }
    const mistakes = await completeForm(services, request, { version, fields: typed, signature })
    return { done: Object.keys(mistakes).length === 0, mistakes }
  },
})

/** Staff read a form in its own language. */
async function formLanguage(
  queries: Parameters<typeof loadVisitForms>[0],
  workspaceId: number,
  visitId: number,
  name: string,
): Promise<string> {
  const loaded = await loadVisitForms(queries, workspaceId, visitId)
  const form = loaded?.forms.find((one) => one.name === name)
  if (!form) throw problem('FORM_NOT_FOUND', { id: visitId, form: name })
  return form.content.language
}

export const formWithdraw = workspaceOperation({
  name: 'form-withdraw',
  right: 'patients:write',
  about: 'patientId',
  summary: 'Record that a patient has withdrawn a signature; the form and its evidence stay.',
  input: object({
    patientId: id('The patient.', 42),
    id: id('The signed form.', 7),
  }),
  output: object({ withdrawnAt: timestamp('When it was withdrawn.') }),
  async run({ database, clock, actor, workspaceId }, { patientId: requestedId, id: formId }) {
    return database.transaction(async (queries) => {
      const now = clock.now()
      const patientId = await resolvePatientForWrite(queries, workspaceId, requestedId)
      const withdrawnAt = await withdrawSignature(
        queries,
        { workspaceId, actor, patientId, id: formId },
        now,
      )
      return { withdrawnAt: isoAt('UTC', withdrawnAt) }
    })
  },
})

type LinkServices = InWorkspace<{ publicUrl(): string }>

/** Makes a link to the forms of a visit, whose patient's record was opened for it. */
async function makeFormLink(
  { database, clock, actor, workspaceId }: LinkServices,
  visitId: number,
  makeLink: typeof makeVisitLink,
): Promise<string> {
  return database.transaction(async (queries) => {
    const now = clock.now()
    const loaded = await loadVisitForms(queries, workspaceId, visitId)
    if (!loaded) throw problem('VISIT_HAS_NO_FORMS', { id: visitId })
    const { patientId, isToken } = loaded.visit
    const subject = isToken ? { visitId } : { appointmentId: visitId }
    const path = await makeLink(queries, { workspaceId, ...subject }, now)
    await recordAccess(queries, workspaceId, actor, {
      action: 'READ',
      patientIds: [patientId],
      ...(isToken ? { visitIds: [visitId] } : { appointmentId: visitId }),
      now,
    })
    return path
  })
}

export const formLink = workspaceOperation({
  name: 'form-link',
  // The link alone lets its holder fill in the forms and see the visit.
  once: 'WITHOUT_ANSWER',
  right: 'visits:write',
  about: 'visit',
  summary: 'Make a link to the forms of a visit, to send or show to the patient.',
  input: object({ id: id('The visit or token.', 41) }),
  output: object({
    url: text('The address, valid until a month after the visit.', 'https://…/visit/…/forms'),
  }),
  async run(services: LinkServices, { id: visitId }) {
    const path = await makeFormLink(services, visitId, makeVisitLink)
    return { url: `${services.publicUrl()}${path}/forms` }
  },
})

export const formTablet = workspaceOperation({
  name: 'form-tablet',
  once: 'WITHOUT_ANSWER',
  right: 'visits:write',
  about: 'visit',
  summary: 'Make a link with which the patient fills in the forms of a visit on your tablet.',
  input: object({ id: id('The visit or token.', 41) }),
  output: object({
    url: text(
      'The address; it opens nothing once the forms are filled in, or half an hour after the last word.',
      'https://…/tablet/…',
    ),
  }),
  async run(services: LinkServices, { id: visitId }) {
    return {
      url: `${services.publicUrl()}${await makeFormLink(services, visitId, makeTabletLink)}`,
    }
  },
})

interface Configured {
  configurations: Configurations
  mode: 'sandbox' | 'production'
}

export const formSend = workspaceOperation({
  name: 'form-send',
  right: 'visits:write',
  about: 'visit',
  summary: 'Send the patient of a visit or token the link to its missing forms.',
  input: object({ id: id('The visit or token.', 41) }),
  output: object({ id: id('The visit or token.', 41) }),
  async run(
    { database, configurations, mode, clock, actor, workspaceId }: InWorkspace<Configured>,
    { id: visitId },
  ) {
    const configuration = await configurations.of(workspaceId)
    await database.transaction((queries) =>
      sendForms(queries, visitId, { configuration, mode, actor, now: clock.now() }),
    )
    return { id: visitId }
  },
})

export const formOperations = [
  visitForms,
  patientForms,
  formOpen,
  formFill,
  formLink,
  formTablet,
  formSend,
  formWithdraw,
]

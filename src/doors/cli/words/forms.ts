// Commands for forms that patients fill in.

import {
  formFill,
  formLink,
  formOpen,
  formSend,
  formTablet,
  formWithdraw,
  patientForms,
  visitForms,
} from '../../../clinic/forms/operations/forms.ts'
import {
  formPreview,
  formVersion,
  formVersions,
} from '../../../management/clinic-file/operations/form-preview.ts'
import { command } from './command.ts'
import { idMember, jsonObject } from './typed.ts'

const visitMember = idMember('a visit', 'clinic visit list')
const patientMember = idMember('a patient', 'clinic patient find NAME')

export const formCommands = [
  command(visitForms, { arguments: ['id'], members: { id: visitMember } }),
  command(patientForms, {
    formatResult: (forms) => ({
      columns: ['id', 'name', 'version', 'completedAt', 'filledBy', 'answers'],
      rows: forms.map(({ answers, ...form }) => ({
        ...form,
        answers: answers === null ? 'cannot be read' : JSON.stringify(answers),
      })),
    }),
    arguments: ['id'],
    members: {
      id: patientMember,
      visitId: { ...visitMember, name: 'visit' },
      fillId: { ...idMember('a filled form', 'clinic patient forms ID'), name: 'form' },
    },
  }),
  command(formOpen, {
    formatResult: ({ version, content, fields }) => ({
      columns: ['key', 'kind', 'question', 'answer'],
      rows: content.questions.map(({ key, kind, label }) => ({
        key,
        kind,
        question: `${label} (version ${version})`,
        answer: fields[key] === undefined ? null : String(fields[key]),
      })),
    }),
    arguments: ['id', 'form'],
    members: { id: visitMember },
  }),
  command(formFill, {
    formatResult: ({ done, mistakes }) => {
      const wrong = Object.entries(mistakes).map(([key, mistake]) => `${key}: ${mistake}`)
      if (wrong.length > 0) return `not complete: ${wrong.join(', ')}`
      return done ? 'the form is complete' : 'the draft is stored'
    },
    arguments: ['id', 'form', 'fields'],
    members: { id: visitMember, fields: jsonObject, name: { name: 'signed-by' } },
  }),
  command(formLink, {
    formatResult: ({ url }) => url,
    arguments: ['id'],
    members: { id: visitMember },
  }),
  command(formSend, {
    formatResult: ({ id }) => `the link to the forms of visit ${id} is being sent`,
    arguments: ['id'],
    members: { id: visitMember },
  }),
  command(formTablet, {
    formatResult: ({ url }) => url,
    arguments: ['id'],
    members: { id: visitMember },
  }),
  command(formPreview, {
    formatResult: ({ html }) => html,
    arguments: ['form'],
    members: { form: jsonObject },
  }),
  command(formVersions, {
    formatResult: (rows, { name }) =>
      rows.length === 0 ? `there is no form ${name}` : { columns: ['version', 'questions'], rows },
    arguments: ['name'],
  }),
  command(formVersion, {
    formatResult: ({ html }) => html,
    arguments: ['name', 'version'],
  }),
  command(formWithdraw, {
    formatResult: ({ withdrawnAt }) => `the signature is withdrawn since ${withdrawnAt}`,
    arguments: ['patientId', 'id'],
    members: { patientId: patientMember, id: idMember('a signed form', 'clinic patient forms ID') },
  }),
]

// A form as patients see it, before it is applied (FORM-01).

import type { Static } from 'typebox'
import { anyObject, integer, list, object, optional, text } from '../../../base/contract/schemas.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import { isColour } from '../../../base/values/colour.ts'
import { type FormContent, translateForm } from '../../../base/values/forms.ts'
import { invalid } from '../../../base/values/problem.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import { versionsOfForm } from '../../../clinic/forms/queries.ts'
import { clinicLook } from '../../../doors/patient-pages/queries.ts'
import { pageLanguages } from '../../../doors/patient-pages/settings.ts'
import { formScreen } from '../../../doors/patient-pages/visit/form-page.ts'
import { asMapping } from '../checking.ts'
import { problem } from '../problems.ts'
import { readForm } from '../sections/forms.ts'

const formName = text('The form, as in the clinic file.', 'health', {
  minLength: 1,
  maxLength: 63,
})
const input = object({
  form: anyObject('The form, as in the clinic file.', { title: 'About your health' }),
  language: optional(
    text('The language in which it is shown; default: its own.', 'de', {
      minLength: 2,
      maxLength: 35,
    }),
  ),
})

export const formPreview = workspaceOperation({
  name: 'form-preview',
  right: 'setup:write',
  summary: 'Show a form as a page for patients, as it is after a change of the settings.',
  input,
  output: object({
    html: text('The page, which sends nothing and shows all questions.', '<!doctype html>…'),
  }),
  async run(context: InWorkspace<Configured>, { form, language }: Static<typeof input>) {
    const read = readForm(asMapping(form))
    if ('mistakes' in read) throw problem('CLINIC_FILE_INVALID', {}, { mistakes: read.mistakes })
    return { html: await renderForm(context, read.content, language) }
  },
})

const versionsMax = 100

export const formVersions = workspaceOperation({
  name: 'form-versions',
  right: 'setup:write',
  summary: 'List the versions of a form, which changes of its questions or words have made.',
  input: object({ name: formName }),
  output: list(
    object({
      version: integer('The version.', 2),
      questions: integer('How many questions it has.', 12),
    }),
    `The last ${versionsMax} versions, the latest first; none: there is no such form.`,
  ),
  async run({ database, workspaceId }, { name }) {
    const rows = await database.rows(versionsOfForm, { workspaceId, name, limit: versionsMax })
    return rows.map(({ version, content }) => ({ version, questions: content.questions.length }))
  },
})

export const formVersion = workspaceOperation({
  name: 'form-version',
  right: 'setup:write',
  summary: 'Show an earlier version of a form as a page for patients.',
  input: object({
    name: formName,
    version: integer('The version.', 2, { minimum: 1, maximum: 2_147_483_647 }),
    language: input.properties.language,
  }),
  output: formPreview.output,
  async run(
    context: InWorkspace<Configured>,
    { name, version, language }: { name: string; version: number; language?: string },
  ) {
    const { database, workspaceId } = context
    const rows = await database.rows(versionsOfForm, { workspaceId, name, limit: versionsMax })
    const row = rows.find((one) => one.version === version)
    if (!row) throw invalid(`the form ${name} has no version ${version}`)
    return { html: await renderForm(context, row.content, language) }
  },
})

/** A form as a page for patients that runs nothing, in a language that the pages have. */
async function renderForm(
  { database, configurations, workspaceId }: InWorkspace<Configured>,
  form: FormContent,
  requested: string | undefined,
): Promise<string> {
  const content = translateForm(form, requested ?? form.language)
  const language = pageLanguages.find((one) => one === (requested ?? content.language)) ?? 'en'
  const { workspaceProfile, title, workspace, legal } = await configurations.of(workspaceId)
  const [look] = await database.rows(clinicLook, { workspaceId })
  const html = formScreen(
    {
      visit: {
        clinic: workspaceProfile?.name ?? title,
        settings: look?.colour && isColour(look.colour) ? { colour: look.colour } : {},
        hasLogo: false,
        workspace,
        legal,
      },
      path: '',
      language,
      locale: language,
    },
    {
      path: '',
      back: '',
      content,
      version: 1,
      questions: content.questions,
      fields: {},
      mistakes: {},
      hasKept: false,
      isOnTablet: false,
    },
  )
  // It is shown in a frame that runs nothing.
  return html.replaceAll(/<script>[\s\S]*?<\/script>/g, '')
}

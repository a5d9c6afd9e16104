// A form as patients see it, before it is applied (FORM-01).

import type { Static } from 'typebox'
import { anyObject, object, optional, text } from '../../../base/contract/schemas.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import { isColour } from '../../../base/values/colour.ts'
import { translateForm } from '../../../base/values/forms.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import { clinicLook } from '../../../doors/patient-pages/queries.ts'
import { pageLanguages } from '../../../doors/patient-pages/settings.ts'
import { formScreen } from '../../../doors/patient-pages/visit/form-page.ts'
import { asMapping } from '../checking.ts'
import { problem } from '../problems.ts'
import { readForm } from '../sections/forms.ts'

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
  async run(
    { database, configurations, workspaceId }: InWorkspace<Configured>,
    { form, language: requested }: Static<typeof input>,
  ) {
    const read = readForm(asMapping(form))
    if ('mistakes' in read) throw problem('CLINIC_FILE_INVALID', {}, { mistakes: read.mistakes })
    const content = translateForm(read.content, requested ?? read.content.language)
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
    return { html: html.replaceAll(/<script>[\s\S]*?<\/script>/g, '') }
  },
})

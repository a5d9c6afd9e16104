import { expect, it } from 'vitest'
import { renderPart } from '../ui/render-part.fixture.tsx'
import { Field } from './field.tsx'
import { settingsWords } from './words.ts'

it.each([
  ['en', 'If empty: 0.'],
  ['de', 'Wenn leer: 0.'],
  ['ar', 'إذا تُرك فارغًا: 0.'],
])('a field has its help in the language of the screen (%s) [DASH-20]', async (language, help) => {
  await settingsWords.load(language)
  const schema = { type: 'integer', description: '0 when omitted.' }
  const { getAllByRole } = await renderPart(
    <Field schema={schema} label="Label" value={undefined} change={() => {}} />,
    { language },
  )
  expect(getAllByRole('textbox', { name: 'Label', description: help })).toHaveLength(1)
})

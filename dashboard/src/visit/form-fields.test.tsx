import { expect, it } from 'vitest'
import { renderPart } from '../ui/render-part.fixture.tsx'
import { FormFields } from './form-fields.tsx'

it('marks questions that a later version asks again, beside the answers to the others [FORM-02]', async () => {
  const { getByRole } = await renderPart(
    <FormFields
      content={{
        title: 'Your health',
        language: 'en',
        questions: [
          { key: 'allergies', kind: 'text', label: 'Which allergies?' },
          { key: 'weight', kind: 'number', label: 'Weight' },
        ],
      }}
      fields={{ allergies: 'Peanuts' }}
      mistakes={{}}
      changed={['weight']}
      change={() => {}}
    />,
  )
  const valueIn = (name: string) => getByRole('textbox', { name }).getAttribute('value')
  expect(valueIn('Which allergies?')).toBe('Peanuts')
  expect(valueIn('Weight · new or changed')).toBe('')
})

import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPart } from '../ui/render-part.fixture.tsx'
import { CreateKeyForm } from './make-form.tsx'
import { developerWords } from './words.ts'

it('a key without an address is not made, and the field says what is missing [SETUP-05]', async () => {
  await developerWords.load('en')
  const { user, changes } = await renderPart(
    <CreateKeyForm onCreated={() => {}} close={() => {}} />,
  )
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Booking server')
  await user.click(screen.getByRole('button', { name: 'Make the key' }))
  const address = screen.getByRole('textbox', { name: 'Address or range' })
  expect(address.getAttribute('aria-invalid')).toBe('true')
  screen.getByText('Type an address, then press Add.')
  expect(changes()).toEqual([])
  await user.type(address, '203.0.113.7')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  await user.click(screen.getByRole('button', { name: 'Make the key' }))
  expect(changes()).toMatchObject([
    { operation: 'key-create', input: { name: 'Booking server', allow: ['203.0.113.7'] } },
  ])
})

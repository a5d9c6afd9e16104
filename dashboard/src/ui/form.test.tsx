import { TextInput } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { useChange } from '../api/workspace.tsx'
import { sentElsewhere } from './confirmation.tsx'
import { Form } from './form.tsx'
import { FormsStayWhile } from './leave-guard.tsx'
import { renderPart } from './render-part.fixture.tsx'
import { useFields } from './use-fields.ts'

function NotesForm({ close }: { close(): void }) {
  const change = useChange('visit-notes')
  const { values, isChanged, text } = useFields({ notes: 'Asthma' })
  return (
    <Form
      aria-label="Notes"
      change={change}
      isChanged={isChanged}
      isComplete={values.notes !== ''}
      onSubmit={() =>
        change.mutate({ id: 1, notes: values.notes, before: null }, { onSuccess: close })
      }
      submit="Save"
      close={close}
      closeText="Discard the note"
    >
      <TextInput label="Notes" {...text('notes')} />
    </Form>
  )
}

function NameForm() {
  const { history } = useRouter()
  const { values, isChanged, text, restart } = useFields({ name: '' })
  return (
    <Form
      change={sentElsewhere}
      isChanged={isChanged}
      onSubmit={() => {
        history.push(`/sunrise/settings?name=${values.name}`)
        restart()
      }}
      submit="Add"
    >
      <TextInput label="Name" {...text('name')} />
    </Form>
  )
}

function Panel({ onClose }: { onClose(): void }) {
  const [isOpen, setIsOpen] = useState(true)
  const close = () => {
    setIsOpen(false)
    onClose()
  }
  return isOpen ? <NotesForm close={close} /> : <p>closed</p>
}

async function panel(answers: Record<string, unknown> = {}) {
  let leave: () => void = () => {}
  const rendered = await renderPart(
    <FormsStayWhile same={({ visit }) => visit}>
      <Panel onClose={() => leave()} />
    </FormsStayWhile>,
    { answers },
  )
  const { history, user } = rendered
  return {
    ...rendered,
    type: (text: string) => user.type(screen.getByLabelText('Notes', { selector: 'input' }), text),
    click: async (name: string) => user.click(await screen.findByRole('button', { name })),
    isAsked: () => screen.queryByRole('dialog', { name: 'Unsaved changes' }) !== null,
    leavesWhenClosed: () => {
      leave = () => history.push('/sunrise/day?visit=2')
    },
  }
}

describe('a form', () => {
  it('is sent once, and shows why it was refused', async () => {
    const { type, click, sent } = await panel()
    await type('!')
    await click('Save')
    expect((await screen.findByRole('alert')).textContent).toContain('NOT_POSSIBLE')
    expect(sent.map(({ input }) => input)).toEqual([{ id: 1, notes: 'Asthma!', before: null }])
  })

  it('cannot be sent while it is incomplete', async () => {
    const { user, sent } = await panel()
    await user.clear(screen.getByLabelText('Notes', { selector: 'input' }))
    await user.keyboard('{Enter}')
    expect(sent).toEqual([])
  })

  it('asks before it is left with what was typed, and keeps it [DASH-17]', async () => {
    const { type, click, history, isAsked } = await panel()
    await type('!')
    history.push('/sunrise/patients')
    await click('Keep editing')
    expect(history.location.pathname).toBe('/sunrise/day')
    expect(screen.getByDisplayValue('Asthma!')).toBeTruthy()
    expect(isAsked()).toBe(false)
    history.push('/sunrise/patients')
    await click('Discard')
    await expect.poll(() => history.location.pathname).toBe('/sunrise/patients')
  })

  it('does not ask while nothing was typed, or the former text again', async () => {
    const { type, history } = await panel()
    await type('!{Backspace}')
    history.push('/sunrise/patients')
    await expect.poll(() => history.location.pathname).toBe('/sunrise/patients')
  })

  it('stays while the part of the address that it depends on is the same', async () => {
    const { type, history, isAsked, click } = await panel()
    await type('!')
    history.push('/sunrise/day?date=2030-01-07')
    await expect.poll(() => history.location.search).toBe('?date=2030-01-07')
    history.push('/sunrise/day?date=2030-01-07&visit=2')
    await click('Keep editing')
    expect([isAsked(), history.location.search]).toEqual([false, '?date=2030-01-07'])
  })

  it('does not ask on its way to what was saved', async () => {
    const { type, click, leavesWhenClosed, history } = await panel({ 'visit-notes': {} })
    leavesWhenClosed()
    await type('!')
    await click('Save')
    await expect.poll(() => history.location.search).toBe('?visit=2')
  })

  it('does not ask about what another part of the page has taken over', async () => {
    const { user, history } = await renderPart(<NameForm />)
    await user.type(screen.getByLabelText('Name'), 'room-2{Enter}')
    await expect.poll(() => history.location.search).toBe('?name=room-2')
    await user.type(screen.getByLabelText('Name'), 'room-3')
    history.push('/sunrise/patients')
    expect(await screen.findByRole('dialog', { name: 'Unsaved changes' })).toBeTruthy()
  })

  it('is left without a question by its own button', async () => {
    const { type, click, history } = await panel()
    await type('!')
    await click('Discard the note')
    history.push('/sunrise/day?visit=2')
    await expect.poll(() => history.location.search).toBe('?visit=2')
  })
})

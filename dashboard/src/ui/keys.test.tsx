import { render } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, it } from 'vitest'
import { useKeyDown } from './keys.ts'

function Screen({ name, took }: { name: string; took: string[] }) {
  useKeyDown(() => took.push(name))
  return null
}

/** Presses a key as soon as the page is drawn, before any effect that runs after painting. */
function PressedAtOnce() {
  useLayoutEffect(() => {
    dispatchEvent(new KeyboardEvent('keydown', { key: 'n' }))
  })
  return null
}

it('a key that is pressed as soon as a screen is drawn is for that screen, and not for the one before [DASH-19]', () => {
  const took: string[] = []
  const drawn = (name: string) => (
    <>
      <Screen name={name} took={took} />
      <PressedAtOnce />
    </>
  )
  const { rerender, unmount } = render(drawn('busy'))
  rerender(drawn('ready'))
  expect(took).toEqual(['busy', 'ready'])
  unmount()
  dispatchEvent(new KeyboardEvent('keydown', { key: 'n' }))
  expect(took).toHaveLength(2)
})

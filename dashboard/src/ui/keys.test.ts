import { expect, it } from 'vitest'
import { isFieldInput, shortcutLetter } from './keys.ts'

it('reads a shortcut by its position on a keyboard of another script, and by its letter on others', () => {
  expect(shortcutLetter({ key: 'm', code: 'KeyM' })).toBe('m')
  expect(shortcutLetter({ key: 'ь', code: 'KeyM' })).toBe('m')
  expect(shortcutLetter({ key: 'ة', code: 'KeyM' })).toBe('m')
  expect(shortcutLetter({ key: 'म', code: 'KeyC' })).toBe('c')
  // A French keyboard has this letter elsewhere.
  expect(shortcutLetter({ key: 'a', code: 'KeyQ' })).toBe('a')
  expect(shortcutLetter({ key: 'é', code: 'Digit2' })).toBe('é')
  expect(['Enter', 'ArrowDown', '؟', '?'].map((key) => shortcutLetter({ key, code: key }))).toEqual(
    ['Enter', 'ArrowDown', '?', '?'],
  )
})

it('leaves keys to fields, menus, dialogs and the browser', () => {
  document.body.innerHTML =
    '<input><textarea></textarea><select></select><div contenteditable>x</div><div role="menu"><button></button></div><p></p>'
  const isTaken = (selector: string, options: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent('keydown', {
      key: 'm',
      bubbles: true,
      cancelable: true,
      ...options,
    })
    let taken: boolean | undefined
    document.addEventListener('keydown', (heard) => (taken = isFieldInput(heard)), { once: true })
    document.querySelector(selector)?.dispatchEvent(event)
    return taken
  }
  expect(
    ['input', 'textarea', 'select', '[contenteditable]', '[role=menu] button', 'p'].map(
      (selector) => isTaken(selector),
    ),
  ).toEqual([true, true, true, true, true, false])
  expect(
    [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { shiftKey: true }].map((held) =>
      isTaken('p', held),
    ),
  ).toEqual([true, true, true, false])
  document.body.innerHTML = ''
})

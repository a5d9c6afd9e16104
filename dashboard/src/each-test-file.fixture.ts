// Runs before each test file of the dashboard and of the booking element. The files share a
// document.

import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Fields that grow with their text listen for loaded fonts.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

// Whether something can be seen is decided by styles, which are not loaded here; looking for it
// takes most of the time.
configure({ defaultHidden: true })

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})

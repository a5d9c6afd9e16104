// Runs before each test file of the dashboard and of the booking element. The files share one
// document.

import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Fields that grow with their text listen for loaded fonts.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

// Styles decide whether something is visible, and they are not loaded here; checking visibility
// would take most of the time.
configure({ defaultHidden: true })

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})

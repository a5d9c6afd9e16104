// Runs before each test file of the dashboard and of the booking element. The files share a document.

import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

// Fields that grow with their text hear of loaded fonts.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})

import { expect, it } from 'vitest'
import { readClock } from './clock-input.ts'

it.each([
  ['9', '09:00'],
  ['9:00', '09:00'],
  ['09:00', '09:00'],
  ['9.30', '09:30'],
  ['0930', '09:30'],
  ['930', '09:30'],
  [' 9 am ', '09:00'],
  ['9:30pm', '21:30'],
  ['12 am', '00:00'],
  ['12 p.m.', '12:00'],
  ['21h', '21:00'],
  ['18h30', '18:30'],
  ['8 Uhr', '08:00'],
  ['24:00', '24:00'],
  // Hours that continue after midnight.
  ['26', '26:00'],
  // The service says what is wrong with these.
  ['', ''],
  ['noon', 'noon'],
  ['13 pm', '13 pm'],
  ['9:5', '9:5'],
  ['9:75', '09:75'],
])('%j is the time %j [SETUP-01]', (input, clock) => {
  expect(readClock(input)).toBe(clock)
})

import { expect, it } from 'vitest'
import { countSmsSegments } from './sms-segments.ts'

it.each([
  ['', 0],
  ['a', 1],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  ['€'.repeat(80), 1],
  ['€'.repeat(81), 2],
  // 153 places have room for 76 of two places.
  ['€'.repeat(153), 3],
  ['ç', 1],
  ['क'.repeat(70), 1],
  ['क'.repeat(71), 2],
  [`${'a'.repeat(70)}–`, 2],
  ['😀'.repeat(35), 1],
  // 67 units have room for 33 of two.
  ['😀'.repeat(67), 3],
])('counts the messages that carriers charge for [MSG-01] (%#)', (text, segments) => {
  expect(countSmsSegments(text)).toBe(segments)
})

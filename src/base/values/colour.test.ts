import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Colour,
  contrast,
  isColour,
  lightenForBackground,
  readableContrast,
} from './colour.ts'

describe('the contrast of two colours [PAGE-03]', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#767676', '#ffffff', 4.54],
    ['#0B6E5F', '#ffffff', 6.13],
  ] as const)('of %s and %s is %d', (one, other, expected) => {
    expect(contrast(one, other)).toBeCloseTo(expected, 1)
    expect(contrast(other, one)).toBe(contrast(one, other))
  })

  it('is sufficient on a dark background for the shade chosen there, for every colour', () => {
    const channel = fc
      .integer({ min: 0, max: 255 })
      .map((value) => value.toString(16).padStart(2, '0'))
    fc.assert(
      fc.property(channel, channel, channel, (red, green, blue) => {
        const shade = lightenForBackground('#1a232c', `#${red}${green}${blue}` as Colour)
        expect(isColour(shade)).toBe(true)
        expect(contrast(shade, '#1a232c')).toBeGreaterThanOrEqual(readableContrast)
      }),
    )
  })

  it('does not change a colour that is already readable', () => {
    expect(lightenForBackground('#1a232c', '#7cc4ee')).toBe('#7cc4ee')
  })
})

// Page colours, and whether text in them is readable (WCAG 2.2, 1.4.3). A colour is `#rrggbb`.

export type Colour = `#${string}`

/** True for `#rrggbb`, in either case. */
export function isColour(text: string): text is Colour {
  return /^#[0-9a-f]{6}$/i.test(text)
}

/** The minimum contrast for text that is not large. */
export const readableContrast = 4.5

function colourChannels(colour: Colour): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}

/** The luminance of a colour, from 0, black, to 1, white. */
function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colourChannels(colour).map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours, from 1 (none) to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const mixSteps = 20

/**
 * The colour itself if it is readable on a dark background, otherwise the first readable lighter
 * shade.
 */
export function lightenForBackground(background: Colour, colour: Colour): Colour {
  for (let step = 0; step < mixSteps; step += 1) {
    const mixed: Colour = `#${colourChannels(colour)
      .map((channel) =>
        Math.round(channel + ((255 - channel) * step) / mixSteps)
          .toString(16)
          .padStart(2, '0'),
      )
      .join('')}`
    if (contrast(mixed, background) >= readableContrast) return mixed
  }
  return '#ffffff'
}

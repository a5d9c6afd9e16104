// The day on paper.

export const sheet = {
  print: 'Print',
  asOf: (when: string) => `As of ${when}.`,
}

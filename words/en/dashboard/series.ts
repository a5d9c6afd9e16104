export const series = {
  title: 'Series',
  repeat: 'Repeat this visit',
  every: 'Every',
  unit: 'Days or weeks',
  weeks: 'weeks',
  days: 'days',
  count: 'Number of visits',
  allFree: 'All times are free.',
  taken: (n: number) =>
    n === 1
      ? 'One time is taken; the nearest free time is next to it.'
      : `${n} times are taken; the nearest free times are next to them.`,
  nothingFreeNearby: 'nothing free nearby',
  priceEach: 'Price of each visit',
  submit: (n: number) => `Book ${n} visits`,
  move: 'Move from here on …',
  cancel: 'Cancel from here on …',
  whole: 'All visits from this one on, or none. Their length and price stay the same.',
  daysLater: 'Days later',
  time: 'Time',
  moveYes: 'Move all',
  cancelAsk: 'Cancel this visit and all that follow it? Nothing is refunded.',
  cancelYes: 'Cancel all',
}

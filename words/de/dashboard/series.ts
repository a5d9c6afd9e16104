import type { Words } from '../../en/dashboard.ts'

export const series: Words['series'] = {
  title: 'Serie',
  repeat: 'Termin wiederholen',
  every: 'Alle',
  unit: 'Tage oder Wochen',
  weeks: 'Wochen',
  days: 'Tage',
  count: 'Wie oft',
  allFree: 'Alle Zeiten sind frei.',
  taken: (n) =>
    n === 1
      ? 'Eine Zeit ist vergeben; die nächste freie steht daneben.'
      : `${n} Zeiten sind vergeben; die nächsten freien stehen daneben.`,
  nothingFreeNearby: 'nichts frei in der Nähe',
  priceEach: 'Preis je Termin',
  submit: (n) => `${n} Termine buchen`,
  move: 'Ab hier verschieben …',
  cancel: 'Ab hier absagen …',
  whole: 'Alle Termine ab diesem, oder keiner. Dauer und Preis bleiben.',
  daysLater: 'Tage später',
  time: 'Uhrzeit',
  moveYes: 'Alle verschieben',
  cancelAsk: 'Diesen Termin und alle folgenden absagen? Gezahltes wird nicht erstattet.',
  cancelYes: 'Alle absagen',
}

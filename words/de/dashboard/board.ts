import type { board as english, boardRefusals as refusals } from '../../en/dashboard/board.ts'

export const board: typeof english = {
  title: 'Anzeigen',
  text: 'Eine Anzeige an der Wand des Wartezimmers zeigt die aufgerufenen Nummern und ihre Türen, und keine Namen.',
  none: 'An diesem Standort gibt es noch keine Anzeige.',
  add: 'Neue Anzeige',
  name: 'Name der Anzeige',
  defaultBoardName: 'Wartezimmer',
  language: 'Sprache der Anzeige',
  shifts: 'Welche Warteschlangen sie zeigt',
  all: 'Alle Warteschlangen dieses Standorts',
  some: 'Nur diese',
  queueCount: (count) => (count === 1 ? '1 Warteschlange' : `${count} Warteschlangen`),
  make: 'Anzeige anlegen',
  made: (date, time) => `Link vom ${date}, ${time} Uhr`,
  renew: 'Neuer Link',
  renewAsk: (name) =>
    `Einen neuen Link für „${name}“ anlegen? Der bisherige gilt sofort nicht mehr, auch auf der Anzeige.`,
  withdraw: 'Abhängen',
  withdrawAsk: (name) => `„${name}“ abhängen? Der Link gilt sofort nicht mehr.`,
  linkTitle: (name) => `Link von „${name}“`,
  linkText:
    'Öffnen Sie ihn im Browser der Anzeige oder scannen Sie dort den Code. Er wird nur dieses eine Mal gezeigt; einen neuen gibt es jederzeit.',
  codeAlt: 'Code mit dem Link der Anzeige',
  open: 'Anzeige öffnen',
  copy: 'Link kopieren',
  done: 'Fertig',
}

export const boardRefusals: typeof refusals = {
  BOARD_NOT_FOUND: 'Diese Anzeige gibt es nicht mehr.',
  BOARD_NAME_TAKEN:
    'An diesem Standort heißt schon eine Anzeige so. Wählen Sie einen anderen Namen oder geben Sie ihr einen neuen Link.',
  BOARD_SHIFT_NOT_AT_LOCATION: 'Eine dieser Warteschlangen gibt es nicht mehr.',
  TOO_MANY_BOARDS:
    'Dieser Standort hat so viele Anzeigen, wie er haben kann. Hängen Sie erst eine ab.',
}

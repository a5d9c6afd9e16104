import type { Words } from '../../en/dashboard.ts'

export const keys: Words['keys'] = {
  title: 'Tasten',
  everywhere: 'Überall',
  control: 'Strg',
  enter: 'Eingabe',
  escape: 'Esc',
  home: 'Pos1',
  end: 'Ende',
  list: 'Diese Liste',
  close: 'Schließen, was offen ist',
  walk: 'Von einer Zeit zur anderen',
  goToFirstOrLast: 'Zur ersten Zeit, zur letzten',
  open: 'Öffnen oder buchen',
  take: 'Einen Termin nehmen',
  move: 'Verschieben, solange er genommen ist',
  drop: 'Dort lassen',
  giveUp: 'Lassen, wo er war',
  callNext: 'Die Nächsten aufrufen',
  chooseToken: 'Eine Nummer wählen',
}

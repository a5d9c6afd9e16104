import type { BoardWords } from '../en/board.ts'

export const board: BoardWords = {
  watch: 'Bitte achten Sie auf Ihre Nummer',
  next: 'Als Nächste',
  absent: 'Aufgerufen, nicht da',
  askDesk: 'am Empfang melden',
  inside: 'in der Sprechstunde',
  quiet: 'Ihre Nummer erscheint hier, wenn Sie an der Reihe sind.',
  closed: 'Zurzeit werden keine Nummern aufgerufen.',
  upTo: 'bis zu {to} Min.',
  minutes: '{range} Min.',
  spoken: 'Nummer {token}, {door}.',
  speak: 'Nummern ansagen',
  speaks: 'Nummern werden angesagt.',
  touch: 'Hier berühren, damit die Nummern wieder angesagt werden',
  lost: 'Keine Verbindung seit {time}. Bitte achten Sie auf den Aufruf oder fragen Sie am Empfang.',
  gone: 'Diese Anzeige hat jetzt einen anderen Link. Das Personal findet ihn im Dashboard bei der Warteschlange.',
}

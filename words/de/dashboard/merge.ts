import type { Words } from '../../en/dashboard.ts'

export const merge: Words['merge'] = {
  title: 'Eine andere Akte dieser Person',
  open: 'Andere Akte suchen …',
  noLikelyDuplicates: 'Keine andere Akte sieht nach dieser Person aus.',
  candidates: 'Akten, die dieser Person gehören können',
  search: 'Die andere Akte suchen',
  because: {
    PHONE_AND_NAME: 'Telefon und Name gleich',
    PHONE: 'Telefon gleich',
    NAME_AND_BIRTH_DATE: 'Name und Geburt gleich',
    NAME: 'ähnlicher Name',
  },
  back: 'Zurück zur Akte',
  heading: 'Zwei Akten zusammenführen',
  none: 'Wählen Sie die andere Akte auf der Seite des Patienten.',
  keep: 'Diese Akte bleibt',
  compared: 'Beide Akten',
  field: 'Feld',
  kept: 'Bleibt',
  otherRecordLabel: 'Geht über',
  taken: 'übernommen',
  left: 'bleibt zurück',
  stillFoundByIt: 'weiter darunter zu finden',
  movedTitle: 'Was übergeht',
  onlyRecordMoves: 'Nichts als die Akte.',
  afterwards:
    'Die alte Nummer führt von da an zur bleibenden Akte, auch für Programme. Wer in eine der Akten sah, bleibt notiert.',
  overlapping: (count) =>
    count === 1
      ? '1 kommender Termin überschneidet sich mit einem der bleibenden Akte. Beide bleiben.'
      : `${count} kommende Termine überschneiden sich mit Terminen der bleibenden Akte. Alle bleiben.`,
  moved: {
    visits: 'Termine',
    tokens: 'Nummern',
    packs: 'Sitzungspakete',
    movements: 'Bewegungen von Paketen',
    series: 'Serien',
    waiting: 'Einträge von Wartelisten',
    vitals: 'Messwerte',
    payments: 'Online-Zahlungen',
    deskPayments: 'Zahlungen am Empfang',
    refunds: 'Erstattungen',
    receipts: 'Quittungen',
    notices: 'Nachrichten',
    records: 'Früher zusammengeführte Akten',
  },
  reason: 'Warum es eine Person ist',
  reasonHint: 'Bleibt für immer, mit Ihrem Namen.',
  final: 'Das lässt sich nicht zurücknehmen.',
  yes: 'Akten zusammenführen',
  mergedTitle: 'In diese Akte übernommen',
}

import type { Words } from '../../en/dashboard.ts'

export const late: Words['late'] = {
  title: 'Verspätung',
  onTime: 'pünktlich',
  by: (minutes) => `${minutes} min verspätet`,
  minutes: 'Minuten',
  hint: 'Termine behalten ihre Zeit. Wer heute noch kommt, bekommt eine Nachricht und eine weitere nur, wenn es später wird.',
  patientsNotToldHint:
    'Termine behalten ihre Zeit. Niemand wird benachrichtigt: Diese Praxis versendet keine Nachrichten über Verspätungen.',
  submit: 'Bekannt geben',
  show: 'Verspätung anzeigen',
  end: 'Wieder pünktlich',
  ended: 'Wieder pünktlich. Es geht keine Nachricht hinaus.',
  noMorePatients: 'Heute kommt niemand mehr.',
  told: (n) =>
    n === 1
      ? 'Eine Person wird jetzt benachrichtigt.'
      : `${n} Personen werden jetzt benachrichtigt.`,
  untold: (n) =>
    `An die ${n}, die noch kommen, geht keine Nachricht: Sie wissen es schon, oder die Praxis verschickt keine.`,
}

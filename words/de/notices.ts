export const notices = {
  late: {
    subject:
      '{practitioner} ist heute etwa {minutesLate} Minuten verspätet: Ihr Termin bei {clinic}, {time}',
    body: [
      'Guten Tag {firstName},',
      '',
      '{practitioner} ist heute etwa {minutesLate} Minuten verspätet. Ihr Termin behält seine Zeit und beginnt womöglich um so viel später.',
      '',
      'Wann: {date}, {time}, {zone}',
      'Wo: {location}',
      'Wo: {visitAddress}',
      'Video: {videoLink}',
      'Buchungsnummer: {reference}',
      '',
      'Ändern, absagen oder Ihre Ankunft melden: {visitPage}',
      '',
      '{clinic}',
    ].join('\n'),
  },
}

import { composeNotices } from '../notice-texts.ts'

export const notices = composeNotices({
  greeting: 'Guten Tag {firstName},',
  labels: {
    when: 'Wann',
    clinicTime: 'Ortszeit der Praxis',
    where: 'Wo',
    video: 'Video',
    reference: 'Buchungsnummer',
    amount: 'Betrag',
    price: 'Preis',
    queue: 'Ihr Platz in der Reihe',
    ahead: 'Vor Ihnen',
  },
  tokenTime: '{date}, ab {time}, {zone}',
  links: {
    forms: 'Bitte vor dem Besuch ausfüllen',
    change: 'Ändern, absagen oder Ihre Ankunft melden',
    confirm: 'Sagen Sie uns, dass Sie kommen',
    seeVisit: 'Termin ansehen',
    seeToken: 'Nummer ansehen',
    cancelToken: 'Nummer absagen oder Ihre Ankunft melden',
    arrived: 'Ihre Ankunft melden',
    seeBooked: 'Ansehen, was gebucht war',
    payVisit: 'Online bezahlen oder den Termin ansehen',
    payPack: 'Online bezahlen oder ansehen, was davon übrig ist',
    answerOffer: 'Noch ist nichts gebucht. Nehmen Sie die Zeit hier an oder lehnen Sie sie ab',
  },
  shortLinks: {
    forms: 'Bitte ausfüllen',
    confirm: 'Ich komme',
    change: 'Ändern oder absagen',
    pay: 'Bezahlen',
    answer: 'Antworten',
    queue: 'Ihr Platz in der Reihe',
  },
  confirmation: {
    subject: 'Ihr Termin bei {clinic}: {date}, {time}',
    says: 'Ihr Termin bei {practitioner} ist gebucht.',
    short: '{clinic}: Ihr Termin bei {practitioner} ist gebucht: {date}, {time}.',
  },
  reminder: {
    subject: 'Erinnerung: Ihr Termin bei {clinic}, {date}, {time}',
    says: 'Wir erinnern Sie an Ihren Termin bei {practitioner}.',
    short: '{clinic}: Ihr Termin bei {practitioner} ist am {date}, {time}.',
  },
  move: {
    subject: 'Neue Zeit für Ihren Termin bei {clinic}: {date}, {time}',
    says: 'Ihr Termin bei {practitioner} hat eine neue Zeit.',
    short: '{clinic}: Ihr Termin bei {practitioner} hat eine neue Zeit: {date}, {time}.',
  },
  cancellation: {
    subject: 'Ihr Termin bei {clinic} ist abgesagt: {date}, {time}',
    says: 'Ihr Termin bei {practitioner} ist abgesagt.',
    short: '{clinic}: Ihr Termin bei {practitioner} am {date}, {time} ist abgesagt.',
  },
  late: {
    subject:
      '{practitioner} ist heute etwa {minutesLate} Minuten verspätet: Ihr Termin bei {clinic}, {time}',
    says: '{practitioner} ist heute etwa {minutesLate} Minuten verspätet. Ihr Termin behält seine Zeit und beginnt womöglich um so viel später.',
    short:
      '{clinic}: {practitioner} ist heute etwa {minutesLate} Minuten verspätet. Ihr Termin um {time} beginnt womöglich um so viel später.',
  },
  tokenConfirmation: {
    subject: 'Ihre Nummer bei {clinic}: {token}, {date}',
    says: 'Ihre Nummer bei {practitioner} ist {token}.',
    short: '{clinic}: Ihre Nummer bei {practitioner} ist {token}, {date}, ab {time}.',
  },
  tokenCancellation: {
    subject: 'Ihre Nummer bei {clinic} ist abgesagt: {token}, {date}',
    says: 'Ihre Nummer {token} bei {practitioner} für {date} ist abgesagt.',
    short: '{clinic}: Ihre Nummer {token} bei {practitioner} für {date} ist abgesagt.',
  },
  expiry: {
    subject: 'Nicht gebucht bei {clinic}: {date}, {time}',
    says: 'Ihre Buchung bei {practitioner} wurde nicht rechtzeitig bezahlt und ist beendet. Trifft noch eine Zahlung ein, erhalten Sie sie ganz zurück.',
    short:
      '{clinic}: Ihre Buchung für {date}, {time} wurde nicht rechtzeitig bezahlt und ist beendet. Eine spätere Zahlung erhalten Sie ganz zurück.',
  },
  refund: {
    subject: 'Ihre Zahlung an {clinic} wird erstattet: {price}',
    says: 'Ihre Zahlung für eine Buchung bei {practitioner} traf ein, als die Buchung schon beendet war. Sie erhalten sie ganz zurück.',
    short:
      '{clinic}: Ihre Zahlung von {price} traf ein, als die Buchung schon beendet war. Sie erhalten sie ganz zurück.',
  },
  payment: {
    subject: 'Ihre Zahlung an {clinic}: {price}',
    says: 'Für Ihren Termin bei {practitioner} sind {price} zu bezahlen.',
    short: '{clinic}: Für Ihren Termin am {date}, {time} sind {price} zu bezahlen.',
  },
  packPayment: {
    subject: 'Ihre Zahlung an {clinic}: {price}',
    says: 'Für {pack} sind {price} zu bezahlen.',
    short: '{clinic}: Für {pack} sind {price} zu bezahlen.',
  },
  forms: {
    subject: 'Formulare für Ihren Termin bei {clinic}: {date}, {time}',
    says: 'Bitte füllen Sie die Formulare für Ihren Termin bei {practitioner} aus.',
    short: '{clinic}: Bitte füllen Sie die Formulare für Ihren Termin am {date}, {time} aus.',
  },
  turn: {
    subject: 'Sie sind bei {clinic} gleich an der Reihe: {token}',
    says: 'Sie sind bei {practitioner} gleich an der Reihe. Ihre Nummer ist {token}.',
    short: '{clinic}: Sie sind bei {practitioner} gleich an der Reihe. Ihre Nummer ist {token}.',
  },
  offer: {
    subject: 'Eine Zeit für Sie bei {clinic}: {date}, {time}',
    says: 'Bei {practitioner} ist eine Zeit frei geworden. Sie ist bis {heldUntil} für Sie reserviert.',
    short:
      '{clinic}: {date}, {time} bei {practitioner} ist frei und bis {heldUntil} für Sie reserviert.',
  },
  thanks: '{clinic}: Danke. Ihr Termin am {date}, {time} ist bestätigt.',
})

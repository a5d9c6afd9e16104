import type { Mistakes } from '../../en/dashboard/settings-mistakes.ts'

export const mistakes: Mistakes = {
  unusable: 'Dieser Wert ist hier nicht möglich.',
  missing: 'Füllen Sie dies aus.',
  choose: 'Wählen Sie etwas aus der Liste.',
  number: 'Geben Sie eine Zahl ein.',
  wholeNumber: 'Geben Sie eine ganze Zahl ein.',
  atLeast: (least) => `Mindestens ${least}.`,
  atMost: (most) => `Höchstens ${most}.`,
  tooLong: (most) => `Das ist zu lang. Höchstens ${most} Zeichen.`,
  tooShort: (least) => `Das ist zu kurz. Mindestens ${least} Zeichen.`,
  tooMany: (most) => `Es sind höchstens ${most} möglich.`,
  tooFew: (least) => `Wählen Sie mindestens ${least}.`,
  twice: 'Das kommt zweimal vor. Ändern oder entfernen Sie eines davon.',
  date: 'Wählen Sie ein Datum.',
  clock: 'Geben Sie eine Uhrzeit ein, etwa 09:30.',
  nightClock: 'Geben Sie eine Uhrzeit ein, etwa 21:30. Zwei Uhr nachts am Folgetag ist 26:00.',
  email: 'Geben Sie eine E-Mail-Adresse ein, etwa nina@example.com.',
  phone: 'Geben Sie eine Telefonnummer mit 4 bis 15 Ziffern ein.',
  dialCode: 'Geben Sie eine Vorwahl ein, etwa +49.',
  otherDialCode: 'Die Telefonnummer beginnt mit einer anderen Vorwahl.',
  secret: 'Geben Sie einen Namen für das Geheimnis ein: Buchstaben, Ziffern und Unterstriche.',
  calendarAddress:
    'Geben Sie die private Adresse des Kalenders ein, die mit https:// beginnt, oder den Namen eines Geheimnisses, das sie enthält.',
  mailbox: 'Geben Sie eine E-Mail-Adresse ein, allein oder so: Praxis Sonne <post@sonne.example>.',
  noticeText: (most, placeholders) =>
    `1 bis ${most} Zeichen. In Klammern ist nur dies möglich: ${placeholders}.`,
  colour: 'Wählen Sie eine dunklere Farbe, damit weiße Schrift darauf lesbar ist.',
  picture: 'Wählen Sie ein Bild in PNG, JPEG, WebP oder SVG mit höchstens 64 kB.',
  language: 'Geben Sie das Kürzel einer Sprache ein, etwa hi oder pt-BR.',
  razorpayKey:
    'Kopieren Sie die Id des Schlüssels von Razorpay. Sie beginnt mit rzp_live_ oder rzp_test_.',
  accountSid: 'Kopieren Sie die Account SID von Twilio. Sie beginnt mit AC.',
  lettersAndDigits: '1 bis 64 Buchstaben und Ziffern.',
  smsSender:
    'Geben Sie eine Telefonnummer, einen Namen mit höchstens 11 Buchstaben und Ziffern oder eine Id von Twilio mit MG ein.',
  template: 'Kopieren Sie den Namen oder die Id der Vorlage vom Anbieter.',
  templateLanguage: 'Geben Sie das Kürzel einer Sprache ein, etwa en oder en_US.',
  digits: '1 bis 20 Ziffern.',
  apiVersion: 'Geben Sie eine Version ein, etwa v23.0.',
  webAddress: 'Geben Sie eine Adresse ein, die mit https:// beginnt.',
  wrongForm: 'Nur Buchstaben von a bis z, Ziffern und Bindestriche, ohne Leerzeichen.',
  gone: 'Das gibt es nicht mehr. Wählen Sie etwas anderes, oder entfernen Sie es.',
  decimals: (currency, decimals) =>
    `Beträge in ${currency} haben höchstens ${decimals} Nachkommastellen.`,
  steps: (gateway, currency, step) => `${gateway} nimmt ${currency} nur in Schritten von ${step}.`,
  tierDecides:
    'Das legt schon die gewählte Dauer fest. Leeren Sie dieses Feld, oder wählen Sie keine Dauer.',
  needsFee: 'Geben Sie auch das übliche Honorar ein.',
  queueHasNoTypes: 'Hier gibt es Wartenummern, und für die gibt es keine Besuchsarten.',
  severalCurrencies:
    'Die Behandler rechnen in mehreren Währungen ab. Lassen Sie dies leer, und fügen Sie bei jedem einen längeren oder kürzeren Termin mit Honorar hinzu.',
  needsCurrency: (currency) => `Füllen Sie zuerst beim Standort „${currency}“ aus.`,
  bothAbroad:
    'Füllen Sie Preis und Währung für Patienten aus dem Ausland aus, oder keines von beiden.',
  endsFirst: 'Das Ende muss nach dem Beginn liegen.',
  yearAtMost: 'Höchstens ein Jahr.',
  practitionerToo:
    'Ein Behandler hat schon diesen Namen. Entfernen Sie diesen Eintrag, und fügen Sie ihn mit einem anderen Namen hinzu.',
  emailTaken: 'Diese E-Mail-Adresse gehört hier schon jemand anderem.',
  oneCarrier: 'Behalten Sie genau einen Anbieter für SMS.',
  nextDay: 'Tragen Sie diese Zeiten am Folgetag ein, ab 00:00.',
  endsFirstAtNight: 'Das Ende muss nach dem Beginn liegen. Zwei Uhr nachts am Folgetag ist 26:00.',
  endsFirstInShift:
    'Das Ende muss nach dem Beginn liegen. Tragen Sie eine Schicht über Mitternacht als zwei ein.',
  overlapsHours: (from, to, day) =>
    `Diese Zeiten überschneiden sich mit ${from} bis ${to} am ${day}.`,
  overlapsShift: (shift, day) => `Das überschneidet sich mit der Schicht ${shift} am ${day}.`,
  letterTaken: (letter, shift, day) =>
    `Auch die Schicht ${shift} hat am ${day} den Buchstaben ${letter}. Wählen Sie einen anderen.`,
  daysOrDate: 'Wählen Sie entweder Tage oder ein Datum.',
  needsModeFee: (mode) => `Fügen Sie zuerst ein Honorar hinzu für: ${mode}.`,
  needsModeFeeAbroad: (mode) =>
    `Fügen Sie zuerst ein Honorar für Patienten aus dem Ausland hinzu für: ${mode}.`,
  needsQueue: 'Schichten gibt es nur mit Wartenummern. Ändern Sie die Art der Buchung.',
  secondFee: (mode) => `Es gibt schon ein Honorar für: ${mode}. Behalten Sie eines davon.`,
  cannotChange: 'Das lässt sich nicht mehr ändern.',
  quietHours: 'Lassen Sie einige Stunden des Tages, in denen Nachrichten gesendet werden können.',
  noAccount: (gateway) => `Fügen Sie zuerst unter Konten das Konto bei ${gateway} hinzu.`,
  videoTwice:
    'Leeren Sie dieses Feld, oder wählen Sie oben kein Video. Beide sagen, wo Online-Termine stattfinden.',
  videoServer:
    'Wählen Sie ein Videokonto oder kein Video. Für das eingebaute Video setzt zuerst CLINIC_VIDEO_URL, wer den Server betreibt.',
  reservedWord: 'Beginnen Sie die Frage mit einem anderen Wort.',
  needsOptions: 'Fügen Sie die Antworten zur Auswahl hinzu.',
  notOfThisKind: 'Das gibt es bei dieser Art von Frage nicht. Lassen Sie es leer.',
  higher: 'Die höchste Zahl muss über der niedrigsten liegen.',
  scaleSteps: 'Ganze Zahlen, die höchstens 20 auseinander liegen.',
  needsChoices: 'Wählen Sie eine Frage mit Antworten zur Auswahl.',
  needsNumber: 'Wählen Sie eine Frage nach einer Zahl.',
  noQuestion: 'Fügen Sie eine Frage hinzu, oder lassen Sie das Formular unterschreiben.',
  upcomingVisits: (visits) =>
    `Künftige Termine: ${visits}. Verschieben Sie sie zuerst, oder sagen Sie sie ab.`,
}

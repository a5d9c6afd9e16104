import { durationBy } from '../duration.ts'
import type { Words } from '../en/dashboard.ts'
import { bar } from './dashboard/bar.ts'
import { block } from './dashboard/block.ts'
import { board, boardRefusals } from './dashboard/board.ts'
import { developerRefusals } from './dashboard/developer-refusals.ts'
import { forms } from './dashboard/forms.ts'
import { head } from './dashboard/head.ts'
import { keys } from './dashboard/keys.ts'
import { late } from './dashboard/late.ts'
import { line, lineRefusals } from './dashboard/line.ts'
import { merge } from './dashboard/merge.ts'
import { messages } from './dashboard/messages.ts'
import { money } from './dashboard/money.ts'
import { move, reason } from './dashboard/move.ts'
import { news } from './dashboard/news.ts'
import { notes, vitals } from './dashboard/notes.ts'
import { own } from './dashboard/own.ts'
import { patientRefusals, patients } from './dashboard/patients.ts'
import { sandbox } from './dashboard/sandbox.ts'
import { series } from './dashboard/series.ts'
import { settingsRefusals } from './dashboard/settings-refusals.ts'
import { sheet } from './dashboard/sheet.ts'
import { terms } from './dashboard/terms.ts'
import { online, receipt, till, tillRefusals } from './dashboard/till.ts'
import { undo, undoRefusals } from './dashboard/undo.ts'
import { waiting } from './dashboard/waiting.ts'
import { week } from './dashboard/week.ts'

export const words: Words = {
  frame: {
    loading: 'Wird geladen …',
    skip: 'Zum Inhalt',
    places: {
      day: 'Tag',
      week: 'Woche',
      line: 'Warteschlange',
      patients: 'Patienten',
      till: 'Kasse',
      online: 'Online-Zahlungen',
      report: 'Bericht',
      settings: 'Einstellungen',
      apiKeys: 'API-Schlüssel',
    },
    groups: { manage: 'Verwalten', developers: 'Entwicklung' },
    sandbox: 'Testsystem',
    signOut: 'Abmelden',
    account: 'Mein Konto',
    languageLabel: 'Sprache',
    schemeLabel: 'Farben',
    schemes: { auto: 'Wie das System', light: 'Hell', dark: 'Dunkel' },
    menu: 'Menü',
    workspace: 'Praxis',
    noConnection: (clock) =>
      `Keine Verbindung seit ${clock} Uhr. Die Anzeige kann veraltet sein; sie wird erneuert, sobald der Dienst antwortet.`,
    nothingHere: 'Unter dieser Adresse gibt es nichts.',
    goToDay: 'Zum Tag',
    noRole:
      'Ihre Rolle darf das nicht sehen. Eine Inhaberin oder ein Inhaber der Praxis kann das ändern.',
    newRelease:
      'Es gibt eine neuere Version dieser Seite. Schreiben Sie zu Ende und laden Sie dann neu.',
    broken: 'Diese Seite kann nicht weitermachen. Was gebucht oder geändert war, ist gespeichert.',
    reload: 'Neu laden',
  },
  bar,
  block,
  board,
  late,
  head,
  merge,
  money,
  move,
  reason,
  keys,
  line,
  own,
  patients,
  sandbox,
  series,
  sheet,
  terms,
  messages,
  news,
  forms,
  notes,
  vitals,
  till,
  online,
  receipt,
  undo,
  unsaved: {
    title: 'Nicht gespeicherte Eingaben',
    question: 'Dieses Formular verlassen? Ihre Eingaben gehen verloren.',
    discard: 'Verwerfen',
    stay: 'Weiter bearbeiten',
  },
  waiting,
  week,
  signIn: {
    title: 'Anmelden',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    submit: 'Anmelden',
    byLink: 'Sie werden angemeldet …',
    again:
      'Ihre Sitzung ist abgelaufen. Melden Sie sich an, um weiterzuarbeiten; Ihre Eingaben sind noch da.',
    askForLink:
      'Noch kein Passwort, oder ein abgelaufener Link? Die Inhaberin oder der Inhaber der Praxis kann Sie einladen.',
    makeLink: 'Wenn Sie den Dienst selbst betreiben, erstellt dieser Befehl einen neuen Link:',
    linkAgain:
      'Öffnen Sie einen neuen Anmeldelink in einem anderen Tab, und machen Sie dann hier weiter.',
    goOn: 'Weiter',
    invitationTitle: (clinic) => `Willkommen bei ${clinic}`,
    invitationText: (name, email) =>
      `${name}, wählen Sie ein Passwort. Ab jetzt melden Sie sich mit ${email} an.`,
    newPassword: 'Neues Passwort',
    passwordHint: 'Mindestens 12 Zeichen. Am besten einige Wörter, die sich nicht erraten lassen.',
    choose: 'Passwort festlegen und anmelden',
    hasAccount: (email) =>
      `${email} hat hier vielleicht schon einen Zugang. Ist es Ihrer? Melden Sie sich an, dann kommt die Praxis hinzu.`,
    orNewAccount: 'Oder ein eigener Zugang für diese Praxis',
    proof:
      'Bevor Sie etwas an Ihrer Anmeldung ändern, melden Sie sich noch einmal an. Ihre Eingaben bleiben erhalten.',
    replaces: (ways) =>
      `Damit endet, womit Sie sich bisher bei dieser Praxis angemeldet haben: ${ways}.`,
    join: 'Praxis hinzufügen',
    byPasskey: 'Mit einem Passkey anmelden',
    orPasskey: 'Oder künftig mit einem Passkey anmelden',
    code: 'Code',
    codeText: 'Geben Sie den Code Ihrer App oder einen Ihrer Wiederherstellungscodes ein.',
    oneMoreStepTitle: 'Noch ein Schritt',
    passkeyNeeded: 'Ihre Rolle verlangt Ihren Passkey.',
    setUpTitle: 'Schützen Sie Ihr Konto',
    setUpText:
      'Ihre Rolle verlangt mehr als ein Passwort. Erstellen Sie auf diesem Gerät einen Passkey oder nutzen Sie eine App, die Codes anzeigt.',
    otherAccount: 'Mit einem anderen Konto anmelden',
    byOpenId: (label) => `Mit ${label} anmelden`,
    anotherOpenId: (label) => `Ein anderes Konto von ${label} verwenden`,
    openIdElsewhere: (label) => `In einem anderen Tab mit ${label} anmelden`,
    openIdNext:
      'Versuchen Sie es noch einmal. Hilft das nicht, fragen Sie die Inhaberin oder den Inhaber der Praxis, ob dort die E-Mail-Adresse steht, die Sie bei diesem Anbieter verwenden, und melden Sie sich so lange auf anderem Weg an.',
    openIdBack: 'Zurück zur Anmeldung',
    chooseClinic: 'Welche Praxis?',
    chooseClinicText:
      'Mehrere Praxen kennen Ihre Adresse, jede mit einem eigenen Konto. Wählen Sie, wo Sie sich anmelden.',
  },
  account: {
    title: 'Mein Konto',
    back: 'Zurück zur Praxis',
    signInAgain: 'Wieder anmelden',
    noSignInYet:
      'Ihr Link galt nur einmal. Wählen Sie jetzt ein Passwort oder einen Passkey, damit Sie sich morgen wieder anmelden können.',
    chooseSignIn: 'Anmeldung wählen',
    signInChosen: 'Fertig. Sie können sich jederzeit wieder anmelden.',
    askForInvitation:
      'Ihr Link galt nur einmal. Lassen Sie sich von der Inhaberin oder dem Inhaber der Praxis einladen; dann wählen Sie ein Passwort.',
    noEmail:
      'Ihr Link galt nur einmal. Tragen Sie in den Einstellungen unter „Personal und Rollen“ Ihre E-Mail-Adresse ein; dann wählen Sie hier ein Passwort.',
    passkeys: 'Passkeys',
    passkeysText:
      'Mit einem Passkey melden Sie sich per Fingerabdruck, Gesicht oder Gerätesperre an, ohne Adresse und Passwort.',
    passkeyName: 'Name des Passkeys',
    passkeyNameHint: 'Rechner am Empfang',
    createPasskey: 'Passkey erstellen',
    noPasskeysHere:
      'An dieser Adresse lässt sich kein Passkey erstellen: Öffnen Sie die Seite unter einem Namen wie localhost in einem Browser, der Passkeys kennt.',
    made: (when: string) => `erstellt: ${when}`,
    used: (when: string) => `zuletzt benutzt: ${when}`,
    remove: 'Entfernen',
    app: 'Codes einer App',
    appText:
      'Nach dem Passwort werden Sie nach einem Code gefragt, den eine App auf Ihrem Telefon anzeigt.',
    setUpApp: 'App einrichten',
    scan: 'Scannen Sie dies mit einer App wie Aegis, Google Authenticator oder 1Password.',
    drawn: 'Der Schlüssel als Code zum Scannen; er steht auch darunter.',
    typeSecret: 'Oder geben Sie dies in die App ein:',
    secret: 'Schlüssel',
    appCode: 'Code der App',
    confirm: 'App ab jetzt verwenden',
    recoveryText:
      'Bewahren Sie diese zehn Codes auf Papier auf. Jeder ersetzt die App einmal; sie werden nicht noch einmal gezeigt.',
    recoveryCodes: 'Wiederherstellungscodes',
    recoveryLeft: (n: number) =>
      `Eine App ist eingerichtet. Verbleibende Wiederherstellungscodes: ${n}.`,
    print: 'Drucken',
    kept: 'Ich habe sie aufbewahrt',
    renew: 'Neue Wiederherstellungscodes',
    removeApp: 'App nicht mehr verwenden',
    password: 'Passwort',
    current: 'Bisheriges Passwort',
    changePassword: 'Passwort ändern',
    passwordChanged: 'Das Passwort ist geändert, und Sie sind überall sonst abgemeldet.',
    sessions: 'Wo Sie angemeldet sind',
    thisBrowser: 'Dieser Browser',
    end: 'Abmelden',
  },
  day: {
    title: 'Tag',
    previous: 'Tag zurück',
    next: 'Tag vor',
    today: 'Heute',
    date: 'Datum',
    location: 'Standort',
    view: 'Ansicht',
    grid: 'Raster',
    list: 'Liste',
    newVisit: 'Neuer Termin',
    zone: (zone) => `Zeiten der Praxis, ${zone}.`,
    zoneDiffers: (zone, ahead, isAhead) =>
      `Zeiten der Praxis, ${zone}. Ihre Uhr geht ${ahead} ${isAhead ? 'vor' : 'nach'}.`,
    duration: durationBy('Std.', 'Min.'),
    noPractitioners: 'An diesem Tag arbeitet hier niemand, und es gibt keine Termine.',
    noLocation: 'Die Praxis hat noch keinen Standort.',
    firstSteps: 'Erste Schritte',
    practitioners: (shown, all) =>
      shown === all ? 'Behandelnde' : `${shown} von ${all} Behandelnden`,
    columnVisits: (open, all) => (all === 0 ? 'keine Termine' : `${open} von ${all} stehen aus`),
    free: 'frei',
    blocked: 'Gesperrt',
    elsewhere: 'An einem anderen Standort',
    travel: 'Unterwegs',
    gridHint:
      'Mit den Pfeiltasten gehen Sie zu anderen Zeiten und Behandelnden, die Eingabetaste öffnet.',
    nextFree: (clock) => `${clock} buchen`,
    queueNow: (serving, waiting) => `jetzt ${serving} · ${waiting} im Wartezimmer`,
    queueWaiting: (waiting) => `${waiting} im Wartezimmer`,
    queueStates: { NOT_STARTED: 'Nicht begonnen', RUNNING: 'Läuft', ENDED: 'Beendet' },
    due: (amount) => `offen ${amount}`,
    pack: 'Paket',
    unoffered: 'außer der Reihe',
    followUp: 'Folgetermin',
    note: 'Notiz',
    waits: (minutes) => `wartet ${minutes} Min.`,
    erased: 'Gelöschte Akte',
  },
  status: {
    SCHEDULED: 'Geplant',
    RESCHEDULED: 'Verlegt',
    CONFIRMED: 'Bestätigt',
    PATIENT_CONFIRMED: 'Vom Patienten bestätigt',
    ARRIVED: 'Eingetroffen',
    IN_CONSULTATION: 'In Behandlung',
    COMPLETED: 'Abgeschlossen',
    NO_SHOW: 'Nicht erschienen',
    CANCELLED: 'Abgesagt',
    OVERDUE: 'Überfällig',
    MISSED: 'Verpasst',
    WAITING: 'Wartet',
    CALLED: 'Aufgerufen',
    SKIPPED: 'Übersprungen',
    HELD: 'Wartet auf Zahlung',
  },
  mode: {
    OFFLINE: 'In der Praxis',
    ONLINE: 'Online',
    HOME_VISIT: 'Hausbesuch',
    HOME_COLLECTION: 'Probenentnahme zu Hause',
    WALK_IN: 'Ohne Termin',
  },
  method: { CASH: 'Bar', CARD: 'Karte', UPI: 'UPI', BANK_TRANSFER: 'Überweisung', OTHER: 'Andere' },
  visit: {
    more: 'Mehr',
    panel: 'Termin',
    next: 'Nächster Termin …',
    record: 'Akte öffnen',
    close: 'Schließen',
    when: 'Wann',
    with: 'Bei',
    statusLabel: 'Status',
    reference: 'Nummer',
    token: 'Wartenummer',
    mode: 'Art',
    address: 'Adresse des Besuchs',
    complaint: 'Anliegen',
    notes: 'Notizen',
    phone: 'Telefon',
    room: 'Raum',
    money: 'Zahlung',
    toBePaid: 'Zu zahlen',
    paidBy: (method) => `Bezahlt, ${method}`,
    markPaid: 'Am Empfang bezahlt:',
    join: 'Videogespräch öffnen',
    videoHours: (from: string, to: string) => `Geöffnet von ${from} bis ${to}`,
    videoFromCall: 'Öffnet sich, sobald der Patient aufgerufen ist',
    videoHere: 'Das Videogespräch ließ sich nicht in einem neuen Fenster öffnen; hier öffnen:',
    refunds: 'Erstattet',
    history: 'Verlauf',
    arrive: 'Eingetroffen',
    undoArrival: 'Doch nicht eingetroffen',
    arrivedAt: (clock) => `Eingetroffen um ${clock}`,
    to: {
      CONFIRMED: 'Bestätigen',
      IN_CONSULTATION: 'Beginnen',
      COMPLETED: 'Abschließen',
      NO_SHOW: 'Nicht erschienen',
      CANCELLED: 'Absagen …',
    },
    completeAsk: 'Termin abschließen? Nach ein paar Sekunden ist das endgültig.',
    completeYes: 'Ja, abschließen',
    no: 'Nein, so lassen',
    cancelTitle: 'Termin absagen',
    cancelReason: 'Grund',
    cancelRefund: 'Zahlung',
    refundNone: 'Nichts wird erstattet',
    refundAll: (amount) => `${amount} werden erstattet`,
    refundPart: 'Ein Teil wird erstattet, in Prozent',
    refundPercent: 'Prozent',
    refundByPolicy: (percentage) => `Nach der Erstattungsregel: ${percentage} %`,
    refundWhy: 'Warum anders als die Regel',
    refundWhyHint: 'Die Erstattungsregel sieht einen anderen Anteil vor.',
    refundPack: 'Die Sitzung wird dem Paket gutgeschrieben.',
    unpaid: 'Es wurde nichts bezahlt, also wird nichts erstattet.',
    cancelYes: 'Termin absagen',
    did: {
      BOOKED: 'Gebucht',
      STATUS_CHANGED: 'Status geändert',
      CANCELLED: 'Abgesagt',
      RESCHEDULED: 'Verlegt',
      TAKEN_BACK: 'Zurückgenommen',
      PAID: 'Bezahlt',
      REFUND_REQUESTED: 'Erstattung angefordert',
      VITALS_RECORDED: 'Vitalwerte erfasst',
      CHANGED: 'Geändert',
      CREATED: 'Angelegt',
      ARRIVED: 'Eingetroffen',
      READ: 'Geöffnet',
    },
    movedFrom: (when) => `von ${when}`,
    byApi: 'über die API',
    bySession: 'auf einer Webseite',
    byService: 'vom Dienst',
    byOperator: 'vom Betreiber',
    you: 'Sie',
  },
  book: {
    title: 'Neuer Termin',
    chooseTime: 'Wählen Sie im Tag eine freie Zeit.',
    patient: 'Patient/in',
    patientHint: 'Name, letzte Ziffern der Telefonnummer oder Aktennummer',
    newPatient: (name) => `Neu aufnehmen: „${name}“`,
    alreadyAt: (time, doctor) => `Hat um ${time} schon einen Termin, bei ${doctor}.`,
    otherPatient: 'Andere Person wählen',
    firstName: 'Vorname',
    lastName: 'Nachname',
    phone: 'Telefon',
    birthDate: 'Geburtsdatum',
    likely: 'Ist es eine dieser Personen?',
    complaint: 'Anliegen (freiwillig)',
    mode: 'Art',
    price: 'Preis',
    payment: 'Zahlung',
    payLater: 'Später, in der Praxis',
    submit: 'Buchen',
    from: 'Ab',
    freeTimes: 'Freie Zeiten',
    newWithPhone: (phone) => `Neu anlegen, ${phone}`,
    unknownPhone: 'Niemand hat diese Nummer.',
    phoneIncomplete: (code) =>
      `Das ist keine vollständige Telefonnummer mit ${code}. Prüfen Sie sie, oder lassen Sie das Feld leer.`,
    paidNow: 'Jetzt bezahlter Betrag',
    nearest: 'Frei in der Nähe:',
  },
  refusal: {
    copy: 'Kopieren',
    copied: 'Kopiert',
    codes: {
      ...lineRefusals,
      ...tillRefusals,
      ...developerRefusals,
      ...settingsRefusals,
      ...patientRefusals,
      ...boardRefusals,
      PHONE_LENGTH_INVALID: 'Die Telefonnummer ist für ihre Vorwahl zu kurz oder zu lang.',
      ...undoRefusals,
      NO_CONNECTION:
        'Der Dienst antwortet nicht. Ihre Eingaben sind noch da; versuchen Sie es noch einmal.',
      BUSY: 'Der Dienst ist ausgelastet. Es wurde nichts geändert; versuchen Sie es gleich noch einmal.',
      NOT_SIGNED_IN: 'Ihre Sitzung ist abgelaufen.',
      NOT_ALLOWED: 'Ihre Rolle erlaubt das nicht.',
      WORKSPACE_NOT_FOUND: 'Sie gehören dieser Praxis nicht mehr an.',
      SIGN_IN_REFUSED:
        'Adresse und Passwort passen nicht zusammen oder dürfen sich hier nicht anmelden.',
      OPENID_REFUSED: 'Sie wurden nicht angemeldet.',
      TOO_MANY_ATTEMPTS: 'Zu viele Versuche. Versuchen Sie es in einer Viertelstunde noch einmal.',
      LINK_NOT_USABLE:
        'Dieser Link wurde schon benutzt oder ist abgelaufen. Bitten Sie um einen neuen.',
      SIGN_IN_REQUIRED:
        'Mit dieser Adresse und diesem Passwort meldet sich schon jemand bei einer anderen Praxis an. Melden Sie sich damit an, oder wählen Sie ein anderes Passwort.',
      REAUTHENTICATION_REQUIRED:
        'Melden Sie sich noch einmal an, und versuchen Sie es dann erneut.',
      SECOND_FACTOR_REQUIRED: 'Es fehlt noch ein Schritt: Laden Sie die Seite neu.',
      WRONG_CODE:
        'Dieser Code gilt jetzt nicht oder wurde schon benutzt. Warten Sie auf den nächsten.',
      CODES_ALREADY_SET_UP: 'Eine App ist schon eingerichtet.',
      PASSKEY_NOT_USABLE: 'Der Passkey wurde nicht angenommen. Versuchen Sie es noch einmal.',
      PASSKEY_CANCELLED:
        'Der Browser hat keinen Passkey geliefert. Versuchen Sie es noch einmal oder melden Sie sich anders an.',
      PASSKEY_ALREADY_REGISTERED: 'Dieses Gerät hat schon einen Passkey Ihres Kontos.',
      TOO_SHORT: 'Das Passwort hat weniger als 12 Zeichen.',
      TOO_LONG: 'Das Passwort hat mehr als 200 Zeichen.',
      TOO_COMMON: 'Dieses Passwort wird als eines der ersten ausprobiert. Wählen Sie ein anderes.',
      CONTAINS_OWN_DATA:
        'Das Passwort besteht aus Ihrem Namen, Ihrer Adresse oder dem Namen der Praxis. Wählen Sie ein anderes.',
      BLOCK_NOT_FOUND: 'Diese Zeit ist nicht mehr gesperrt.',
      CLOSING_NOT_FOUND: 'Damit ist nichts mehr geschlossen.',
      SERIES_NOT_FOUND: 'Diese Serie gibt es nicht mehr.',
      SERIES_TIME_REFUSED:
        'Einer dieser Termine ist nicht mehr zu haben. Nichts wurde getan; bitte neu planen.',
      WAITING_ENTRY_NOT_FOUND: 'Diesen Eintrag der Warteliste gibt es nicht mehr.',
      WAITING_ENTRY_CLOSED: 'Dieser Eintrag der Warteliste ist schon gebucht oder beendet.',
      WAITING_LIST_FULL: 'Die Warteliste dieses Standorts ist voll.',
      WAITING_ENTRY_OFFERED:
        'Hier ist schon eine Zeit angeboten. Warten Sie auf die Antwort, oder nehmen Sie sie zurück.',
      OFFERS_DISABLED:
        'Angebote sind für diese Praxis nicht eingeschaltet: notices.offer der Praxisdatei.',
      TOO_MANY_OFFERS:
        'Es sind schon zu viele Zeiten angeboten. Warten Sie auf Antworten, oder nehmen Sie welche zurück.',
      OFFER_ENDED: 'Dieses Angebot ist vorbei.',
      TOO_MANY_BLOCKS: 'Es sind schon zu viele Zeiten gesperrt.',
      SLOT_NOT_AVAILABLE: 'Diese Zeit wurde eben vergeben.',
      SLOT_NOT_OFFERED: 'Diese Zeit wird nicht angeboten.',
      ROOM_NOT_AVAILABLE: 'Der Raum ist zu dieser Zeit belegt.',
      STATUS_NOT_ALLOWED:
        'Dieser Termin wurde inzwischen geändert, und der Schritt ist nicht mehr möglich.',
      APPOINTMENT_NOT_FOUND: 'Diesen Termin gibt es nicht mehr.',
      VISIT_NOT_FOUND: 'Diesen Termin gibt es nicht mehr.',
      VIDEO_NOT_OPEN_YET: 'Das Videogespräch öffnet 15 Minuten vor dem Termin.',
      VIDEO_OPENS_WHEN_CALLED: 'Das Videogespräch öffnet, sobald die Nummer aufgerufen ist.',
      VIDEO_CLOSED: 'Das Videogespräch ist geschlossen: Die Zeit des Termins ist vorbei.',
      VIDEO_VISIT_ENDED: 'Das Videogespräch ist geschlossen: Der Termin ist beendet oder abgesagt.',
      VIDEO_LINK_MISSING:
        'Für diesen Termin hat die Praxis kein Video. Bitte die Einstellungen prüfen.',
      VISIT_NOT_ONLINE: 'Das ist kein Onlinetermin.',
      VISIT_NOT_MOVABLE: 'Dieser Termin lässt sich nicht mehr verlegen. Buchen Sie einen neuen.',
      VISIT_NOT_CHANGEABLE: 'Dieser Termin ist vorbei, also bleibt das, wie es ist.',
      VISIT_HAS_NO_FORMS: 'Diesen Besuch gibt es nicht.',
      FORM_NOT_FOUND: 'Dieser Besuch fragt nicht mehr nach diesem Formular.',
      FORMS_NOT_MISSING: 'Es fehlt nichts, was die Person jetzt ausfüllen könnte.',
      FORM_NOTICES_OFF:
        'Die Praxis sendet keine Links zu Formularen. In den Einstellungen lässt sich das einschalten.',
      FORMS_REACH_NO_ONE:
        'Für diese Person gibt es keine E-Mail oder Telefonnummer, an die die Praxis schreiben kann.',
      FORM_CHANGED:
        'Das Formular hat sich geändert, seit Sie es geöffnet haben. Ihre Antworten sind noch da: Laden Sie es neu.',
      FORM_FILLED_TOO_OFTEN: 'Dieses Formular wurde für diesen Besuch zu oft ausgefüllt.',
      SIGNATURE_NOT_FOUND: 'Diese Unterschrift gibt es nicht.',
      BOOKING_RULE_NEEDS_REASON: 'Nennen Sie einen Grund für das Team.',
      PATIENTS_CANNOT_BOOK:
        'Patienten könnten das nicht buchen. Nennen Sie einen Grund, um es trotzdem zu buchen.',
      ALERT_CHANGED:
        'Jemand anderes hat diesen Hinweis inzwischen geändert. Sehen Sie ihn noch einmal an.',
      NO_MESSAGE_TO_ANSWER:
        'Von diesem Patienten gibt es keine Nachricht, die sich beantworten lässt. Rufen Sie die Nummer der Akte an.',
      CHANNEL_NOT_IN_USE: 'Auf diesem Weg erreichen den Patienten keine Nachrichten.',
      MESSAGE_TOO_OLD_TO_ANSWER:
        'Die Nachricht ist zu lange her, um dort zu antworten. Rufen Sie die Nummer der Akte an.',
      NOTES_CHANGED: 'Jemand anderes hat diese Notizen inzwischen geändert. Ergänzen Sie sie.',
      PATIENT_NOT_EXPECTED:
        'Dieser Termin wurde inzwischen geändert, und es wird niemand mehr erwartet.',
      ARRIVAL_UNDO_EXPIRED:
        'Die Ankunft wurde vor mehr als einer Minute vermerkt und lässt sich nicht mehr zurücknehmen.',
      VALIDATION_ERROR: 'Eine Angabe ist ungültig. Prüfen Sie Telefonnummer und Geburtsdatum.',
      DOCTOR_NOT_FOUND: 'Diese Person behandelt hier nicht mehr.',
      ADDRESS_NOT_FOUND: 'Diesen Standort gibt es nicht mehr.',
      ROOM_NOT_FOUND: 'Diesen Raum gibt es nicht mehr.',
      MODE_NOT_OFFERED: 'Diese Art von Termin wird hier nicht angeboten.',
      CHARGE_MISMATCH:
        'Der Preis hat sich inzwischen geändert. Sehen Sie ihn an, und buchen Sie dann.',
      SESSION_PACK_NOT_FOUND: 'Dieses Paket gilt hier nicht.',
      SESSION_PACK_NOT_USABLE:
        'Dieses Paket gilt nicht mehr. Wählen Sie ein anderes, oder buchen Sie ohne Paket.',
      FOLLOW_UP_NOT_ELIGIBLE: 'Es gibt keinen Termin, zu dem noch ein Folgetermin möglich ist.',
      PATIENT_NOT_FOUND: 'Diese Akte gibt es nicht mehr.',
      REFUND_IN_PROGRESS:
        'Für diesen Termin läuft eine Erstattung. Sehen Sie in einer Minute wieder nach.',
      REFUND_NOT_POSSIBLE:
        'Für diesen Termin lässt sich nichts erstatten. Sagen Sie ihn ohne Erstattung ab.',
      REFUND_OUTCOME_UNKNOWN:
        'Noch ist nicht bekannt, ob das Geld erstattet wird. Sehen Sie in einer Minute wieder nach.',
      REFUND_ROUNDS_TO_ZERO: 'Dieser Anteil ergibt keinen Betrag. Wählen Sie mehr.',
      NOT_PAID_BY_PACK:
        'Dieser Termin wurde nicht aus einem Paket bezahlt, also wird keine Sitzung gutgeschrieben.',
      GATEWAY_NOT_REACHED:
        'Der Zahlungsdienst antwortet nicht. Versuchen Sie es gleich noch einmal.',
      GATEWAY_REFUSED: 'Der Zahlungsdienst hat abgelehnt. Es wurde nichts geändert.',
      PAYABLE_ALREADY_SETTLED: 'Für diesen Termin ist nichts mehr zu zahlen.',
      PAYABLE_CANCELLED: 'Dieser Termin ist abgesagt, also ist nichts zu zahlen.',
      PAYABLE_HELD_FOR_ONLINE_PAYMENT:
        'Für diesen Termin wird eine Online-Zahlung erwartet, die jeden Moment eintreffen kann.',
      PAYMENT_PENDING:
        'Die letzte Online-Zahlung wird noch geprüft. Versuchen Sie es in einer Minute noch einmal.',
      PAYMENT_NOTICES_OFF:
        'Die Praxis sendet keine Zahlungslinks. In den Einstellungen lässt sich das einschalten.',
      PATIENT_HAS_NO_CONTACT:
        'Für diese Person gibt es keine E-Mail oder Telefonnummer, an die die Praxis schreiben kann.',
      PAYABLE_PARTLY_PAID:
        'Ein Teil wurde in der Praxis bezahlt, also wird auch der Rest dort bezahlt.',
      PAYABLE_TOKEN_NOT_FOUND: 'Diese Wartenummer gibt es nicht mehr.',
      ALREADY_DONE: 'Das ist schon geschehen.',
      SERVICE_FAILED:
        'Im Dienst ist ein Fehler aufgetreten. Geben Sie den Code unten an Ihre Technik weiter.',
      NOT_POSSIBLE: 'Das war nicht möglich.',
      MERGE_NEEDS_TWO_RECORDS:
        'Das ist ein und dieselbe Akte. Wählen Sie eine andere zum Zusammenführen.',
      RECORD_ALREADY_MERGED: 'Diese Akte wurde schon mit einer anderen zusammengeführt.',
      RECORD_HAS_OPEN_CHECKOUT:
        'Dieser Patient kann gerade online bezahlen. Führen Sie die Akten zusammen, wenn die Zahlung erfolgt oder vorbei ist.',
      RECORD_HAS_PENDING_REFUND:
        'Eine Erstattung für diesen Patienten läuft. Führen Sie die Akten zusammen, wenn sie erledigt ist.',
      RECORDS_IN_USE: 'Die Akte wird gerade geändert. Versuchen Sie es noch einmal.',
      MRN_TAKEN: 'Diese Aktennummer gehört zu einer anderen Person.',
    },
  },
}

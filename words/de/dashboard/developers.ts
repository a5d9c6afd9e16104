import type { DeveloperWords } from '../../en/dashboard/developers.ts'

export const developers: DeveloperWords = {
  title: 'API-Schlüssel',
  none: 'Es gibt noch keinen Schlüssel. Erstellen Sie einen für jedes System, das die API aufruft.',
  make: 'Schlüssel erstellen',
  kind: 'Art',
  kinds: { DEVELOPER: 'Entwicklerschlüssel', WIDGET: 'Widget-Schlüssel' },
  kindHint: {
    DEVELOPER: 'Ruft die API von Ihren Servern auf, von den Adressen, die Sie nennen.',
    WIDGET: 'Öffnet Sitzungen von Browsern, auf den Seiten, die Sie nennen.',
  },
  name: 'Name',
  nameHint: 'Wofür der Schlüssel ist, etwa „Buchungsserver“.',
  addresses: 'Adressen',
  addressesHint: 'IP-Adressen oder Bereiche Ihrer Server, etwa 203.0.113.7 oder 2001:db8::/32.',
  address: 'Adresse oder Bereich',
  mine: (address) => `Meine: ${address}`,
  browserAddressHint: 'Von dieser Adresse kommt Ihr Browser.',
  origins: 'Ursprünge',
  originsHint: 'Seiten, die den Schlüssel benutzen, etwa https://clinic.example.',
  origin: 'Ursprung',
  nameMissing: 'Geben Sie dem Schlüssel einen Namen.',
  addressesMissing: 'Geben Sie eine Adresse ein, und fügen Sie sie hinzu.',
  originsMissing: 'Geben Sie eine Herkunft ein, und fügen Sie sie hinzu.',
  add: 'Hinzufügen',
  remove: (what) => `${what} entfernen`,
  noAddresses: 'Keine Adresse: Der Schlüssel gilt nirgends.',
  noOrigins: 'Kein Ursprung: Keine Seite kann den Schlüssel benutzen.',
  expires: 'Gilt bis (freiwillig)',
  expiresHint: 'Nach der Uhr dieses Computers.',
  create: 'Schlüssel erstellen',
  cancel: 'Abbrechen',
  keyShownOnceTitle: 'Das ist der Schlüssel. Er wird nicht noch einmal gezeigt.',
  keyShownOnceHint:
    'Kopieren Sie ihn jetzt und bewahren Sie ihn auf, wo Geheimnisse liegen. Wer ihn hat, kann alles, was der Schlüssel kann.',
  copy: 'Schlüssel kopieren',
  kept: 'Ich habe ihn aufbewahrt',
  status: { ACTIVE: 'Aktiv', EXPIRED: 'Abgelaufen', DEACTIVATED: 'Gestoppt', DELETED: 'Entfernt' },
  made: (when) => `erstellt ${when}`,
  used: (when) => `zuletzt benutzt ${when}`,
  neverUsed: 'nie benutzt',
  until: (when) => `bis ${when}`,
  settings: 'Schlüssel',
  keyPreview: 'Schlüssel',
  madeOn: 'Erstellt',
  lastUsed: 'Zuletzt benutzt',
  stopsOn: 'Gilt bis',
  never: 'Unbegrenzt',
  back: 'Alle Schlüssel',
  rotate: 'Wechseln …',
  rotateText:
    'Ein zweiter Schlüssel mit denselben Einstellungen wird erstellt. Dieser gilt noch eine Weile, damit Ihr System umsteigen kann.',
  overlap: 'Beide gelten',
  overlaps: {
    '0': 'nicht zugleich: Dieser endet jetzt',
    '1': '1 Stunde',
    '24': '1 Tag',
    '168': '1 Woche',
    '720': '30 Tage',
  },
  rotateYes: 'Zweiten Schlüssel erstellen',
  rotated: (when) => `Der erste Schlüssel gilt bis ${when}.`,
  secondKey: 'Zum zweiten Schlüssel',
  stop: 'Stoppen …',
  stopAsk:
    'Diesen Schlüssel stoppen? Aufrufe mit ihm werden binnen Sekunden abgelehnt. Er lässt sich nicht wieder starten; erstellen Sie dann einen anderen.',
  stopYes: 'Schlüssel stoppen',
  removeKey: 'Entfernen …',
  removeAsk:
    'Diesen Schlüssel endgültig entfernen? Aufrufe mit ihm werden binnen Sekunden abgelehnt, und er verschwindet aus der Liste.',
  removeYes: 'Schlüssel entfernen',
  no: 'Nein',
  ownLimit: 'Anfragen in der Minute',
  ownLimitHint: 'Leer: die Grenze aller Schlüssel.',
  forPatients: 'Bucht für Patienten',
  forPatientsHint: 'Die Regeln für Patienten gelten für seine Buchungen.',
  save: 'Speichern',
  usual: 'wie jeder Schlüssel',
  limits: 'Grenzen',
  limitsText: 'Es zählt, wie viele Anfragen in einer Minute kommen.',
  ofKey: 'Alle Anfragen dieses Schlüssels',
  ofWorkspace: 'Alle Schlüssel der Klinik zusammen',
  perMinute: (limit) => `${limit} in der Minute`,
  ranges: { hour: 'Letzte Stunde', day: 'Letzte 24 Stunden' },
  busiest: (used, limit) => `${used} von ${limit} in der stärksten Minute`,
  requests: (count, isOne) => `${count} ${isOne ? 'Anfrage' : 'Anfragen'}`,
  noneRefused: 'keine abgelehnt',
  refusedByLimit: (count) => `${count} abgelehnt`,
  usedUp: 'ausgeschöpft',
  noEndpoints: 'Dieser Schlüssel hat in den letzten 24 Stunden keinen Endpunkt aufgerufen.',
  calls: 'Letzte Aufrufe',
  callsText: (zone) =>
    `Höchstens eine Woche und 10.000 Aufrufe. Zeiten von ${zone}. Nichts von dem, was gesendet wurde, wird aufbewahrt.`,
  noCalls: 'Noch kein Aufruf. Er steht hier wenige Sekunden nach seiner Antwort.',
  noMatchingCalls: 'Kein Aufruf passt dazu.',
  notKept: 'Diese Installation bewahrt keine Aufrufe auf.',
  refusedOnly: 'Nur abgelehnte',
  endpoint: 'Endpunkt',
  anyEndpoint: 'Alle Endpunkte',
  statusLabel: 'Status',
  anyStatus: 'Jeder Status',
  noEndpoint: 'kein Endpunkt',
  answered: 'beantwortet',
  refused: 'abgelehnt',
  ms: (ms) => `${ms} ms`,
  requestId: 'Kennung der Anfrage',
  copyId: (id) => `Kennung der Anfrage ${id} kopieren`,
  why: 'Warum, und was zu tun ist',
  allow: (address) => `${address} in den Schlüssel aufnehmen`,
  allowed: (address) => `${address} steht jetzt im Schlüssel. Senden Sie den Aufruf noch einmal.`,
  byGateway:
    'Der Zahlungsdienst hat abgelehnt, und seine Antwort ging unverändert an den Aufrufer. Lesen Sie sie dort.',
  unknownCode: 'Schlagen Sie den Code in der Liste der Fehler nach.',
  help: 'Zum Entwickeln',
  reference: 'API-Referenz',
  openApi: 'OpenAPI-Dokument',
  embed: 'Buchen auf Ihrer eigenen Seite',
  embedText: 'Fügen Sie das in eine Seite ein, mit Ihrem Widget-Schlüssel darin.',
  bookingPage: 'Buchungsseite',
  sandboxText: (mark) =>
    `Das ist ein Testsystem. Seine Uhr, seine Nachrichten und seine Zahlungen stehen hinter der Marke „${mark}“ oben.`,
  entitlements: 'Wofür die API benutzt werden darf',
  granted: 'gewährt',
  withheld: 'nicht gewährt',
  explain: {
    ADDRESS_NOT_ALLOWED:
      'Der Aufruf kam von einer Adresse, die nicht im Schlüssel steht. Ist es Ihre, nehmen Sie sie auf; kennen Sie sie nicht, hat jemand anderes den Schlüssel: Wechseln Sie ihn.',
    ORIGIN_NOT_ALLOWED:
      'Der Aufruf kam von einer Seite, deren Ursprung nicht in diesem Widget-Schlüssel steht. Ist es Ihre Website, nehmen Sie ihren Ursprung auf.',
    NOT_ENTITLED:
      'Die Klinik darf diesen Endpunkt nicht benutzen. Der Betreiber des Dienstes kann ihn gewähren; die Liste bei den Schlüsseln sagt, was gewährt ist.',
    TOO_MANY_REQUESTS:
      'In dieser Minute war eine Grenze ausgeschöpft. Warten Sie so lange, wie Retry-After sagt, verteilen Sie die Aufrufe, und sehen Sie unter „Grenzen“ nach, welche es war.',
    VALIDATION_ERROR:
      'Etwas Gesendetes ist nicht gültig. Die Meldung der Antwort nennt das Feld und wie es sein soll.',
    BODY_INVALID:
      'Der Inhalt war kein JSON-Objekt. Senden Sie eines, mit content-type application/json.',
    MALFORMED_REQUEST:
      'Der Inhalt war nicht zu lesen. Prüfen Sie, ob er vollständig und sein JSON gültig ist.',
    BODY_TOO_LARGE: 'Der Inhalt hat mehr als 256 KiB. Senden Sie weniger.',
    ROUTE_NOT_DOCUMENTED:
      'Methode und Pfad gibt es so nicht. Vergleichen Sie beides mit der API-Referenz; auch eine falsche Methode zählt.',
    DEVELOPER_KEY_ONLY:
      'Die Sitzung eines Browsers hat aufgerufen, was nur Server dürfen. Rufen Sie es von Ihrem Server auf, mit einem Entwicklerschlüssel.',
    ACTING_USER_REQUIRED:
      'Der Kopf x-acting-user-id fehlt: die Kennung des Mitglieds, das dies tut.',
    ACTING_USER_NOT_ACTIVE:
      'Das Mitglied in x-acting-user-id ist hier nicht aktiv. Senden Sie die Kennung eines aktiven.',
    END_USER_REQUIRED:
      'Der Kopf x-end-user-id fehlt oder ist nicht brauchbar. Senden Sie für einen Patienten immer dieselbe Kennung.',
    NOT_VERIFIED:
      'Der Patient hat weder Telefon noch E-Mail-Adresse nachgewiesen. Senden Sie zuerst einen Einmalcode und prüfen Sie ihn.',
    IDEMPOTENCY_KEY_REUSED:
      'Dieser Idempotency-Key wurde für etwas anderes benutzt. Senden Sie mit jeder neuen Anfrage einen neuen.',
    SLOT_NOT_AVAILABLE:
      'Die Zeit wurde kurz zuvor vergeben. Fragen Sie noch einmal nach freien Zeiten.',
    SLOT_NOT_OFFERED:
      'Diese Zeit wird nicht angeboten. Buchen Sie eine, die available-slots nennt, mit derselben Länge und Art.',
    CHARGE_MISMATCH:
      'Der Betrag ist nicht der Preis dieser Zeit. Senden Sie den, den available-slots zeigt.',
    ADDRESS_NOT_FOUND: 'Die Klinik hat keinen solchen Standort. GET /v1/addresses nennt alle.',
    DOCTOR_NOT_FOUND: 'Die Klinik hat keine solche Fachkraft. GET /v1/doctors nennt alle.',
    PATIENT_NOT_FOUND: 'Die Klinik hat keinen solchen Patienten.',
    APPOINTMENT_NOT_FOUND: 'Die Klinik hat keinen solchen Termin.',
    STATUS_NOT_ALLOWED:
      'Der Termin kann von seinem Status nicht in diesen wechseln. Lesen Sie ihn noch einmal, bevor Sie ihn ändern.',
    CODE_INVALID_OR_EXPIRED:
      'Der Einmalcode war falsch oder zu alt. Fragen Sie den Patienten noch einmal, oder senden Sie einen neuen.',
    TOO_MANY_CODES:
      'Zu viele Codes gingen an diese Adresse oder für diesen Patienten. Warten Sie so lange, wie Retry-After sagt.',
    GATEWAY_NOT_REACHED:
      'Der Zahlungsdienst hat nicht geantwortet. Senden Sie den Aufruf gleich noch einmal, mit demselben Idempotency-Key.',
    BUSY: 'Die Datenbank hat nicht rechtzeitig geantwortet. Senden Sie den Aufruf gleich noch einmal.',
    OVERLOADED:
      'Der Dienst hatte mehr zu tun, als er konnte. Nichts wurde getan; senden Sie den Aufruf gleich noch einmal.',
    UNEXPECTED:
      'Im Dienst ist etwas schiefgegangen. Geben Sie seinem Betreiber die Kennung der Anfrage.',
  },
}

import type { settingsRefusals as english } from '../../en/dashboard/settings-refusals.ts'

export const settingsRefusals: typeof english = {
  SETTINGS_CONFLICT: 'Die Einstellungen wurden inzwischen geändert. Es wurde nichts angewendet.',
  SETTINGS_VERSION_NOT_FOUND: 'Diese Version wird nicht mehr aufbewahrt.',
  SETTING_REQUIRES_OPERATOR:
    'Das kann nur ändern, wer den Server betreibt: Es bestimmt, wohin Geheimnisse gehen oder was die Praxis nutzen darf.',
  STAFF_SETTINGS_NOT_ALLOWED:
    'Das ändert das Personal oder seine Rollen. Ihre Rolle erlaubt das nicht.',
  RIGHTS_EXCEED_OWN:
    'Das betrifft jemanden, der vorher oder nachher mehr darf als Sie. Fragen Sie einen Inhaber.',
  FILE_WORKSPACE_MISMATCH: 'Diese Datei beschreibt eine andere Praxis.',
  CLINIC_FILE_INVALID: 'Einige Angaben müssen Sie korrigieren. Es wurde nichts angewendet:',
  UPCOMING_VISITS_AFFECTED: 'Etwas, das entfernt wird, hat künftige Termine.',
  STAFF_EMAIL_TAKEN: 'Eine der E-Mail-Adressen gehört jemand anderem vom Personal.',
  BOOKING_SYSTEM_IN_USE:
    'Behandler mit Buchungen können nicht zwischen festen Zeiten und Wartenummern wechseln.',
  CURRENCY_IN_USE: 'Ein Standort, dessen Medikamente Preise haben, behält seine Währung.',
  LAST_OWNER:
    'Dann gäbe es keinen Inhaber mehr. Behalten Sie einen, oder geben Sie die Rolle zuerst jemand anderem.',
  STAFF_HAS_NO_EMAIL: 'Diese Person hat keine E-Mail-Adresse zum Anmelden.',
  STAFF_HAS_MORE_RIGHTS: 'Diese Person darf mehr als Sie. Bitten Sie einen Inhaber darum.',
  TEST_NOTICE_HAS_NO_RECIPIENT: 'Nennen Sie, wer die Nachricht bekommt.',
  TEST_NOTICE_HAS_NO_ADDRESS:
    'Diese Person hat keine E-Mail-Adresse. Tragen Sie eine unter Personal und Rollen ein.',
  TEST_NOTICE_LIMIT_REACHED: 'Das genügt für eine Minute. Versuchen Sie es gleich wieder.',
  DAILY_MESSAGE_LIMIT_REACHED:
    'Sie haben heute so viele solche Nachrichten gesendet, wie eine Person an einem Tag senden kann. Senden Sie die nächste morgen, oder bitten Sie jemand anderen.',
  TEST_NOTICE_NOT_SENT:
    'Die Nachricht wurde nicht angenommen. Die Technik richtet den Mailversand ein.',
  TEST_NOTICE_MAY_BE_SENT:
    'Es ist nicht bekannt, ob die Nachricht angenommen wurde. Sehen Sie zuerst ins Postfach.',
  ACCOUNT_NOT_CONFIGURED:
    'Dieses Konto gibt es noch nicht. Fügen Sie es hinzu, übernehmen Sie die Änderung und testen Sie erneut.',
  ACCOUNT_TEST_LIMIT_REACHED: 'Zu viele Tests. Versuchen Sie es in einer Minute wieder.',
  ACCOUNT_TEST_HAS_NO_RECIPIENT:
    'Die Testnachricht hat keinen Empfänger. Melden Sie sich als Mitglied des Personals an.',
  ACCOUNT_TEST_HAS_NO_PHONE:
    'Sie haben keine Telefonnummer mit Vorwahl des Landes. Tragen Sie eine unter Personal und Rollen ein.',
  ACCOUNT_REFUSED:
    'Das Konto funktioniert noch nicht. Prüfen Sie es, und bitten Sie die Technik, das Geheimnis zu prüfen.',
  ACCOUNT_SILENT: 'Es kam keine gültige Antwort. Versuchen Sie es in einigen Minuten wieder.',
  FILE_HAS_INVALID_LINES: 'Die Datei hat fehlerhafte Zeilen. Nichts wurde eingespielt:',
  FILE_HAS_NO_HEADER: 'Die erste Zeile der Datei nennt die Spalten nicht:',
  FILE_EMPTY: 'Die Datei ist leer.',
  FILE_HAS_NO_ROWS: 'Die Datei hat keine Zeilen.',
  FILE_TOO_LONG:
    'Die Datei hat zu viele Zeilen für den Browser: höchstens 200 000. Die Technik spielt sie mit einem Befehl ein.',
  FILE_NOT_UTF_8: 'Die Datei ist nicht UTF-8. Speichern Sie sie als CSV UTF-8.',
  FILE_TOO_LARGE:
    'Die Datei ist zu groß für den Browser: höchstens 8 MB. Die Technik spielt sie mit einem Befehl ein.',
  IMPORTS_RUNNING:
    'Andere Dateien werden gerade eingespielt. Versuchen Sie es in einer Minute wieder.',
}

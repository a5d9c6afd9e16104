import type { settingsRefusals as english } from '../en/settings-refusals.ts'

export const settingsRefusals: typeof english = {
  SETTINGS_CHANGED_MEANWHILE: 'Die Einstellungen wurden inzwischen geändert. Es wurde nichts angewendet.',
  SETTINGS_VERSION_NOT_FOUND: 'Diese Version wird nicht mehr aufbewahrt.',
  SETTING_FOR_OPERATORS: 'Das dürfen nur Betreiber ändern, mit einer Praxisdatei: Es bestimmt, wohin Geheimnisse gehen oder was die Praxis nutzen darf.',
  SETTINGS_OF_STAFF: 'Das ändert das Personal oder seine Rollen. Ihre Rolle erlaubt das nicht.',
  RIGHTS_BEYOND_OWN: 'Das betrifft jemanden, der vorher oder nachher mehr darf als Sie. Fragen Sie einen Inhaber.',
  WORKSPACE_OF_FILE_DIFFERS: 'Diese Datei beschreibt eine andere Praxis.',
  CLINIC_FILE_MISTAKEN: 'Darin stimmt etwas nicht. Es wurde nichts angewendet:',
  UPCOMING_VISITS_LEFT_OUT: 'Etwas, das entfernt wird, hat künftige Termine.',
  STAFF_EMAIL_TAKEN: 'Eine der E-Mail-Adressen gehört jemand anderem vom Personal.',
  SYSTEM_OF_BOOKED_CHANGED: 'Behandler mit Buchungen können nicht zwischen festen Zeiten und Wartenummern wechseln.',
  CURRENCY_OF_PRICED_CHANGED: 'Ein Standort, dessen Medikamente Preise haben, behält seine Währung.',
  LAST_OWNER: 'Dann gäbe es keinen Inhaber mehr. Behalten Sie einen, oder geben Sie die Rolle zuerst jemand anderem.',
  STAFF_WITHOUT_EMAIL: 'Diese Person hat keine E-Mail-Adresse zum Anmelden.',
  STAFF_MAY_DO_MORE: 'Diese Person darf mehr als Sie. Bitten Sie einen Inhaber um die Einladung.',
}

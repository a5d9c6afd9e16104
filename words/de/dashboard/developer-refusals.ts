import type { developerRefusals as enRefusals } from '../../en/dashboard/developer-refusals.ts'

export const developerRefusals: typeof enRefusals = {
  KEY_NOT_FOUND: 'Diesen Schlüssel gibt es nicht mehr.',
  KEY_NOT_ACTIVE: 'Dieser Schlüssel gilt nicht mehr. Erstellen Sie einen neuen.',
  KEY_NOT_FOR_PAGES:
    'Ein Entwicklerschlüssel hat keine Ursprünge. Erstellen Sie für Seiten einen Widget-Schlüssel.',
  KEY_ALWAYS_BOOKS_FOR_PATIENTS: 'Ein Schlüssel für Seiten bucht immer für Patienten.',
  KEY_NAMED_FOR_PATIENTS:
    'Die Einstellungen sagen, dass Schlüssel mit diesem Namen für Patienten buchen. Entfernen Sie dort zuerst den Namen.',
  DEVELOPER_KEY_NOT_FOR_PAGES:
    'Ein Entwicklerschlüssel hat keine Ursprünge. Erstellen Sie für Seiten einen Widget-Schlüssel.',
  KEY_NEEDS_ADDRESS: 'Nennen Sie mindestens eine Adresse, von der der Schlüssel benutzt wird.',
  KEY_HAS_NO_ADDRESS:
    'Dieser Schlüssel hat keine Adresse. Fügen Sie eine hinzu, bevor er gewechselt wird.',
  ADDRESSES_NOT_ON_KEY: 'Diese Adresse steht nicht mehr im Schlüssel.',
  KEY_EXPIRY_IN_PAST: 'Diese Zeit ist schon vorbei. Wählen Sie eine spätere.',
  ADDRESS_RANGE_INVALID: 'Das ist keine Adresse und kein Bereich, den ein Schlüssel haben kann.',
  TOO_MANY_ADDRESSES: 'Das sind zu viele Adressen für einen Schlüssel. Nehmen Sie Bereiche.',
  ORIGIN_INVALID:
    'Das ist kein Ursprung. Schreiben Sie Schema und Host, etwa https://clinic.example.',
}

import type { developerRefusals as enRefusals } from '../en/developer-refusals.ts'

export const developerRefusals: typeof enRefusals = {
  KEY_NOT_FOUND: 'Diesen Schlüssel gibt es nicht mehr.',
  KEY_NOT_ACTIVE: 'Dieser Schlüssel gilt nicht mehr. Erstellen Sie einen neuen.',
  KEY_NOT_FOR_PAGES: 'Ein Entwicklerschlüssel hat keine Ursprünge. Erstellen Sie für Seiten einen Widget-Schlüssel.',
  DEVELOPER_KEY_NOT_FOR_PAGES: 'Ein Entwicklerschlüssel hat keine Ursprünge. Erstellen Sie für Seiten einen Widget-Schlüssel.',
  KEY_NEEDS_ADDRESS: 'Nennen Sie mindestens eine Adresse, von der der Schlüssel benutzt wird.',
  KEY_WITHOUT_ADDRESS: 'Dieser Schlüssel hat keine Adresse. Fügen Sie eine hinzu, bevor er gewechselt wird.',
  KEY_WITHOUT_THESE_ADDRESSES: 'Diese Adresse steht nicht mehr im Schlüssel.',
  KEY_WOULD_BE_EXPIRED: 'Diese Zeit ist schon vorbei. Wählen Sie eine spätere.',
  ADDRESS_RANGE_NOT_USABLE: 'Das ist keine Adresse und kein Bereich, den ein Schlüssel haben kann.',
  TOO_MANY_ADDRESSES: 'Das sind zu viele Adressen für einen Schlüssel. Nehmen Sie Bereiche.',
  ORIGIN_NOT_USABLE: 'Das ist kein Ursprung. Schreiben Sie Schema und Host, etwa https://clinic.example.',
}

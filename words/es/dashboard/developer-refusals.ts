import type { developerRefusals as enRefusals } from '../../en/dashboard/developer-refusals.ts'

export const developerRefusals: typeof enRefusals = {
  KEY_NOT_FOUND: 'Esta clave ya no existe.',
  KEY_NOT_ACTIVE: 'Esta clave ya no funciona. Cree una nueva.',
  KEY_NOT_FOR_PAGES:
    'Una clave de desarrollador no tiene orígenes. Cree una clave de widget para páginas.',
  KEY_ALWAYS_BOOKS_FOR_PATIENTS: 'Una clave de páginas siempre reserva para pacientes.',
  KEY_NAMED_FOR_PATIENTS:
    'Los ajustes dicen que las claves con este nombre reservan para pacientes. Quite antes el nombre de allí.',
  DEVELOPER_KEY_NOT_FOR_PAGES:
    'Una clave de desarrollador no tiene orígenes. Cree una clave de widget para páginas.',
  KEY_NEEDS_ADDRESS: 'Indique al menos una dirección desde la que se usa la clave.',
  KEY_HAS_NO_ADDRESS: 'Esta clave no tiene dirección. Añada una antes de rotarla.',
  ADDRESSES_NOT_ON_KEY: 'Esta dirección ya no está en la clave.',
  KEY_EXPIRY_IN_PAST: 'Este momento ya pasó. Elija uno posterior.',
  ADDRESS_RANGE_INVALID: 'No es una dirección ni un rango que una clave pueda tener.',
  TOO_MANY_ADDRESSES: 'Son demasiadas direcciones para una clave. Use rangos.',
  ORIGIN_INVALID: 'Esto no es un origen. Escriba esquema y host, como https://clinic.example.',
}

import type { developerRefusals as enRefusals } from '../en/developer-refusals.ts'

export const developerRefusals: typeof enRefusals = {
  KEY_NOT_FOUND: 'Esta clave ya no existe.',
  KEY_NOT_ACTIVE: 'Esta clave ya no funciona. Cree una nueva.',
  KEY_NOT_FOR_PAGES: 'Una clave de desarrollador no tiene orígenes. Cree una clave de widget para páginas.',
  DEVELOPER_KEY_NOT_FOR_PAGES: 'Una clave de desarrollador no tiene orígenes. Cree una clave de widget para páginas.',
  KEY_NEEDS_ADDRESS: 'Indique al menos una dirección desde la que se usa la clave.',
  KEY_WITHOUT_ADDRESS: 'Esta clave no tiene dirección. Añada una antes de rotarla.',
  KEY_WITHOUT_THESE_ADDRESSES: 'Esta dirección ya no está en la clave.',
  KEY_WOULD_BE_EXPIRED: 'Este momento ya pasó. Elija uno posterior.',
  ADDRESS_RANGE_NOT_USABLE: 'No es una dirección ni un rango que una clave pueda tener.',
  TOO_MANY_ADDRESSES: 'Son demasiadas direcciones para una clave. Use rangos.',
  ORIGIN_NOT_USABLE: 'Esto no es un origen. Escriba esquema y host, como https://clinic.example.',
}

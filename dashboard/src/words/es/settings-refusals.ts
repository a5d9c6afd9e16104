import type { settingsRefusals as english } from '../en/settings-refusals.ts'

export const settingsRefusals: typeof english = {
  SETTINGS_CHANGED_MEANWHILE: 'La configuración cambió entretanto. No se aplicó nada.',
  SETTINGS_VERSION_NOT_FOUND: 'Esta versión ya no se conserva.',
  SETTING_FOR_OPERATORS: 'Esto es solo para operadores, que importan un archivo: dice adónde van los secretos o qué puede usar la clínica.',
  SETTINGS_OF_STAFF: 'Esto cambia el personal o sus roles, y su rol no lo permite.',
  RIGHTS_BEYOND_OWN: 'Se trata de alguien que puede más que usted, antes o después. Pregunte a un propietario.',
  WORKSPACE_OF_FILE_DIFFERS: 'Este archivo describe otra clínica.',
  CLINIC_FILE_MISTAKEN: 'Hay algo incorrecto. No se aplicó nada:',
  UPCOMING_VISITS_LEFT_OUT: 'Algo que se quita tiene citas futuras.',
  STAFF_EMAIL_TAKEN: 'Uno de los correos es de otra persona del personal.',
  SYSTEM_OF_BOOKED_CHANGED: 'Un profesional con reservas no puede cambiar entre horas fijas y turnos.',
  CURRENCY_OF_PRICED_CHANGED: 'Una sede cuyos medicamentos tienen precio conserva su moneda.',
  LAST_OWNER: 'No quedaría ningún propietario. Conserve uno o dé antes el rol a otra persona.',
  STAFF_WITHOUT_EMAIL: 'Esta persona no tiene correo para acceder.',
  STAFF_MAY_DO_MORE: 'Esta persona puede más que usted. Pida a un propietario que envíe la invitación.',
}

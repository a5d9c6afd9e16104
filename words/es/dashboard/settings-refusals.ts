import type { settingsRefusals as english } from '../../en/dashboard/settings-refusals.ts'

export const settingsRefusals: typeof english = {
  SETTINGS_CONFLICT: 'La configuración cambió entretanto. No se aplicó nada.',
  SETTINGS_VERSION_NOT_FOUND: 'Esta versión ya no se conserva.',
  SETTING_REQUIRES_OPERATOR:
    'Esto solo lo cambia quien gestiona el servidor: dice adónde van los secretos o qué puede usar la clínica.',
  STAFF_SETTINGS_NOT_ALLOWED: 'Esto cambia el personal o sus roles, y su rol no lo permite.',
  RIGHTS_EXCEED_OWN:
    'Se trata de alguien que puede más que usted, antes o después. Pregunte a un propietario.',
  FILE_WORKSPACE_MISMATCH: 'Este archivo describe otra clínica.',
  CLINIC_FILE_INVALID: 'Hay que corregir algunos datos. No se aplicó nada:',
  UPCOMING_VISITS_AFFECTED: 'Algo que se quita tiene citas futuras.',
  STAFF_EMAIL_TAKEN: 'Uno de los correos es de otra persona del personal.',
  BOOKING_SYSTEM_IN_USE: 'Un profesional con reservas no puede cambiar entre horas fijas y turnos.',
  CURRENCY_IN_USE: 'Una sede cuyos medicamentos tienen precio conserva su moneda.',
  LAST_OWNER: 'No quedaría ningún propietario. Conserve uno o dé antes el rol a otra persona.',
  STAFF_HAS_NO_EMAIL: 'Esta persona no tiene correo para acceder.',
  STAFF_HAS_MORE_RIGHTS: 'Esta persona puede más que usted. Pídaselo a un propietario.',
  TEST_NOTICE_HAS_NO_RECIPIENT: 'Indique quién recibe el mensaje.',
  TEST_NOTICE_HAS_NO_ADDRESS: 'Esta persona no tiene correo. Añádalo en Personal y roles.',
  TEST_NOTICE_LIMIT_REACHED: 'Es suficiente por un minuto. Inténtelo enseguida.',
  DAILY_MESSAGE_LIMIT_REACHED:
    'Ya ha enviado todos los mensajes de este tipo que una persona puede enviar en un día. Envíe el siguiente mañana o pídaselo a otra persona.',
  TEST_NOTICE_NOT_SENT: 'El mensaje no fue aceptado. Un técnico arregla el envío de correo.',
  TEST_NOTICE_MAY_BE_SENT: 'No se sabe si el mensaje fue aceptado. Mire antes el buzón.',
  ACCOUNT_NOT_CONFIGURED:
    'Esta cuenta aún no existe. Añádala, aplique el cambio y pruébela otra vez.',
  ACCOUNT_TEST_LIMIT_REACHED: 'Demasiadas pruebas. Inténtelo dentro de un minuto.',
  ACCOUNT_TEST_HAS_NO_RECIPIENT:
    'El mensaje de prueba no tiene destinatario. Entre como miembro del personal.',
  ACCOUNT_TEST_HAS_NO_PHONE:
    'Usted no tiene teléfono con prefijo del país. Añádalo en Personal y roles.',
  ACCOUNT_REFUSED:
    'La cuenta aún no funciona. Revísela y pida a quien gestiona el servicio que revise su secreto.',
  ACCOUNT_SILENT: 'No hubo una respuesta válida. Inténtelo dentro de unos minutos.',
  FILE_HAS_INVALID_LINES: 'El archivo tiene líneas incorrectas. No se incorporó nada:',
  FILE_HAS_NO_HEADER: 'La primera línea del archivo no nombra las columnas:',
  FILE_EMPTY: 'El archivo está vacío.',
  FILE_HAS_NO_ROWS: 'El archivo no tiene filas.',
  FILE_TOO_LONG:
    'El archivo tiene demasiadas filas para el navegador: 200 000 como máximo. Un técnico lo incorpora con un comando.',
  FILE_NOT_UTF_8: 'El archivo no es UTF-8. Guárdelo como CSV UTF-8.',
  FILE_TOO_LARGE:
    'El archivo es demasiado grande para el navegador: 8 MB como máximo. Un técnico lo incorpora con un comando.',
  IMPORTS_RUNNING: 'Se están incorporando otros archivos. Inténtelo en un minuto.',
}

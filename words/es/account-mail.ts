import type { AccountMailWords } from '../en/account-mail.ts'

export const accountMail: AccountMailWords = {
  subject: (clinic) => `Su acceso a ${clinic} ha cambiado`,
  hello: (name) => `Hola, ${name}:`,
  changed: {
    'password-changed': 'Se cambió la contraseña con la que entra en el panel.',
    'passkey-added': 'Se añadió una llave de acceso para entrar en el panel.',
    'passkey-removed': 'Se quitó una llave de acceso con la que entraba en el panel.',
    'app-added': 'Se configuró una aplicación de autenticación para entrar en el panel.',
    'app-removed': 'Se quitó la aplicación de autenticación para entrar en el panel.',
    'recovery-codes-renewed':
      'Se crearon nuevos códigos de recuperación para entrar en el panel. Los anteriores ya no sirven.',
    'invitation-used':
      'Se usó una invitación al panel a su nombre. Las formas en que entraba en esta clínica ya no sirven.',
  },
  otherwise:
    'Si no fue usted, pida enseguida una nueva invitación a un propietario de la clínica. Con ella terminan todos los demás accesos a su nombre.',
  invitation: {
    subject: (clinic) => `Su invitación al panel de ${clinic}`,
    before: (clinic) =>
      `Le invitan al panel de ${clinic}. Abra este enlace para elegir cómo iniciar sesión:`,
    after:
      'El enlace funciona una vez, durante 48 horas. Si no sabe por qué lo ha recibido, no haga caso de este mensaje.',
  },
  news: {
    subject: (count, clinic) =>
      count === 1 ? `Una novedad en ${clinic}` : `${count} novedades en ${clinic}`,
    before: (clinic) =>
      `Lo que hicieron los pacientes de ${clinic}, con la hora en que lo hicieron:`,
    kinds: {
      BOOKED: 'Reservó',
      MOVED: 'Cambió la hora',
      CANCELLED: 'Canceló',
      CONFIRMED: 'Confirmó',
      PAID: 'Reservó y pagó en línea',
      WROTE: 'Escribió un mensaje',
    },
    open: 'Panel',
    after: 'Usted eligió estos correos en el panel, en la campana; allí puede cambiarlo.',
  },
}

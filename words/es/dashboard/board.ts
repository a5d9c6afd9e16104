import type { board as english, boardRefusals as refusals } from '../../en/dashboard/board.ts'

export const board: typeof english = {
  title: 'Paneles',
  text: 'Un panel en la pared de la sala de espera muestra los números llamados y sus puertas, y ningún nombre.',
  none: 'Esta sede aún no tiene panel.',
  add: 'Panel nuevo',
  name: 'Nombre del panel',
  defaultBoardName: 'Sala de espera',
  language: 'Idioma del panel',
  shifts: 'Qué colas muestra',
  all: 'Todas las colas de esta sede',
  some: 'Solo estas',
  queueCount: (count) => (count === 1 ? '1 cola' : `${count} colas`),
  make: 'Crear el panel',
  made: (date, time) => `Enlace creado el ${date} a las ${time}`,
  renew: 'Enlace nuevo',
  renewAsk: (name) =>
    `¿Crear un enlace nuevo para «${name}»? El que tiene deja de funcionar enseguida, también en el panel.`,
  withdraw: 'Retirar',
  withdrawAsk: (name) => `¿Retirar «${name}»? Su enlace deja de funcionar enseguida.`,
  linkTitle: (name) => `Enlace de «${name}»`,
  linkText:
    'Ábralo en el navegador del panel o escanee allí el código. Se muestra solo esta vez; se puede crear otro cuando haga falta.',
  codeAlt: 'Código con el enlace del panel',
  open: 'Abrir el panel',
  copy: 'Copiar el enlace',
  done: 'Listo',
}

export const boardRefusals: typeof refusals = {
  BOARD_NOT_FOUND: 'Este panel ya no existe.',
  BOARD_NAME_TAKEN:
    'Esta sede ya tiene un panel con ese nombre. Elija otro nombre o dé a aquel un enlace nuevo.',
  BOARD_SHIFT_NOT_AT_LOCATION: 'Una de estas colas ya no existe.',
  TOO_MANY_BOARDS: 'Esta sede tiene todos los paneles que puede tener. Retire uno primero.',
}

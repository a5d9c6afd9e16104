import type { Words } from '../../en/dashboard.ts'

export const keys: Words['keys'] = {
  title: 'Teclas',
  everywhere: 'En todas partes',
  control: 'Ctrl',
  enter: 'Intro',
  escape: 'Esc',
  home: 'Inicio',
  end: 'Fin',
  list: 'Esta lista',
  close: 'Cerrar lo que está abierto',
  walk: 'De una hora a otra',
  goToFirstOrLast: 'A la primera hora, a la última',
  open: 'Abrir o reservar',
  take: 'Tomar una cita',
  move: 'Moverla mientras está tomada',
  drop: 'Dejarla ahí',
  giveUp: 'Dejarla donde estaba',
  callNext: 'Llamar al siguiente',
  chooseToken: 'Elegir un turno',
}

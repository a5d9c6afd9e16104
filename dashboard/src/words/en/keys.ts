// The list of keys.

export const keys = {
  title: 'Keys',
  everywhere: 'Everywhere',
  control: 'Ctrl',
  enter: 'Enter',
  escape: 'Esc',
  home: 'Home',
  end: 'End',
  list: 'This list',
  close: 'Close what is open',
  walk: 'From one time to another',
  firstAndLast: 'To the first time, to the last',
  open: 'Open or book',
  take: 'Take a visit',
  move: 'Move it, while it is taken',
  drop: 'Leave it there',
  giveUp: 'Leave it where it was',
  callNext: 'Call the next',
  chooseToken: 'Choose a token',
}

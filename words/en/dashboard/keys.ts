// The list of keys.

export const keys = {
  title: 'Keyboard shortcuts',
  everywhere: 'Everywhere',
  control: 'Ctrl',
  enter: 'Enter',
  escape: 'Esc',
  home: 'Home',
  end: 'End',
  list: 'This list',
  close: 'Close the open panel',
  walk: 'Move between times',
  goToFirstOrLast: 'Go to the first or last time',
  open: 'Open or book',
  take: 'Pick up a visit',
  move: 'Move the picked-up visit',
  drop: 'Drop it there',
  giveUp: 'Put it back',
  callNext: 'Call the next',
  chooseToken: 'Choose a token',
}

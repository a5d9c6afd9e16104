// What is said of the boards of waiting rooms.

export const board = {
  title: 'Boards',
  text: 'A board on the wall of the waiting room shows the numbers that are called and their doors, and no names.',
  none: 'This location has no board yet.',
  add: 'New board',
  name: 'Name of the board',
  usualName: 'Waiting room',
  language: 'Language of the board',
  shifts: 'Which queues it shows',
  all: 'All queues of this location',
  some: 'Only these',
  countOfShifts: (count: number) => (count === 1 ? '1 queue' : `${count} queues`),
  make: 'Make the board',
  made: (date: string, time: string) => `Link made on ${date} at ${time}`,
  renew: 'New link',
  renewAsk: (name: string) => `Make a new link for “${name}”? The one it has stops working at once, also on the board.`,
  withdraw: 'Take down',
  withdrawAsk: (name: string) => `Take down “${name}”? Its link stops working at once.`,
  linkTitle: (name: string) => `Link of “${name}”`,
  linkText: 'Open it in the browser of the board, or scan the code there. It is shown this once; a new one can be made at any time.',
  codeAlt: 'Code of the link of the board',
  open: 'Open the board',
  copy: 'Copy the link',
  copied: 'Copied',
  done: 'Done',
}

export const boardRefusals = {
  BOARD_NOT_FOUND: 'This board is not there any more.',
  BOARD_NAME_TAKEN: 'This location has a board of this name already. Choose another name, or give that board a new link.',
  BOARD_SHIFT_NOT_HERE: 'One of these queues is not there any more.',
  TOO_MANY_BOARDS: 'This location has as many boards as it can have. Take one down first.',
}

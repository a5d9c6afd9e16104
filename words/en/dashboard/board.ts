// The words of waiting-room boards.

export const board = {
  title: 'Boards',
  text: 'A board on the waiting-room wall shows the called numbers and their doors, but no names.',
  none: 'This location has no board yet.',
  add: 'New board',
  name: 'Name of the board',
  defaultBoardName: 'Waiting room',
  language: 'Language of the board',
  shifts: 'Which queues it shows',
  all: 'All queues of this location',
  some: 'Only these',
  queueCount: (count: number) => (count === 1 ? '1 queue' : `${count} queues`),
  make: 'Make the board',
  made: (date: string, time: string) => `Link made on ${date} at ${time}`,
  renew: 'New link',
  renewAsk: (name: string) =>
    `Make a new link for “${name}”? The current link stops working at once, also on the board itself.`,
  withdraw: 'Take down',
  withdrawAsk: (name: string) => `Take down “${name}”? Its link stops working at once.`,
  linkTitle: (name: string) => `Link of “${name}”`,
  linkText:
    'Open it in the board’s browser, or scan the code there. The link is shown only once; you can make a new one at any time.',
  codeAlt: 'QR code of the board’s link',
  open: 'Open the board',
  copy: 'Copy the link',
  done: 'Done',
}

export const boardRefusals = {
  BOARD_NOT_FOUND: 'This board no longer exists.',
  BOARD_NAME_TAKEN:
    'This location already has a board with this name. Choose another name, or give that board a new link.',
  BOARD_SHIFT_NOT_AT_LOCATION: 'One of these queues no longer exists.',
  TOO_MANY_BOARDS: 'This location has reached the limit of boards. Take one down first.',
}

import type { Words } from '../../en/dashboard.ts'

export const keys: Words['keys'] = {
  title: 'कुंजियाँ',
  everywhere: 'हर जगह',
  control: 'Ctrl',
  enter: 'Enter',
  escape: 'Esc',
  home: 'Home',
  end: 'End',
  list: 'यह सूची',
  close: 'जो खुला है उसे बंद करें',
  walk: 'एक समय से दूसरे पर',
  goToFirstOrLast: 'पहले समय पर, आख़िरी समय पर',
  open: 'खोलें या बुक करें',
  take: 'अपॉइंटमेंट उठाएँ',
  move: 'उठाए हुए को खिसकाएँ',
  drop: 'वहीं रखें',
  giveUp: 'जहाँ था वहीं रहने दें',
  callNext: 'अगले को बुलाएँ',
  chooseToken: 'टोकन चुनें',
}

import type { Words } from '../../en/dashboard.ts'

export const keys: Words['keys'] = {
  title: 'المفاتيح',
  everywhere: 'في كل مكان',
  control: 'Ctrl',
  enter: 'Enter',
  escape: 'Esc',
  home: 'Home',
  end: 'End',
  list: 'هذه القائمة',
  close: 'أغلق ما هو مفتوح',
  walk: 'من وقت إلى آخر',
  goToFirstOrLast: 'إلى أول وقت، إلى آخر وقت',
  open: 'فتح أو حجز',
  take: 'التقط موعدًا',
  move: 'حرّكه ما دام ملتقطًا',
  drop: 'اتركه هناك',
  giveUp: 'اتركه حيث كان',
  callNext: 'نادِ التالي',
  chooseToken: 'اختر رقمًا',
}

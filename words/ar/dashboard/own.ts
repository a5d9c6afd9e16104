import type { Words } from '../../en/dashboard.ts'

export const own: Words['own'] = {
  open: 'وقت خارج المتاح …',
  title: 'وقت خارج المتاح',
  time: 'الوقت',
  reason: 'السبب',
  reasonHint: 'يُحفظ مع الموعد، للموظفين فقط.',
  leave: 'اختر وقتًا متاحًا',
  notFree: 'هذا الوقت غير متاح.',
  mark: 'خارج المتاح',
  patientsCannot: 'لا يستطيع المرضى حجز هذا:',
}

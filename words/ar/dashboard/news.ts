import type { Words } from '../../en/dashboard.ts'

export const news: Words['news'] = {
  title: 'مستجدات المرضى',
  open: (n) => (n === 0 ? 'مستجدات المرضى' : `مستجدات المرضى، ${n} جديدة`),
  none: 'لا شيء خلال آخر 14 يومًا.',
  erased: 'شخص',
  kinds: {
    BOOKED: 'حجز',
    MOVED: 'غيّر الموعد',
    CANCELLED: 'ألغى',
    CONFIRMED: 'سيأتي',
    PAID: 'حجز ودفع',
    WROTE: 'كتب رسالة',
  },
  mails: 'بالبريد الإلكتروني',
  choices: {
    NONE: 'دون رسائل',
    AT_ONCE: 'فورًا',
    HOURLY: 'كل ساعة',
    DAILY: 'مرة في اليوم',
  },
  time: 'الساعة',
  save: 'حفظ',
  hint: 'لا تذكر الرسائل أي مريض. تُرسل إلى عنوانك في قائمة الموظفين.',
}

import type { Words } from '../../en/dashboard.ts'

export const messages: Words['messages'] = {
  title: 'المراسلات',
  none: 'لا توجد رسائل.',
  open: 'بانتظار الرد',
  answer: 'الرد',
  hint: { sms: 'تصل إلى المريض برسالة SMS.', chatapp: 'تصل إلى المريض عبر الدردشة.' },
  send: 'إرسال',
  discard: 'تجاهل',
  done: 'تم دون رد',
  automatic: 'أُرسلت تلقائيًا',
  unreadable: 'لا يمكن قراءة هذا النص هنا: شُفّر بمفتاح آخر.',
  outcome: {
    CONFIRMED: 'أكد الموعد',
    SENT_PAGE: 'لا يستطيع الحضور كما اتُّفق: أُرسلت إليه صفحة الموعد',
    CONFIRMATION: 'شكر مع وقت الموعد',
    PAGE: 'رابط لتغيير الموعد أو إلغائه',
  },
}

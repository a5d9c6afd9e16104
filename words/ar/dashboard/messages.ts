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
  channels: {
    stop: 'إيقاف',
    resume: 'الإرسال من جديد',
    stopped: (since, how) => `أُوقف في ${since}، ${how}`,
    askedBy: { LINK: 'من المريض في الصفحة', WORD: 'برسالة من المريض', STAFF: 'من الموظفين' },
    askStop: (channel) =>
      `هل لا يريد المريض إشعارات عبر ${channel} بعد الآن؟ الإشعارات عن الأموال المعادة تُرسل رغم ذلك.`,
    askResume: (channel) => `هل يريد المريض الإشعارات عبر ${channel} من جديد؟`,
  },
  failures: {
    title: 'الأيام السبعة الأخيرة',
    none: 'لم يُرسل أي إشعار.',
    noChannel: 'بلا وسيلة',
    counts: (sent, failed) =>
      failed === 0
        ? `أُرسل ${sent}، ولم يفشل أي منها`
        : `أُرسل ${sent}، وفشل ${failed} أو ربما لم يصل`,
    reasons: 'لماذا',
    each: (count) => (count === 1 ? 'الإشعار' : `آخر ${count} منها`),
    retry: 'إرسال من جديد',
    retried: 'يُرسل من جديد',
  },
}

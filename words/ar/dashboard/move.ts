import type { Words } from '../../en/dashboard.ts'

export const move: Words['move'] = {
  open: 'تغيير الوقت …',
  title: 'وقت آخر',
  from: 'من',
  same: 'تبقى المدة والسعر كما هما.',
  told: 'تصل رسالة إلى المريض إن أمكن الوصول إليه.',
  untold: 'لا تُرسل أي رسالة.',
  ofAll: 'أوقات جميع الأطباء',
  ofAllHint: 'يبقى الموعد مع طبيبه. يُحجز وقت طبيب آخر من جديد وبسعره، ثم يُلغى هذا الموعد.',
  instead: (clock, doctor) => `بدلًا من الساعة ${clock} مع ${doctor}، ويُلغى ذلك الموعد بعدها.`,
  elsewhere: (column) => `${column}: موعد جديد بسعره، ويُلغى هذا بعده.`,
  none: 'لا يوجد وقت متاح.',
  others: 'أوقات أخرى …',
  under: (patient, from, to) => `${patient}: ${from} ← ${to} …`,
  done: (patient, from, to) => `${patient}: نُقل من ${from} إلى ${to}.`,
  free: 'متاح',
  taken: 'غير متاح',
  hint: (key) => `يلتقط ${key} موعدًا؛ تنقله الأسهم، ويضعه مفتاح الإدخال، ويلغي Escape.`,
}

/** Why a time is not on offer, by the code of the rule that lists times. */
export const reason: Words['reason'] = {
  PRACTITIONER_INACTIVE: 'لم يعد الطبيب يستقبل المرضى.',
  PRACTITIONER_USES_TOKENS: 'يعطي الطبيب أرقامًا لا مواعيد.',
  LENGTH_NOT_OFFERED: 'لا تتوفر مواعيد بهذه المدة.',
  BEYOND_HORIZON: 'هذا التاريخ بعيد جدًا.',
  BOOKED: 'يوجد موعد آخر في هذا الوقت.',
  HELD: 'الوقت محجوز بانتظار الدفع.',
  BLOCKED_BY_CLINIC: 'حجبت العيادة هذا الوقت.',
  BLOCKED: 'الوقت مشغول في تقويم آخر.',
  PAST: 'بدأ هذا الوقت.',
  MODE_NOT_OFFERED: 'لا تتوفر مواعيد من هذا النوع.',
  OTHER_MODE: 'في هذا الوقت مواعيد من نوع آخر.',
  OFF_GRID: 'لا يبدأ موعد في هذا الوقت.',
  DOES_NOT_FIT: 'لا يتسع الوقت للموعد قبل نهاية الدوام.',
  CLOSED: 'العيادة مغلقة حينها.',
  NO_HOURS: 'لا دوام للطبيب حينها.',
  TIME_DOES_NOT_EXIST: 'تقفز الساعة فوق هذا الوقت.',
}

import type { Words } from '../../en/dashboard.ts'

export const head: Words['head'] = {
  age: (years) => `العمر ${years}`,
  last: 'آخر زيارة',
  next: 'الزيارة القادمة',
  due: 'الرصيد المستحق',
  bookFor: (name) => `موعد جديد: ${name}`,
  alert: 'تنبيه',
  alertEdit: 'تنبيه …',
  alertHint: 'ما يجب أن يراه الجميع أولًا',
  alertSave: 'حفظ التنبيه',
  absences: 'مرات الغياب',
  bookingRule: {
    label: 'الحجز',
    edit: 'الحجز …',
    like: 'كالجميع',
    BY_PHONE: 'بالهاتف فقط',
    PAY_BEFORE: 'بالدفع المسبق',
    hint: 'يسري على صفحات الويب والبرامج التي تحجز للمرضى. تستطيع العيادة الحجز دائمًا.',
    reason: 'السبب',
    reasonHint: 'يراه الموظفون فقط.',
    save: 'حفظ',
    since: (date) => `منذ ${date}`,
  },
}

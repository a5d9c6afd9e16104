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
}

import type { Words } from '../../en/dashboard.ts'

export const bar: Words['bar'] = {
  open: 'بحث',
  title: 'ابحث وافتح',
  field: 'موعد أو مريض أو شاشة أو إجراء',
  hint: 'رقم الحجز أو الاسم أو الهاتف أو ما تريد فعله',
  found: (count) => `النتائج: ${count}`,
  visitsOf: (patient) => `مواعيد ${patient}، الأحدث أولًا`,
  record: (patient) => `سجل ${patient}`,
  groups: { visits: 'موعد', patients: 'مريض', go: 'انتقال' },
}

import type { Words } from '../../en/dashboard.ts'

export const week: Words['week'] = {
  title: 'الأسبوع',
  previous: 'الأسبوع السابق',
  today: 'هذا الأسبوع',
  next: 'الأسبوع التالي',
  date: 'تاريخ من الأسبوع',
  practitioner: 'الممارس',
  everywhere: 'كل الفروع',
  closed: 'مغلق',
}

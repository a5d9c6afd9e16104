import type { Words } from '../../en/dashboard.ts'

export const notes: Words['notes'] = {
  none: 'لا ملاحظات',
  edit: 'تعديل الملاحظات',
  save: 'حفظ',
  discard: 'تجاهل',
  now: (text) => `النص الآن: ${text}`,
}

export const vitals: Words['vitals'] = {
  title: 'العلامات الحيوية',
  add: 'إضافة علامات حيوية',
  names: {
    systolic: 'الانقباضي',
    diastolic: 'الانبساطي',
    pulse: 'النبض',
    temperature: 'الحرارة',
    spo2: 'تشبع الأكسجين',
    weight: 'الوزن',
    height: 'الطول',
  },
}

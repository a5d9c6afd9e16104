import type { Words } from '../en.ts'

export const terms: Words['terms'] = {
  length: 'المدة',
  minutes: (n) => `${n} دقيقة`,
  as: 'نوع الحجز',
  single: 'موعد واحد',
  followUp: 'متابعة',
  owned: (name, left, until) => `من ${name}: المتبقي ${left}، حتى ${until}`,
  buy: (name, sessions) => `شراء ${name}، عدد الجلسات ${sessions}`,
  noRoom: 'بلا غرفة',
  discountOpen: 'خصم …',
  discount: 'الخصم',
  discountReason: 'سبب الخصم',
  byFollowUp: 'سعر المتابعة.',
  byPack: (name, left) => `يُدفع من ${name}، ويبقى بعده ${left}.`,
  ofPack: (name) => `سعر ${name}، وهذا الموعد أول جلساتها.`,
  international: 'السعر للمرضى من الخارج.',
  less: (charge, discount) => `${charge} ناقص ${discount}.`,
  kind: 'نوع الموعد',
  kinds: { CONSULTATION: 'استشارة', EMERGENCY: 'طارئ', CHECK_UP: 'فحص دوري', PROCEDURE: 'إجراء', VACCINATION: 'تطعيم', LAB_TEST: 'تحليل' },
  edit: 'تغيير النوع أو الغرفة',
  save: 'حفظ',
}

import type { developerRefusals as enRefusals } from '../../en/dashboard/developer-refusals.ts'

export const developerRefusals: typeof enRefusals = {
  KEY_NOT_FOUND: 'لم يعد هذا المفتاح موجودًا.',
  KEY_NOT_ACTIVE: 'لم يعد هذا المفتاح يعمل. أنشئ مفتاحًا جديدًا.',
  KEY_NOT_FOR_PAGES: 'ليس لمفتاح المطوّر مصادر. أنشئ مفتاح أداة للصفحات.',
  KEY_ALWAYS_BOOKS_FOR_PATIENTS: 'مفتاح الصفحات يحجز للمرضى دائمًا.',
  KEY_NAMED_FOR_PATIENTS:
    'تقول الإعدادات إن المفاتيح بهذا الاسم تحجز للمرضى. احذف الاسم من هناك أولًا.',
  DEVELOPER_KEY_NOT_FOR_PAGES: 'ليس لمفتاح المطوّر مصادر. أنشئ مفتاح أداة للصفحات.',
  KEY_NEEDS_ADDRESS: 'حدّد عنوانًا واحدًا على الأقل يُستخدم منه المفتاح.',
  KEY_HAS_NO_ADDRESS: 'ليس لهذا المفتاح عنوان. أضف عنوانًا قبل تبديله.',
  ADDRESSES_NOT_ON_KEY: 'لم يعد هذا العنوان في المفتاح.',
  KEY_EXPIRY_IN_PAST: 'هذا الوقت مضى. اختر وقتًا لاحقًا.',
  ADDRESS_RANGE_INVALID: 'ليس هذا عنوانًا أو نطاقًا يمكن أن يكون لمفتاح.',
  TOO_MANY_ADDRESSES: 'هذه عناوين كثيرة لمفتاح واحد. استخدم نطاقات.',
  ORIGIN_INVALID: 'ليس هذا مصدرًا. اكتب المخطط والمضيف، مثل https://clinic.example.',
}

import type { settingsRefusals as english } from '../en/settings-refusals.ts'

export const settingsRefusals: typeof english = {
  SETTINGS_CHANGED_MEANWHILE: 'تغيّرت الإعدادات في هذه الأثناء. لم يُطبَّق شيء.',
  SETTINGS_VERSION_NOT_FOUND: 'هذا الإصدار لم يعد محفوظًا.',
  SETTING_FOR_OPERATORS: 'هذا للمشغّلين وحدهم عبر ملف العيادة: فهو يحدد وجهة الأسرار أو ما يجوز للعيادة استخدامه.',
  SETTINGS_OF_STAFF: 'هذا يغيّر الموظفين أو أدوارهم، ودورك لا يسمح بذلك.',
  RIGHTS_BEYOND_OWN: 'يتعلق هذا بمن يجوز له أكثر منك. اسأل أحد المالكين.',
  WORKSPACE_OF_FILE_DIFFERS: 'هذا الملف يصف عيادة أخرى.',
  CLINIC_FILE_MISTAKEN: 'فيه شيء غير صحيح. لم يُطبَّق شيء:',
  UPCOMING_VISITS_LEFT_OUT: 'شيء مما يُزال له زيارات قادمة.',
  STAFF_EMAIL_TAKEN: 'أحد عناوين البريد يخص موظفًا آخر.',
  SYSTEM_OF_BOOKED_CHANGED: 'ممارس له حجوزات لا ينتقل بين الأوقات الثابتة والأرقام.',
  CURRENCY_OF_PRICED_CHANGED: 'موقع لأدويته أسعار يحتفظ بعملته.',
  LAST_OWNER: 'لن يبقى أي مالك. أبقِ واحدًا أو أعطِ الدور لغيره أولًا.',
  STAFF_WITHOUT_EMAIL: 'ليس لهذا العضو بريد لتسجيل الدخول.',
  STAFF_MAY_DO_MORE: 'يجوز لهذا العضو أكثر منك. اطلب من مالك إرسال الدعوة.',
}

import type { settingsRefusals as english } from '../../en/dashboard/settings-refusals.ts'

export const settingsRefusals: typeof english = {
  SETTINGS_CONFLICT: 'تغيّرت الإعدادات في هذه الأثناء. لم يُطبَّق شيء.',
  SETTINGS_VERSION_NOT_FOUND: 'هذا الإصدار لم يعد محفوظًا.',
  SETTING_REQUIRES_OPERATOR:
    'هذا للمشغّلين وحدهم عبر ملف العيادة: فهو يحدد وجهة الأسرار أو ما يجوز للعيادة استخدامه.',
  STAFF_SETTINGS_NOT_ALLOWED: 'هذا يغيّر الموظفين أو أدوارهم، ودورك لا يسمح بذلك.',
  RIGHTS_EXCEED_OWN: 'يتعلق هذا بمن يجوز له أكثر منك. اسأل أحد المالكين.',
  FILE_WORKSPACE_MISMATCH: 'هذا الملف يصف عيادة أخرى.',
  CLINIC_FILE_INVALID: 'فيه شيء غير صحيح. لم يُطبَّق شيء:',
  UPCOMING_VISITS_AFFECTED: 'شيء مما يُزال له زيارات قادمة.',
  STAFF_EMAIL_TAKEN: 'أحد عناوين البريد يخص موظفًا آخر.',
  BOOKING_SYSTEM_IN_USE: 'ممارس له حجوزات لا ينتقل بين الأوقات الثابتة والأرقام.',
  CURRENCY_IN_USE: 'موقع لأدويته أسعار يحتفظ بعملته.',
  LAST_OWNER: 'لن يبقى أي مالك. أبقِ واحدًا أو أعطِ الدور لغيره أولًا.',
  STAFF_HAS_NO_EMAIL: 'ليس لهذا العضو بريد لتسجيل الدخول.',
  STAFF_HAS_MORE_RIGHTS: 'يجوز لهذا العضو أكثر منك. اطلب ذلك من مالك.',
  TEST_NOTICE_HAS_NO_RECIPIENT: 'حدّد من يتلقى الرسالة.',
  TEST_NOTICE_HAS_NO_ADDRESS: 'ليس لهذا العضو بريد. أضفه في الموظفون والأدوار.',
  TEST_NOTICE_LIMIT_REACHED: 'هذا يكفي لدقيقة. حاول بعد قليل.',
  DAILY_MESSAGE_LIMIT_REACHED:
    'لقد أرسلت اليوم أقصى ما يمكن لعضو واحد إرساله من هذه الرسائل. أرسل التالية غدًا، أو اطلب ذلك من زميل.',
  TEST_NOTICE_NOT_SENT: 'لم تُقبل الرسالة. يصلح المشغّل إرسال البريد.',
  TEST_NOTICE_MAY_BE_SENT: 'لا يُعرف هل قُبلت الرسالة. انظر في البريد قبل المحاولة ثانية.',
  FILE_HAS_INVALID_LINES: 'في الملف أسطر غير صحيحة. لم يُجلب شيء:',
  FILE_HAS_NO_HEADER: 'السطر الأول من الملف لا يسمّي الأعمدة:',
  FILE_EMPTY: 'الملف فارغ.',
  FILE_HAS_NO_ROWS: 'ليس في الملف صفوف.',
  FILE_TOO_LONG: 'في الملف صفوف أكثر مما يرسله المتصفح: 200,000 صف على الأكثر. يجلبه المشغّل بأمر.',
  FILE_NOT_UTF_8: 'الملف ليس UTF-8. احفظه بصيغة CSV UTF-8.',
  FILE_TOO_LARGE: 'الملف أكبر مما يرسله المتصفح: 8 ميغابايت على الأكثر. يجلبه المشغّل بأمر.',
  IMPORTS_RUNNING: 'تُجلب ملفات أخرى الآن. حاول بعد دقيقة.',
}

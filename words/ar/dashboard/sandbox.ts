import type { Words } from '../../en/dashboard.ts'

export const sandbox: Words['sandbox'] = {
  open: 'بيئة الاختبار: الساعة والرسائل والمدفوعات',
  hint: 'لا تُرسل أي رسالة ولا يتحرك أي مال.',
  clock: 'الساعة',
  outbox: 'الرسائل',
  gateway: 'المدفوعات',
  onTime: 'الساعة تعرض الوقت الحقيقي.',
  ahead: (duration) => `متقدمة على الوقت الحقيقي بمقدار ${duration}`,
  clockForwardOnlyHint: 'ساعة بيئة الاختبار تتقدم فقط.',
  noMessages: 'لا رسائل بعد. يظهر هنا ما كان سيُرسل إلى المرضى.',
  code: 'رمز لمرة واحدة',
  read: 'قراءة',
  noCheckouts: 'لا مدفوعات عبر الإنترنت بعد.',
  openPage: 'فتح صفحته',
  states: { OPEN: 'مفتوح', PAID: 'مدفوع', FAILED: 'مرفوض', EXPIRED: 'منتهٍ' },
}

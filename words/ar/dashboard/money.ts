import type { Words } from '../../en/dashboard.ts'

export const money: Words['money'] = {
  amount: 'المبلغ',
  partPaid: (paid, of) => `دُفع ${paid} من ${of}.`,
  remainsDue: (amount) => `يبقى ${amount} مستحقًا.`,
  atMost: (amount) => `أدخل مبلغًا لا يتجاوز ${amount}.`,
  payments: 'الدفعات في الاستقبال',
  correct: 'تصحيح …',
  correctPaymentLabel: (payment) => `تصحيح ${payment}`,
  really: 'ما دُفع فعلًا',
  notPaid: 'لا شيء',
  reason: 'السبب',
  save: 'حفظ التصحيح',
  corrected: (who, why) => `صحّحه ${who}: ${why}`,
  online: 'الدفع عبر الإنترنت',
  ask: 'إرسال رابط الدفع',
  asked: (when) => `أُرسل رابط الدفع: ${when}.`,
  underWay: 'قد يكون المريض يدفع عبر الإنترنت في هذه اللحظة.',
  leave: 'استلام الدفع هنا بدلًا من ذلك',
}

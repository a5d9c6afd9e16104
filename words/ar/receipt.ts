import type { ReceiptWords } from '../en/receipt.ts'

export const receipt: ReceiptWords = {
  receipt: 'إيصال',
  counter: 'إيصال عكسي',
  patient: 'المريض',
  paidFor: 'مقابل',
  when: 'الزيارة',
  practitioner: 'مع',
  paid: 'المدفوع',
  method: 'الطريقة',
  on: 'في',
  undone: { CORRECTED: 'سُجّلت هذه الدفعة بالخطأ', REFUNDED: 'أُعيد' },
  methods: {
    CASH: 'نقدًا',
    CARD: 'بطاقة',
    UPI: 'UPI',
    BANK_TRANSFER: 'تحويل بنكي',
    ONLINE: 'عبر الإنترنت',
    OTHER: 'أخرى',
  },
}

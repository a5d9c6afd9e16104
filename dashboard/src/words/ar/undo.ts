import type { Words } from '../en.ts'

export const undo: Words['undo'] = {
  title: 'تراجع',
  undo: 'تراجع',
  within: (seconds) => `يمكن التراجع بالمفتاح U خلال ${seconds} ثانية.`,
  under: 'جارٍ التراجع …',
  undone: (what) => `تم التراجع: ${what}`,
  stays: (what) => `لم يتم التراجع: ${what}`,
  did: {
    ARRIVED: (patient) => `وصل ${patient}.`,
    CONFIRMED: (patient) => `تم تأكيد موعد ${patient}.`,
    IN_CONSULTATION: (patient) => `بدأت معاينة ${patient}.`,
    COMPLETED: (patient) => `اكتمل موعد ${patient}.`,
    NO_SHOW: (patient) => `سُجّل عدم حضور ${patient}.`,
    CANCELLED: (patient) => `أُلغي موعد ${patient}.`,
    PAID: (patient, amount, method) => `دفع ${patient} مبلغ ${amount}: ${method}.`,
    MOVED_ALL: (visits) => `عدد المواعيد التي نُقلت: ${visits}.`,
  },
}

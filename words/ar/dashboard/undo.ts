import type { undo as english, undoRefusals as refusals } from '../../en/dashboard/undo.ts'

export const undo: typeof english = {
  title: 'تراجع',
  undo: 'تراجع',
  within: (seconds) => `يمكن التراجع بالمفتاح U خلال ${seconds} ثانية.`,
  under: 'جارٍ التراجع …',
  undone: (what) => `تم التراجع: ${what}`,
  stays: (what) => `لم يتم التراجع: ${what}`,
  finalOnline: 'المبلغ الذي يُعاد إلكترونيًا نهائي ولا يمكن التراجع عنه.',
  did: {
    ARRIVED: (patient) => `وصل ${patient}.`,
    CONFIRMED: (patient) => `تم تأكيد موعد ${patient}.`,
    IN_CONSULTATION: (patient) => `بدأت معاينة ${patient}.`,
    COMPLETED: (patient) => `اكتمل موعد ${patient}.`,
    NO_SHOW: (patient) => `سُجّل عدم حضور ${patient}.`,
    CANCELLED: (patient) => `أُلغي موعد ${patient}.`,
    PAID: (patient, amount, method) => `دفع ${patient} مبلغ ${amount}: ${method}.`,
    MOVED_ALL: (visits) => `عدد المواعيد التي نُقلت: ${visits}.`,
    CANCELLED_ALL: (visits) => `عدد المواعيد التي أُلغيت: ${visits}.`,
  },
  token: {
    call: (token) => `نودي على ${token}.`,
    recall: (token) => `نودي على ${token} مرة أخرى.`,
    begin: (token) => `بدأت معاينة ${token}.`,
    complete: (token) => `اكتمل ${token}.`,
    skip: (token) => `تم تخطي ${token}.`,
    return: (token) => `عاد ${token} إلى الانتظار.`,
    noShow: (token) => `سُجّل عدم حضور ${token}.`,
    move: (token) => `تغيّر مكان ${token} في الصف.`,
    cancel: (token) => `أُلغي ${token}.`,
  },
}

export const undoRefusals: typeof refusals = {
  CHANGE_NOT_FOUND: 'لم يبقَ هنا ما يمكن التراجع عنه.',
  CHANGE_ALREADY_UNDONE: 'تم التراجع عن هذا من قبل.',
  CHANGE_UNDO_EXPIRED: 'انتهى وقت التراجع، وقد يكون المريض قد أُبلغ. غيّر الموعد بدلًا من ذلك.',
  VISIT_CHANGED_SINCE: 'تغيّر هذا مجددًا في هذه الأثناء، فلم يتم التراجع عن شيء. راجعه أولًا.',
  VISIT_ON_ANOTHER_DAY: 'هذا الموعد في يوم آخر. انقله أولًا إلى اليوم، أو احجز موعدًا الآن.',
}

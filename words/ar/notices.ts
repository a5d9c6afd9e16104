import { composeNotices } from '../notice-texts.ts'

export const notices = composeNotices({
  greeting: 'مرحبًا {firstName}،',
  labels: {
    when: 'متى',
    clinicTime: 'توقيت العيادة',
    where: 'أين',
    video: 'فيديو',
    reference: 'المرجع',
    amount: 'المبلغ',
    price: 'السعر',
    queue: 'مكانك في الدور',
    ahead: 'من هم قبلك',
  },
  tokenTime: '{date}، ابتداءً من {time}، {zone}',
  links: {
    forms: 'يرجى التعبئة قبل الزيارة',
    change: 'للتغيير أو الإلغاء أو الإبلاغ عن وصولك',
    confirm: 'أخبرنا بأنك ستأتي',
    seeVisit: 'عرض الموعد',
    seeToken: 'عرض الرقم',
    cancelToken: 'لإلغاء الرقم أو الإبلاغ عن وصولك',
    arrived: 'للإبلاغ عن وصولك',
    seeBooked: 'عرض ما كان محجوزًا',
    payVisit: 'للدفع عبر الإنترنت أو عرض الموعد',
    payPack: 'للدفع عبر الإنترنت أو عرض ما تبقّى منها',
    answerOffer: 'لم يُحجز شيء بعد. اقبل الوقت أو ارفضه هنا',
  },
  shortLinks: {
    forms: 'يرجى التعبئة',
    confirm: 'سآتي',
    change: 'للتغيير أو الإلغاء',
    pay: 'للدفع',
    answer: 'للرد',
    queue: 'مكانك في الدور',
  },
  confirmation: {
    subject: 'موعدك في {clinic}: {date}، {time}',
    says: 'حُجز موعدك مع {practitioner}.',
    short: '{clinic}: حُجز موعدك مع {practitioner}: {date}، {time}.',
  },
  reminder: {
    subject: 'تذكير: موعدك في {clinic}، {date}، {time}',
    says: 'نذكّرك بموعدك مع {practitioner}.',
    short: '{clinic}: موعدك مع {practitioner} في {date}، {time}.',
  },
  move: {
    subject: 'وقت جديد لموعدك في {clinic}: {date}، {time}',
    says: 'لموعدك مع {practitioner} وقت جديد.',
    short: '{clinic}: لموعدك مع {practitioner} وقت جديد: {date}، {time}.',
  },
  cancellation: {
    subject: 'أُلغي موعدك في {clinic}: {date}، {time}',
    says: 'أُلغي موعدك مع {practitioner}.',
    short: '{clinic}: أُلغي موعدك مع {practitioner} في {date}، {time}.',
  },
  late: {
    subject: 'يتأخر {practitioner} اليوم نحو {minutesLate} دقيقة: موعدك في {clinic}، {time}',
    says: 'يتأخر {practitioner} اليوم نحو {minutesLate} دقيقة. يبقى موعدك في وقته، وقد يبدأ متأخرًا بهذا القدر.',
    short:
      '{clinic}: يتأخر {practitioner} اليوم نحو {minutesLate} دقيقة. قد يبدأ موعدك في {time} متأخرًا بهذا القدر.',
  },
  tokenConfirmation: {
    subject: 'رقمك في {clinic}: {token}، {date}',
    says: 'رقمك مع {practitioner} هو {token}.',
    short: '{clinic}: رقمك مع {practitioner} هو {token}، {date}، ابتداءً من {time}.',
  },
  tokenCancellation: {
    subject: 'أُلغي رقمك في {clinic}: {token}، {date}',
    says: 'أُلغي رقمك {token} مع {practitioner} ليوم {date}.',
    short: '{clinic}: أُلغي رقمك {token} مع {practitioner} ليوم {date}.',
  },
  expiry: {
    subject: 'لا حجز في {clinic}: {date}، {time}',
    says: 'لم يُدفع حجزك مع {practitioner} في الوقت المحدد، فانتهى. إذا وصل مبلغ بعد ذلك فسيُعاد كاملًا.',
    short:
      '{clinic}: لم يُدفع حجزك في {date}، {time} في الوقت المحدد، فانتهى. أي مبلغ يصل بعد ذلك يُعاد كاملًا.',
  },
  refund: {
    subject: 'يُعاد مبلغك من {clinic}: {price}',
    says: 'وصل مبلغك لحجز مع {practitioner} بعد انتهاء الحجز. يُعاد إليك كاملًا.',
    short: '{clinic}: وصل مبلغك {price} بعد انتهاء الحجز. يُعاد إليك كاملًا.',
  },
  payment: {
    subject: 'مبلغ مستحق إلى {clinic}: {price}',
    says: 'المبلغ المستحق لموعدك مع {practitioner} هو {price}.',
    short: '{clinic}: المبلغ المستحق لموعدك في {date}، {time} هو {price}.',
  },
  packPayment: {
    subject: 'مبلغ مستحق إلى {clinic}: {price}',
    says: 'المبلغ المستحق عن {pack} هو {price}.',
    short: '{clinic}: المبلغ المستحق عن {pack} هو {price}.',
  },
  forms: {
    subject: 'نماذج موعدك في {clinic}: {date}، {time}',
    says: 'يرجى تعبئة نماذج موعدك مع {practitioner}.',
    short: '{clinic}: يرجى تعبئة نماذج موعدك في {date}، {time}.',
  },
  turn: {
    subject: 'اقترب دورك في {clinic}: {token}',
    says: 'اقترب دورك مع {practitioner}. رقمك {token}.',
    short: '{clinic}: اقترب دورك مع {practitioner}. رقمك {token}.',
  },
  offer: {
    subject: 'وقت لك في {clinic}: {date}، {time}',
    says: 'أصبح وقت مع {practitioner} متاحًا، وهو محجوز لك حتى {heldUntil}.',
    short: '{clinic}: {date}، {time} مع {practitioner} متاح ومحجوز لك حتى {heldUntil}.',
  },
  thanks: '{clinic}: شكرًا لك. تم تأكيد موعدك في {date}، {time}.',
})

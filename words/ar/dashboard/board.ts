import type { board as english, boardRefusals as refusals } from '../../en/dashboard/board.ts'

export const board: typeof english = {
  title: 'اللوحات',
  text: 'تعرض لوحة على جدار غرفة الانتظار الأرقام التي يُنادى عليها وأبوابها، دون أسماء.',
  none: 'لا توجد لوحة في هذا الموقع بعد.',
  add: 'لوحة جديدة',
  name: 'اسم اللوحة',
  defaultBoardName: 'غرفة الانتظار',
  language: 'لغة اللوحة',
  shifts: 'الطوابير التي تعرضها',
  all: 'كل طوابير هذا الموقع',
  some: 'هذه فقط',
  queueCount: (count) => `عدد الطوابير: ${count}`,
  make: 'أنشئ اللوحة',
  made: (date, time) => `أُنشئ الرابط في ${date} الساعة ${time}`,
  renew: 'رابط جديد',
  renewAsk: (name) => `إنشاء رابط جديد للوحة «${name}»؟ يتوقف الرابط الحالي فورًا، على اللوحة أيضًا.`,
  withdraw: 'أزل',
  withdrawAsk: (name) => `إزالة «${name}»؟ يتوقف رابطها فورًا.`,
  linkTitle: (name) => `رابط «${name}»`,
  linkText:
    'افتحه في متصفح اللوحة أو امسح الرمز هناك. يُعرض هذه المرة فقط، ويمكن إنشاء رابط جديد في أي وقت.',
  codeAlt: 'رمز رابط اللوحة',
  open: 'افتح اللوحة',
  copy: 'انسخ الرابط',
  done: 'تم',
}

export const boardRefusals: typeof refusals = {
  BOARD_NOT_FOUND: 'لم تعد هذه اللوحة موجودة.',
  BOARD_NAME_TAKEN: 'في هذا الموقع لوحة بهذا الاسم. اختر اسمًا آخر، أو أعطِ تلك اللوحة رابطًا جديدًا.',
  BOARD_SHIFT_NOT_AT_LOCATION: 'لم يعد أحد هذه الطوابير موجودًا.',
  TOO_MANY_BOARDS: 'لهذا الموقع كل ما يمكن من اللوحات. أزل واحدة أولًا.',
}

import type { board as english, boardRefusals as refusals } from '../../en/dashboard/board.ts'

export const board: typeof english = {
  title: 'बोर्ड',
  text: 'प्रतीक्षालय की दीवार का बोर्ड बुलाए गए नंबर और उनके दरवाज़े दिखाता है, कोई नाम नहीं।',
  none: 'इस स्थान पर अभी कोई बोर्ड नहीं है।',
  add: 'नया बोर्ड',
  name: 'बोर्ड का नाम',
  defaultBoardName: 'प्रतीक्षालय',
  language: 'बोर्ड की भाषा',
  shifts: 'कौन-सी कतारें दिखें',
  all: 'इस स्थान की सभी कतारें',
  some: 'केवल ये',
  queueCount: (count) => (count === 1 ? '1 कतार' : `${count} कतारें`),
  make: 'बोर्ड बनाएँ',
  made: (date, time) => `लिंक ${date} को ${time} बजे बना`,
  renew: 'नया लिंक',
  renewAsk: (name) => `“${name}” के लिए नया लिंक बनाएँ? पुराना तुरंत बंद हो जाएगा, बोर्ड पर भी।`,
  withdraw: 'हटाएँ',
  withdrawAsk: (name) => `“${name}” हटाएँ? उसका लिंक तुरंत बंद हो जाएगा।`,
  linkTitle: (name) => `“${name}” का लिंक`,
  linkText:
    'इसे बोर्ड के ब्राउज़र में खोलें, या वहाँ कोड स्कैन करें। यह केवल इसी बार दिखता है; नया कभी भी बन सकता है।',
  codeAlt: 'बोर्ड के लिंक का कोड',
  open: 'बोर्ड खोलें',
  copy: 'लिंक कॉपी करें',
  done: 'हो गया',
}

export const boardRefusals: typeof refusals = {
  BOARD_NOT_FOUND: 'यह बोर्ड अब नहीं है।',
  BOARD_NAME_TAKEN: 'इस स्थान पर इस नाम का बोर्ड पहले से है। दूसरा नाम चुनें, या उस बोर्ड को नया लिंक दें।',
  BOARD_SHIFT_NOT_AT_LOCATION: 'इनमें से एक कतार अब नहीं है।',
  TOO_MANY_BOARDS: 'इस स्थान पर जितने बोर्ड हो सकते हैं, उतने हैं। पहले एक हटाएँ।',
}

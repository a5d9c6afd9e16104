import type { undo as english, undoRefusals as refusals } from '../../en/dashboard/undo.ts'

export const undo: typeof english = {
  title: 'वापस लें',
  undo: 'वापस लें',
  within: (seconds) => `${seconds} सेकंड तक U से इसे वापस लिया जा सकता है।`,
  under: 'वापस लिया जा रहा है …',
  undone: (what) => `वापस लिया गया: ${what}`,
  stays: (what) => `वापस नहीं लिया गया: ${what}`,
  finalOnline: 'ऑनलाइन लौटाई गई राशि अंतिम होती है और वापस नहीं ली जा सकती।',
  did: {
    ARRIVED: (patient) => `${patient} आ गए हैं।`,
    CONFIRMED: (patient) => `${patient} के अपॉइंटमेंट की पुष्टि हो गई।`,
    IN_CONSULTATION: (patient) => `${patient} का परामर्श शुरू हुआ।`,
    COMPLETED: (patient) => `${patient} का अपॉइंटमेंट पूरा हुआ।`,
    NO_SHOW: (patient) => `${patient} को अनुपस्थित दर्ज किया गया।`,
    CANCELLED: (patient) => `${patient} का अपॉइंटमेंट रद्द हुआ।`,
    PAID: (patient, amount, method) => `${patient} ने ${amount} चुकाए: ${method}।`,
    MOVED_ALL: (visits) => `${visits} अपॉइंटमेंट का समय बदला गया।`,
    CANCELLED_ALL: (visits) => `${visits} अपॉइंटमेंट रद्द किए गए।`,
  },
  token: {
    call: (token) => `${token} को बुलाया गया।`,
    recall: (token) => `${token} को फिर से बुलाया गया।`,
    begin: (token) => `${token} का परामर्श शुरू हुआ।`,
    complete: (token) => `${token} पूरा हुआ।`,
    skip: (token) => `${token} को छोड़ा गया।`,
    return: (token) => `${token} फिर से प्रतीक्षा में है।`,
    noShow: (token) => `${token} को अनुपस्थित दर्ज किया गया।`,
    move: (token) => `कतार में ${token} की जगह बदली गई।`,
    cancel: (token) => `${token} रद्द हुआ।`,
  },
}

export const undoRefusals: typeof refusals = {
  CHANGE_NOT_FOUND: 'यहाँ अब वापस लेने के लिए कुछ नहीं है।',
  CHANGE_ALREADY_UNDONE: 'इसे पहले ही वापस लिया जा चुका है।',
  CHANGE_UNDO_EXPIRED:
    'इसे वापस लेने का समय बीत चुका है, और मरीज़ को संदेश मिल चुका हो सकता है। अपॉइंटमेंट बदलें।',
  VISIT_CHANGED_SINCE: 'इस बीच यहाँ फिर कुछ बदला है, इसलिए कुछ वापस नहीं लिया गया। पहले देख लें।',
  VISIT_ON_ANOTHER_DAY: 'यह अपॉइंटमेंट किसी और दिन का है। पहले इसे आज पर ले जाएँ, या अभी नया बुक करें।',
}

import type { Words } from '../en.ts'

export const undo: Words['undo'] = {
  title: 'वापस लें',
  undo: 'वापस लें',
  within: (seconds) => `${seconds} सेकंड तक U से इसे वापस लिया जा सकता है।`,
  under: 'वापस लिया जा रहा है …',
  undone: (what) => `वापस लिया गया: ${what}`,
  stays: (what) => `वापस नहीं लिया गया: ${what}`,
  did: {
    ARRIVED: (patient) => `${patient} आ गए हैं।`,
    CONFIRMED: (patient) => `${patient} के अपॉइंटमेंट की पुष्टि हो गई।`,
    IN_CONSULTATION: (patient) => `${patient} का परामर्श शुरू हुआ।`,
    COMPLETED: (patient) => `${patient} का अपॉइंटमेंट पूरा हुआ।`,
    NO_SHOW: (patient) => `${patient} को अनुपस्थित दर्ज किया गया।`,
    CANCELLED: (patient) => `${patient} का अपॉइंटमेंट रद्द हुआ।`,
    PAID: (patient, amount, method) => `${patient} ने ${amount} चुकाए: ${method}।`,
    MOVED_ALL: (visits) => `${visits} अपॉइंटमेंट का समय बदला गया।`,
  },
}

import type { Words } from '../../en/dashboard.ts'

export const messages: Words['messages'] = {
  title: 'संदेश',
  none: 'कोई संदेश नहीं।',
  open: 'जवाब देना है',
  answer: 'जवाब',
  hint: { sms: 'मरीज़ को SMS से जाता है।', chatapp: 'मरीज़ को चैट से जाता है।' },
  send: 'भेजें',
  discard: 'छोड़ दें',
  done: 'बिना जवाब पूरा',
  automatic: 'अपने आप भेजा गया',
  unreadable: 'यह पाठ यहाँ नहीं पढ़ा जा सकता: यह किसी और कुंजी से एन्क्रिप्ट किया गया था।',
  outcome: {
    CONFIRMED: 'अपॉइंटमेंट की पुष्टि की',
    SENT_PAGE: 'तय समय पर नहीं आ सकते: अपॉइंटमेंट का पेज भेजा गया',
    CONFIRMATION: 'धन्यवाद, अपॉइंटमेंट के समय के साथ',
    PAGE: 'अपॉइंटमेंट बदलने या रद्द करने का लिंक',
  },
}

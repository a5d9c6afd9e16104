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
  channels: {
    stop: 'बंद करें',
    resume: 'फिर से भेजें',
    stopped: (since, how) => `${since} को बंद, ${how}`,
    askedBy: { LINK: 'रोगी ने पेज पर', WORD: 'रोगी ने संदेश से', STAFF: 'स्टाफ़ ने' },
    askStop: (channel) =>
      `क्या रोगी को ${channel} से और सूचनाएँ नहीं चाहिए? लौटाए गए पैसे की सूचनाएँ फिर भी जाएँगी।`,
    askResume: (channel) => `क्या रोगी को ${channel} से फिर सूचनाएँ चाहिए?`,
  },
  failures: {
    title: 'पिछले सात दिन',
    none: 'कोई सूचना नहीं गई।',
    noChannel: 'बिना माध्यम के',
    counts: (sent, failed) =>
      failed === 0
        ? `${sent} भेजी गईं, कोई विफल नहीं`
        : `${sent} भेजी गईं, ${failed} विफल या शायद नहीं पहुँचीं`,
    reasons: 'क्यों',
    each: (count) => (count === 1 ? 'सूचना' : `उनमें से आख़िरी ${count}`),
    retry: 'फिर से भेजें',
    retried: 'फिर से भेजी जा रही है',
  },
}

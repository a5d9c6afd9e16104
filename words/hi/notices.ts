import { composeNotices } from '../notice-texts.ts'

export const notices = composeNotices({
  greeting: 'नमस्ते {firstName},',
  labels: {
    when: 'कब',
    clinicTime: 'क्लिनिक का समय',
    where: 'कहाँ',
    video: 'वीडियो',
    reference: 'संदर्भ',
    amount: 'राशि',
    price: 'कीमत',
    queue: 'कतार में आपकी जगह',
    ahead: 'आपसे पहले लोग',
  },
  tokenTime: '{date}, {time} से, {zone}',
  links: {
    forms: 'कृपया मुलाक़ात से पहले भरें',
    change: 'बदलने, रद्द करने या पहुँचने की सूचना के लिए',
    confirm: 'बताएँ कि आप आएँगे',
    seeVisit: 'अपॉइंटमेंट देखें',
    seeToken: 'टोकन देखें',
    cancelToken: 'टोकन रद्द करने या पहुँचने की सूचना के लिए',
    arrived: 'पहुँचने की सूचना दें',
    seeBooked: 'देखें कि क्या बुक था',
    payVisit: 'ऑनलाइन भुगतान करें, या अपॉइंटमेंट देखें',
    payPack: 'ऑनलाइन भुगतान करें, या देखें कि कितना बाकी है',
    answerOffer: 'अभी कुछ बुक नहीं है। समय यहाँ स्वीकार या अस्वीकार करें',
  },
  shortLinks: {
    forms: 'कृपया भरें',
    confirm: 'मैं आऊँगा/आऊँगी',
    change: 'बदलें या रद्द करें',
    pay: 'भुगतान करें',
    answer: 'जवाब दें',
    queue: 'कतार में आपकी जगह',
  },
  confirmation: {
    subject: '{clinic} में आपकी अपॉइंटमेंट: {date}, {time}',
    says: '{practitioner} के साथ आपकी अपॉइंटमेंट बुक है।',
    short: '{clinic}: {practitioner} के साथ आपकी अपॉइंटमेंट बुक है: {date}, {time}।',
  },
  reminder: {
    subject: 'याद दिलाना: {clinic} में आपकी अपॉइंटमेंट, {date}, {time}',
    says: 'यह {practitioner} के साथ आपकी अपॉइंटमेंट की याद दिलाने के लिए है।',
    short: '{clinic}: {practitioner} के साथ आपकी अपॉइंटमेंट {date}, {time} को है।',
  },
  move: {
    subject: '{clinic} में आपकी अपॉइंटमेंट का नया समय: {date}, {time}',
    says: '{practitioner} के साथ आपकी अपॉइंटमेंट का समय बदल गया है।',
    short: '{clinic}: {practitioner} के साथ आपकी अपॉइंटमेंट का नया समय: {date}, {time}।',
  },
  cancellation: {
    subject: '{clinic} में आपकी अपॉइंटमेंट रद्द हुई: {date}, {time}',
    says: '{practitioner} के साथ आपकी अपॉइंटमेंट रद्द हो गई है।',
    short: '{clinic}: {practitioner} के साथ {date}, {time} की आपकी अपॉइंटमेंट रद्द हो गई है।',
  },
  late: {
    subject:
      '{practitioner} को आज लगभग {minutesLate} मिनट की देरी है: {clinic} में आपकी अपॉइंटमेंट, {time}',
    says: '{practitioner} को आज लगभग {minutesLate} मिनट की देरी है। आपकी अपॉइंटमेंट का समय वही रहता है, वह इतनी देर से शुरू हो सकती है।',
    short:
      '{clinic}: {practitioner} को आज लगभग {minutesLate} मिनट की देरी है। {time} की आपकी अपॉइंटमेंट इतनी देर से शुरू हो सकती है।',
  },
  tokenConfirmation: {
    subject: '{clinic} में आपका टोकन: {token}, {date}',
    says: '{practitioner} के साथ आपका टोकन {token} है।',
    short: '{clinic}: {practitioner} के साथ आपका टोकन {token} है, {date}, {time} से।',
  },
  tokenCancellation: {
    subject: '{clinic} में आपका टोकन रद्द हुआ: {token}, {date}',
    says: '{practitioner} के साथ {date} का आपका टोकन {token} रद्द हो गया है।',
    short: '{clinic}: {practitioner} के साथ {date} का आपका टोकन {token} रद्द हो गया है।',
  },
  expiry: {
    subject: '{clinic} में बुक नहीं हुआ: {date}, {time}',
    says: '{practitioner} के साथ आपकी बुकिंग का भुगतान समय पर नहीं हुआ, इसलिए वह समाप्त हो गई। यदि भुगतान अब भी आता है, तो वह पूरा लौटाया जाएगा।',
    short:
      '{clinic}: {date}, {time} की आपकी बुकिंग का भुगतान समय पर नहीं हुआ, इसलिए वह समाप्त हो गई। बाद में आया भुगतान पूरा लौटाया जाता है।',
  },
  refund: {
    subject: '{clinic} को आपका भुगतान लौटाया जा रहा है: {price}',
    says: '{practitioner} के साथ बुकिंग का आपका भुगतान बुकिंग समाप्त होने के बाद आया। वह आपको पूरा लौटाया जा रहा है।',
    short: '{clinic}: {price} का आपका भुगतान बुकिंग समाप्त होने के बाद आया। वह पूरा लौटाया जा रहा है।',
  },
  payment: {
    subject: '{clinic} को आपका भुगतान: {price}',
    says: '{practitioner} के साथ आपकी अपॉइंटमेंट के लिए {price} देने हैं।',
    short: '{clinic}: {date}, {time} की आपकी अपॉइंटमेंट के लिए {price} देने हैं।',
  },
  packPayment: {
    subject: '{clinic} को आपका भुगतान: {price}',
    says: '{pack} के लिए {price} देने हैं।',
    short: '{clinic}: {pack} के लिए {price} देने हैं।',
  },
  forms: {
    subject: '{clinic} में आपकी अपॉइंटमेंट के फ़ॉर्म: {date}, {time}',
    says: 'कृपया {practitioner} के साथ अपनी अपॉइंटमेंट के फ़ॉर्म भरें।',
    short: '{clinic}: कृपया {date}, {time} की अपनी अपॉइंटमेंट के फ़ॉर्म भरें।',
  },
  turn: {
    subject: '{clinic} में जल्द आपकी बारी है: {token}',
    says: '{practitioner} के साथ जल्द आपकी बारी है। आपका टोकन {token} है।',
    short: '{clinic}: {practitioner} के साथ जल्द आपकी बारी है। आपका टोकन {token} है।',
  },
  offer: {
    subject: '{clinic} में आपके लिए समय: {date}, {time}',
    says: '{practitioner} के साथ एक समय खाली हुआ है। वह {heldUntil} तक आपके लिए रखा है।',
    short: '{clinic}: {practitioner} के साथ {date}, {time} खाली है और {heldUntil} तक आपके लिए रखा है।',
  },
  thanks: '{clinic}: धन्यवाद। {date}, {time} की आपकी अपॉइंटमेंट की पुष्टि हो गई है।',
})

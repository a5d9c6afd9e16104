export const notices = {
  late: {
    subject:
      '{practitioner} को आज लगभग {minutesLate} मिनट की देरी है: {clinic} में आपकी अपॉइंटमेंट, {time}',
    body: [
      'नमस्ते {firstName},',
      '',
      '{practitioner} को आज लगभग {minutesLate} मिनट की देरी है। आपकी अपॉइंटमेंट का समय वही रहता है, वह इतनी देर से शुरू हो सकती है।',
      '',
      'कब: {date}, {time}, {zone}',
      'कहाँ: {location}',
      'कहाँ: {visitAddress}',
      'वीडियो: {videoLink}',
      'संदर्भ: {reference}',
      '',
      'बदलने, रद्द करने या पहुँचने की सूचना के लिए: {visitPage}',
      '',
      '{clinic}',
    ].join('\n'),
  },
}

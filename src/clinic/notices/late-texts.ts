// Staff report with one click that a practitioner runs late, so this text exists in each language
// of the dashboard.

import type { NoticeText } from './notice-settings.ts'

/** By language, in addition to English. */
export const lateTexts: Readonly<Partial<Record<string, NoticeText>>> = {
  de: {
    subject:
      '{practitioner} ist heute etwa {minutesLate} Minuten verspätet: Ihr Termin bei {clinic}, {time}',
    body: [
      'Guten Tag {firstName},',
      '',
      '{practitioner} ist heute etwa {minutesLate} Minuten verspätet. Ihr Termin behält seine Zeit und beginnt womöglich um so viel später.',
      '',
      'Wann: {date}, {time}, {zone}',
      'Wo: {location}',
      'Wo: {visitAddress}',
      'Video: {videoLink}',
      'Buchungsnummer: {reference}',
      '',
      'Ändern, absagen oder Ihre Ankunft melden: {visitPage}',
      '',
      '{clinic}',
    ].join('\n'),
  },
  es: {
    subject:
      '{practitioner} lleva hoy unos {minutesLate} minutos de retraso: su cita en {clinic}, {time}',
    body: [
      'Hola, {firstName}:',
      '',
      '{practitioner} lleva hoy unos {minutesLate} minutos de retraso. Su cita conserva su hora y puede empezar ese tiempo más tarde.',
      '',
      'Cuándo: {date}, {time}, {zone}',
      'Dónde: {location}',
      'Dónde: {visitAddress}',
      'Vídeo: {videoLink}',
      'Referencia: {reference}',
      '',
      'Cambiar, cancelar o avisar de que ha llegado: {visitPage}',
      '',
      '{clinic}',
    ].join('\n'),
  },
  hi: {
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
  ar: {
    subject: 'يتأخر {practitioner} اليوم نحو {minutesLate} دقيقة: موعدك في {clinic}، {time}',
    body: [
      'مرحبًا {firstName}،',
      '',
      'يتأخر {practitioner} اليوم نحو {minutesLate} دقيقة. يبقى موعدك في وقته، وقد يبدأ متأخرًا بهذا القدر.',
      '',
      'متى: {date}، {time}، {zone}',
      'أين: {location}',
      'أين: {visitAddress}',
      'فيديو: {videoLink}',
      'المرجع: {reference}',
      '',
      'للتغيير أو الإلغاء أو الإبلاغ عن وصولك: {visitPage}',
      '',
      '{clinic}',
    ].join('\n'),
  },
}

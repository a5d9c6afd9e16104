// The texts of a board, in each of its languages. `{token}`, `{door}` and the like are filled in.

export const boardLanguages = ['en', 'de', 'es', 'hi', 'ar'] as const
export type BoardLanguage = (typeof boardLanguages)[number]

interface BoardWords {
  watch: string
  next: string
  absent: string
  askDesk: string
  inside: string
  /** For a running queue in which no one has been called yet. */
  quiet: string
  /** If no queue is running. */
  closed: string
  upTo: string
  minutes: string
  /** The spoken text of a call. */
  spoken: string
  speak: string
  /** Spoken when sound is switched on, to show that it works. */
  speaks: string
  /** Replaces `speak` if the browser needs a touch first. */
  touch: string
  lost: string
  gone: string
}

const en: BoardWords = {
  watch: 'Please watch for your number',
  next: 'Next',
  absent: 'Called, not here',
  askDesk: 'ask at the desk',
  inside: 'in consultation',
  quiet: 'Your number is shown here when it is your turn.',
  closed: 'No numbers are being called now.',
  upTo: 'up to {to} min',
  minutes: '{range} min',
  spoken: 'Number {token}, {door}.',
  speak: 'Speak the numbers',
  speaks: 'Numbers are spoken.',
  touch: 'Touch here to hear the numbers again',
  lost: 'No connection since {time}. Please listen for your number, or ask at the desk.',
  gone: 'This board has a new link. Staff can find it in the dashboard, next to the queue.',
}

const de: BoardWords = {
  watch: 'Bitte achten Sie auf Ihre Nummer',
  next: 'Als Nächste',
  absent: 'Aufgerufen, nicht da',
  askDesk: 'am Empfang melden',
  inside: 'in der Sprechstunde',
  quiet: 'Ihre Nummer erscheint hier, wenn Sie an der Reihe sind.',
  closed: 'Zurzeit werden keine Nummern aufgerufen.',
  upTo: 'bis zu {to} Min.',
  minutes: '{range} Min.',
  spoken: 'Nummer {token}, {door}.',
  speak: 'Nummern ansagen',
  speaks: 'Nummern werden angesagt.',
  touch: 'Hier berühren, damit die Nummern wieder angesagt werden',
  lost: 'Keine Verbindung seit {time}. Bitte achten Sie auf den Aufruf oder fragen Sie am Empfang.',
  gone: 'Diese Anzeige hat jetzt einen anderen Link. Das Personal findet ihn im Dashboard bei der Warteschlange.',
}

const es: BoardWords = {
  watch: 'Esté atento a su número',
  next: 'Siguientes',
  absent: 'Llamados, ausentes',
  askDesk: 'pregunte en recepción',
  inside: 'en consulta',
  quiet: 'Su número aparecerá aquí cuando sea su turno.',
  closed: 'Ahora no se llama a ningún número.',
  upTo: 'hasta {to} min',
  minutes: '{range} min',
  spoken: 'Número {token}, {door}.',
  speak: 'Decir los números',
  speaks: 'Se dirán los números.',
  touch: 'Toque aquí para volver a oír los números',
  lost: 'Sin conexión desde las {time}. Esté atento a la llamada o pregunte en recepción.',
  gone: 'Este panel tiene ahora otro enlace. El personal lo encuentra en el panel de control, junto a la cola.',
}

const hi: BoardWords = {
  watch: 'कृपया अपने नंबर पर ध्यान दें',
  next: 'अगले',
  absent: 'बुलाए गए, मौजूद नहीं',
  askDesk: 'रिसेप्शन पर पूछें',
  inside: 'परामर्श में',
  quiet: 'आपकी बारी आने पर आपका नंबर यहाँ दिखेगा।',
  closed: 'अभी कोई नंबर नहीं बुलाया जा रहा है।',
  upTo: '{to} मिनट तक',
  minutes: '{range} मिनट',
  spoken: 'नंबर {token}, {door}।',
  speak: 'नंबर बोलें',
  speaks: 'नंबर बोले जाएँगे।',
  touch: 'नंबर फिर से सुनने के लिए यहाँ छुएँ',
  lost: '{time} से कनेक्शन नहीं है। कृपया पुकार पर ध्यान दें या रिसेप्शन पर पूछें।',
  gone: 'इस बोर्ड का लिंक अब दूसरा है। कर्मचारी उसे डैशबोर्ड में कतार के पास पाएँगे।',
}

const ar: BoardWords = {
  watch: 'يرجى الانتباه إلى رقمكم',
  next: 'التالي',
  absent: 'نودي عليهم ولم يحضروا',
  askDesk: 'يرجى مراجعة الاستقبال',
  inside: 'داخل العيادة',
  quiet: 'سيظهر رقمكم هنا عندما يحين دوركم.',
  closed: 'لا يُنادى على أي رقم الآن.',
  upTo: 'حتى {to} دقيقة',
  minutes: '{range} دقيقة',
  spoken: 'الرقم {token}، {door}.',
  speak: 'نطق الأرقام',
  speaks: 'ستُنطق الأرقام.',
  touch: 'المسوا هنا لسماع الأرقام من جديد',
  lost: 'لا يوجد اتصال منذ {time}. يرجى الانتباه إلى النداء أو سؤال الاستقبال.',
  gone: 'لهذه اللوحة رابط آخر الآن. يجده الموظفون في لوحة التحكم بجانب الطابور.',
}

export const boardWords: Readonly<Record<BoardLanguage, BoardWords>> = { en, de, es, hi, ar }

/** Fills in the placeholders of a text. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

export const notices = {
  late: {
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

export const notices = {
  late: {
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
}

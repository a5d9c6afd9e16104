import type { Words } from '../../en/dashboard.ts'

export const messages: Words['messages'] = {
  title: 'Mensajes',
  none: 'No hay mensajes.',
  open: 'Por responder',
  answer: 'Respuesta',
  hint: { sms: 'Llega al paciente por SMS.', chatapp: 'Llega al paciente por chat.' },
  send: 'Enviar',
  discard: 'Descartar',
  done: 'Hecho sin respuesta',
  automatic: 'Enviado automáticamente',
  unreadable: 'Este texto no se puede leer aquí: se cifró con otro secreto.',
  outcome: {
    CONFIRMED: 'Confirmó la cita',
    SENT_PAGE: 'No puede como se acordó: recibió la página de la cita',
    CONFIRMATION: 'Gracias, con la hora de la cita',
    PAGE: 'Enlace para cambiar o cancelar la cita',
  },
  channels: {
    stop: 'Detener',
    resume: 'Volver a enviar',
    stopped: (since, how) => `detenido el ${since}, ${how}`,
    askedBy: {
      LINK: 'por el paciente en la página',
      WORD: 'por un mensaje del paciente',
      STAFF: 'por el personal',
    },
    askStop: (channel) =>
      `¿El paciente ya no quiere avisos por ${channel}? Los de dinero devuelto se siguen enviando.`,
    askResume: (channel) => `¿El paciente quiere de nuevo avisos por ${channel}?`,
  },
  failures: {
    title: 'Los últimos siete días',
    none: 'No se ha enviado ningún aviso.',
    noChannel: 'sin canal',
    counts: (sent, failed) =>
      failed === 0
        ? `${sent} enviados, ninguno falló`
        : `${sent} enviados, ${failed} fallaron o quizá no llegaron`,
    reasons: 'Por qué',
    each: (count) => (count === 1 ? 'El aviso' : `Los últimos ${count}`),
    retry: 'Enviar de nuevo',
    retried: 'Se envía de nuevo',
  },
}

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
}

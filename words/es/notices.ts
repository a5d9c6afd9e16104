import { composeNotices } from '../notice-texts.ts'

export const notices = composeNotices({
  greeting: 'Hola, {firstName}:',
  labels: {
    when: 'Cuándo',
    clinicTime: 'Hora de la clínica',
    where: 'Dónde',
    video: 'Vídeo',
    reference: 'Referencia',
    amount: 'Importe',
    price: 'Precio',
    queue: 'Su lugar en la cola',
    ahead: 'Personas antes de usted',
  },
  tokenTime: '{date}, desde las {time}, {zone}',
  links: {
    forms: 'Rellene antes de la visita',
    change: 'Cambiar, cancelar o avisar de que ha llegado',
    confirm: 'Díganos que vendrá',
    seeVisit: 'Ver la cita',
    seeToken: 'Ver el turno',
    cancelToken: 'Cancelar el turno o avisar de que ha llegado',
    arrived: 'Avisar de que ha llegado',
    seeBooked: 'Ver lo que se reservó',
    payVisit: 'Pagar en línea o ver la cita',
    payPack: 'Pagar en línea o ver lo que queda',
    answerOffer: 'Todavía no hay nada reservado. Acepte o rechace la hora aquí',
  },
  shortLinks: {
    forms: 'Rellene',
    confirm: 'Vendré',
    change: 'Cambiar o cancelar',
    pay: 'Pagar',
    answer: 'Responder',
    queue: 'Su lugar en la cola',
  },
  confirmation: {
    subject: 'Su cita en {clinic}: {date}, {time}',
    says: 'Su cita con {practitioner} está reservada.',
    short: '{clinic}: su cita con {practitioner} está reservada: {date}, {time}.',
  },
  reminder: {
    subject: 'Recordatorio: su cita en {clinic}, {date}, {time}',
    says: 'Le recordamos su cita con {practitioner}.',
    short: '{clinic}: su cita con {practitioner} es el {date}, {time}.',
  },
  move: {
    subject: 'Nueva hora para su cita en {clinic}: {date}, {time}',
    says: 'Su cita con {practitioner} tiene una nueva hora.',
    short: '{clinic}: su cita con {practitioner} tiene una nueva hora: {date}, {time}.',
  },
  cancellation: {
    subject: 'Su cita en {clinic} se ha cancelado: {date}, {time}',
    says: 'Su cita con {practitioner} se ha cancelado.',
    short: '{clinic}: su cita con {practitioner} del {date}, {time}, se ha cancelado.',
  },
  late: {
    subject:
      '{practitioner} lleva hoy unos {minutesLate} minutos de retraso: su cita en {clinic}, {time}',
    says: '{practitioner} lleva hoy unos {minutesLate} minutos de retraso. Su cita conserva su hora y puede empezar ese tiempo más tarde.',
    short:
      '{clinic}: {practitioner} lleva hoy unos {minutesLate} minutos de retraso. Su cita de las {time} puede empezar ese tiempo más tarde.',
  },
  tokenConfirmation: {
    subject: 'Su turno en {clinic}: {token}, {date}',
    says: 'Su turno con {practitioner} es {token}.',
    short: '{clinic}: su turno con {practitioner} es {token}, {date}, desde las {time}.',
  },
  tokenCancellation: {
    subject: 'Su turno en {clinic} se ha cancelado: {token}, {date}',
    says: 'Su turno {token} con {practitioner} para el {date} se ha cancelado.',
    short: '{clinic}: su turno {token} con {practitioner} para el {date} se ha cancelado.',
  },
  expiry: {
    subject: 'Sin reserva en {clinic}: {date}, {time}',
    says: 'Su reserva con {practitioner} no se pagó a tiempo y ha terminado. Si todavía llega un pago, se devolverá entero.',
    short:
      '{clinic}: su reserva para el {date}, {time}, no se pagó a tiempo y ha terminado. Un pago que llegue después se devuelve entero.',
  },
  refund: {
    subject: 'Se devuelve su pago a {clinic}: {price}',
    says: 'Su pago por una reserva con {practitioner} llegó cuando la reserva ya había terminado. Se le devuelve entero.',
    short:
      '{clinic}: su pago de {price} llegó cuando la reserva ya había terminado. Se le devuelve entero.',
  },
  payment: {
    subject: 'Su pago a {clinic}: {price}',
    says: 'Hay que pagar {price} por su cita con {practitioner}.',
    short: '{clinic}: hay que pagar {price} por su cita del {date}, {time}.',
  },
  packPayment: {
    subject: 'Su pago a {clinic}: {price}',
    says: 'Hay que pagar {price} por {pack}.',
    short: '{clinic}: hay que pagar {price} por {pack}.',
  },
  forms: {
    subject: 'Formularios para su cita en {clinic}: {date}, {time}',
    says: 'Rellene, por favor, los formularios para su cita con {practitioner}.',
    short: '{clinic}: rellene, por favor, los formularios para su cita del {date}, {time}.',
  },
  turn: {
    subject: 'Ya casi es su turno en {clinic}: {token}',
    says: 'Ya casi es su turno con {practitioner}. Su turno es {token}.',
    short: '{clinic}: ya casi es su turno con {practitioner}. Su turno es {token}.',
  },
  offer: {
    subject: 'Una hora para usted en {clinic}: {date}, {time}',
    says: 'Ha quedado libre una hora con {practitioner}. Se la guardamos hasta {heldUntil}.',
    short:
      '{clinic}: {date}, {time}, con {practitioner} ha quedado libre; se la guardamos hasta {heldUntil}.',
  },
  thanks: '{clinic}: gracias. Su cita del {date}, {time} está confirmada.',
})

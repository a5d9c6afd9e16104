import { composeNotices } from '../notice-texts.ts'

export const notices = composeNotices({
  greeting: 'Olá, {firstName},',
  labels: {
    when: 'Quando',
    clinicTime: 'Hora da clínica',
    where: 'Onde',
    video: 'Vídeo',
    reference: 'Referência',
    amount: 'Valor',
    price: 'Preço',
    queue: 'O seu lugar na fila',
    ahead: 'Pessoas à sua frente',
  },
  tokenTime: '{date}, a partir das {time}, {zone}',
  links: {
    forms: 'Preencha antes da consulta',
    change: 'Mudar, cancelar ou avisar que chegou',
    confirm: 'Diga-nos que vem',
    seeVisit: 'Ver a consulta',
    seeToken: 'Ver a senha',
    cancelToken: 'Cancelar a senha ou avisar que chegou',
    arrived: 'Avisar que chegou',
    seeBooked: 'Ver o que estava marcado',
    payVisit: 'Pagar online ou ver a consulta',
    payPack: 'Pagar online ou ver o que resta',
    answerOffer: 'Ainda nada está marcado. Aceite ou recuse a hora aqui',
  },
  shortLinks: {
    forms: 'Preencha',
    confirm: 'Vou',
    change: 'Mudar ou cancelar',
    pay: 'Pagar',
    answer: 'Responder',
    queue: 'O seu lugar na fila',
  },
  confirmation: {
    subject: 'A sua consulta em {clinic}: {date}, {time}',
    says: 'A sua consulta com {practitioner} está marcada.',
    short: '{clinic}: a sua consulta com {practitioner} está marcada: {date}, {time}.',
  },
  reminder: {
    subject: 'Lembrete: a sua consulta em {clinic}, {date}, {time}',
    says: 'Lembramos a sua consulta com {practitioner}.',
    short: '{clinic}: a sua consulta com {practitioner} é em {date}, {time}.',
  },
  move: {
    subject: 'Nova hora para a sua consulta em {clinic}: {date}, {time}',
    says: 'A sua consulta com {practitioner} tem uma nova hora.',
    short: '{clinic}: a sua consulta com {practitioner} tem uma nova hora: {date}, {time}.',
  },
  cancellation: {
    subject: 'A sua consulta em {clinic} foi cancelada: {date}, {time}',
    says: 'A sua consulta com {practitioner} foi cancelada.',
    short: '{clinic}: a sua consulta com {practitioner} em {date}, {time}, foi cancelada.',
  },
  late: {
    subject:
      '{practitioner} está hoje cerca de {minutesLate} minutos atrasado: a sua consulta em {clinic}, {time}',
    says: '{practitioner} está hoje cerca de {minutesLate} minutos atrasado. A sua consulta mantém a hora e pode começar esse tempo mais tarde.',
    short:
      '{clinic}: {practitioner} está hoje cerca de {minutesLate} minutos atrasado. A sua consulta das {time} pode começar esse tempo mais tarde.',
  },
  tokenConfirmation: {
    subject: 'A sua senha em {clinic}: {token}, {date}',
    says: 'A sua senha com {practitioner} é {token}.',
    short: '{clinic}: a sua senha com {practitioner} é {token}, {date}, a partir das {time}.',
  },
  tokenCancellation: {
    subject: 'A sua senha em {clinic} foi cancelada: {token}, {date}',
    says: 'A sua senha {token} com {practitioner} para {date} foi cancelada.',
    short: '{clinic}: a sua senha {token} com {practitioner} para {date} foi cancelada.',
  },
  expiry: {
    subject: 'Sem marcação em {clinic}: {date}, {time}',
    says: 'A sua marcação com {practitioner} não foi paga a tempo e terminou. Se ainda chegar um pagamento, será devolvido por inteiro.',
    short:
      '{clinic}: a sua marcação para {date}, {time}, não foi paga a tempo e terminou. Um pagamento que ainda chegue é devolvido por inteiro.',
  },
  refund: {
    subject: 'O seu pagamento a {clinic} é devolvido: {price}',
    says: 'O seu pagamento por uma marcação com {practitioner} chegou quando a marcação já tinha terminado. É-lhe devolvido por inteiro.',
    short:
      '{clinic}: o seu pagamento de {price} chegou quando a marcação já tinha terminado. É devolvido por inteiro.',
  },
  payment: {
    subject: 'O seu pagamento a {clinic}: {price}',
    says: 'Há {price} a pagar pela sua consulta com {practitioner}.',
    short: '{clinic}: há {price} a pagar pela sua consulta em {date}, {time}.',
  },
  packPayment: {
    subject: 'O seu pagamento a {clinic}: {price}',
    says: 'Há {price} a pagar por {pack}.',
    short: '{clinic}: há {price} a pagar por {pack}.',
  },
  forms: {
    subject: 'Formulários para a sua consulta em {clinic}: {date}, {time}',
    says: 'Preencha, por favor, os formulários para a sua consulta com {practitioner}.',
    short: '{clinic}: preencha, por favor, os formulários para a sua consulta em {date}, {time}.',
  },
  turn: {
    subject: 'Está quase na sua vez em {clinic}: {token}',
    says: 'Está quase na sua vez com {practitioner}. A sua senha é {token}.',
    short: '{clinic}: está quase na sua vez com {practitioner}. A sua senha é {token}.',
  },
  offer: {
    subject: 'Uma hora para si em {clinic}: {date}, {time}',
    says: 'Ficou livre uma hora com {practitioner}. Está reservada para si até {heldUntil}.',
    short:
      '{clinic}: {date}, {time}, com {practitioner} ficou livre e está reservada para si até {heldUntil}.',
  },
  thanks: '{clinic}: obrigado. A sua consulta de {date}, {time} está confirmada.',
})

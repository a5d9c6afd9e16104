// GET /visit/:token/messages, and the forms on it: by which of their contacts the patient wants
// notices (MSG-06). Contacts are masked, as the page names no one.

import { escapeHtml } from '../../../base/http/html.ts'
import type { LivePage, PageAnswer, PageRequest } from '../../../base/http/pages.ts'
import { type Channel, channelRequirements } from '../../../base/messages/channels.ts'
import { maskedEmail, maskedPhone } from '../../../base/values/masked.ts'
import { listStops, resumeMessages, stopMessages } from '../../../clinic/notices/message-stops.ts'
import { findReachableChannels, type NoticeServices } from '../../../clinic/notices/send-notice.ts'
import {
  findLinked,
  isFromElsewhere,
  linkPage,
  pageAnswer,
  toPageView,
  unknownPage,
  type VisitPageServices,
} from '../link-answers.ts'
import { loadWords } from '../words.ts'
import type { ShownVisit } from './visit.ts'
import { action, button, type PageView, renderScreen } from './visit-page.ts'

type MessagePageServices = VisitPageServices & { notices: NoticeServices }

/** A contact of the patient with a channel by which the clinic sends notices to it. */
interface MessageWay {
  channel: Channel
  contact: string
  destinationHash: Buffer
  isStopped: boolean
}

export function messagePages(services: MessagePageServices): LivePage[] {
  const { database, clock, publicUrl, notices } = services

  async function findShown(token: string): Promise<ShownVisit | undefined> {
    const linked = await findLinked(database, token, clock.now())
    return linked?.kind === 'VISIT' || linked?.kind === 'TOKEN' ? linked : undefined
  }

  async function listWays({ kind, workspaceId, id }: ShownVisit): Promise<MessageWay[]> {
    const read = kind === 'VISIT' ? notices.readVisit : notices.readToken
    const visit = await read(database, workspaceId, id)
    if (!visit || visit.isErased) return []
    const { messages, notices: settings } = await notices.settingsOf(workspaceId)
    const rails = notices.mode === 'sandbox' ? 'all' : messages
    const ways = findReachableChannels(visit, settings ?? {}, rails).map((one) => ({
      ...one,
      destinationHash: notices.hashOf(one.channel, one.destination),
    }))
    const findHash = (contact: 'email' | 'phone') =>
      ways.find(({ channel }) => channelRequirements[channel].contact === contact)
        ?.destinationHash ?? null
    const stopped = await listStops(database, workspaceId, {
      emailHash: findHash('email'),
      phoneHash: findHash('phone'),
    })
    return ways.map(({ channel, destination, destinationHash }) => ({
      channel,
      destinationHash,
      contact:
        channelRequirements[channel].contact === 'email'
          ? maskedEmail(destination)
          : maskedPhone(destination.replace(/^\+/, '')),
      isStopped: stopped.includes(channel),
    }))
  }

  async function answerMessages(
    { token = '' }: Record<string, string>,
    request: PageRequest,
  ): Promise<PageAnswer> {
    const visit = await findShown(token)
    if (!visit) return unknownPage(request)
    const view = toPageView(visit, token, request, clock.now())
    return pageAnswer(view, messagesScreen(view, await listWays(visit)))
  }

  function answerForm(change: 'stop' | 'resume') {
    return async (
      { token = '', channel = '' }: Record<string, string>,
      request: PageRequest,
    ): Promise<PageAnswer> => {
      const visit = await findShown(token)
      if (!visit || isFromElsewhere(request.headers, new URL(publicUrl()).origin))
        return unknownPage(request)
      const way = (await listWays(visit)).find((one) => one.channel === channel)
      if (!way) return unknownPage(request)
      const { workspaceId } = visit
      const { channel: ofWay, destinationHash } = way
      const contact = { workspaceId, channel: ofWay, destinationHash }
      if (change === 'stop')
        await stopMessages(database, { ...contact, askedBy: 'LINK', now: clock.now() })
      else await resumeMessages(database, contact)
      return answerMessages({ token }, request)
    }
  }

  const path = '/visit/:token/messages'
  return [
    linkPage(path, answerMessages),
    linkPage(`${path}/stop/:channel`, answerForm('stop'), 'POST'),
    linkPage(`${path}/resume/:channel`, answerForm('resume'), 'POST'),
  ]
}

function messagesScreen(view: PageView<ShownVisit>, ways: readonly MessageWay[]): string {
  const { path, language, locale } = view
  const words = loadWords(language, locale)
  const names = {
    email: words.messagesByMail,
    sms: words.messagesBySms,
    chatapp: words.messagesByChat,
  }
  const cards = ways.map(({ channel, contact, isStopped }) => {
    const change = isStopped ? 'resume' : 'stop'
    return `<section class="card" aria-label="${escapeHtml(names[channel])}">
<div class="pad">
<p><b>${escapeHtml(names[channel])}</b> · <bdi dir="ltr">${escapeHtml(contact)}</bdi></p>
<p class="soft" role="status">${escapeHtml(isStopped ? words.messagesStopped : words.messagesOn)}</p>
</div>
</section>
${action(`${path}/messages/${change}/${channel}`, isStopped ? words.messagesResume : words.messagesStop, isStopped ? '' : 'bad')}`
  })
  return renderScreen(
    view,
    words.messages,
    `<h1 class="ask">${escapeHtml(words.messages)}</h1>
<p class="soft">${escapeHtml(words.messagesText)}</p>
<div class="actions">
${cards.join('\n')}
${button(path, words.back)}
</div>`,
  )
}

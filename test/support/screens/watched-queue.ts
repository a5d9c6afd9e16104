// A queue for tests of what patients see: tokens for Meera's morning shift, actions of staff, and
// streams over a real socket.

import { type IncomingMessage, request } from 'node:http'
import type { Clinic, Json } from '../clinic/harness.ts'
import { tokenBody } from '../clinic/queue-clinic.ts'
import { afterFile } from '../run/after-file.ts'

/**
 * Books tokens for a shift on the first day, each for a different patient, and returns the token of
 * each patient's page.
 */
export async function bookTokens(
  clinic: Clinic,
  count: number,
  changes: Record<string, unknown> = {},
): Promise<string[]> {
  const tokens: string[] = []
  for (let index = 0; index < count; index += 1) {
    const patientPayload = {
      firstName: 'Zwanary',
      lastName: `Quixel${index}`,
      phoneNumber: `98765${String(40_000 + index)}`,
    }
    const { status, json, text } = await clinic.post(
      '/v1/qms-appointments/pre/book',
      tokenBody(clinic, { patientPayload, ...changes }),
    )
    if (status !== 201) throw new Error(text)
    tokens.push(json.visit.publicStatusToken)
  }
  return tokens
}

export interface ReceivedEvent {
  /** The event's name; `message` if the stream gives none. */
  event: string
  data: string
}

export interface EventListening {
  status: number
  headers: IncomingMessage['headers']
  events: ReceivedEvent[]
  /** The latest event of the stream. */
  lastEvent(): Json
  isOpen(): boolean
  leave(): void
}

/**
 * Listens to the events of a visit or a board until the listener leaves or the file ends; resolves
 * when the headers have arrived. `language`: the language that the browser accepts.
 */
export function listenToEvents(
  base: string,
  token: string,
  page: 'queue' | 'board' = 'queue',
  language?: string,
): Promise<EventListening> {
  const headers = language === undefined ? {} : { 'accept-language': language }
  const options = { agent: false, headers } as const
  return new Promise((resolve, reject) => {
    const sent = request(`${base}/${page}/${token}/events`, options, (response) => {
      let isOpen = true
      let rest = ''
      const events: ReceivedEvent[] = []
      response.setEncoding('utf8').on('data', (piece: string) => {
        const parts = (rest + piece).split('\n\n')
        rest = parts.pop() ?? ''
        for (const part of parts) {
          const fields = Object.fromEntries(
            part
              .split('\n')
              .map((line) => [
                line.slice(0, line.indexOf(':')),
                line.slice(line.indexOf(':') + 1).trim(),
              ]),
          )
          if (fields.data !== undefined)
            events.push({ event: fields.event ?? 'message', data: fields.data })
        }
      })
      response
        .on('error', () => {})
        .on('close', () => {
          isOpen = false
        })
      const stopListening = () => sent.destroy()
      afterFile(stopListening)
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        events,
        lastEvent: () =>
          JSON.parse(events.findLast(({ event }) => event === 'message')?.data ?? 'null')?.view,
        isOpen: () => isOpen,
        leave: stopListening,
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}

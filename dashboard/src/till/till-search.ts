// Which till, day, payments or receipt are shown, as stored in their addresses. No address names a
// person.

import { omitUndefined, parseDate, parseId } from '../ui/address.ts'

export interface TillSearch {
  /** The location; 0 means the till for payments without one. */
  at?: number | undefined
  date?: string | undefined
}

const parseText = (value: unknown) =>
  typeof value === 'string' && /^[\w-]{1,80}$/.test(value) ? value : undefined

/** Reads an address; invalid parts are left out. */
export const readTillSearch = ({ at, date }: Record<string, unknown>): TillSearch =>
  omitUndefined({ at: at === 0 ? 0 : parseId(at), date: parseDate(date) })

export interface OnlineSearch {
  /** The status that a payment must have. */
  state?: string | undefined
  /** The status that the refund of a payment must have. */
  refund?: string | undefined
  /** The days of the books. */
  from?: string | undefined
  to?: string | undefined
}

export const readOnlineSearch = ({
  state,
  refund,
  from,
  to,
}: Record<string, unknown>): OnlineSearch =>
  omitUndefined({
    state: parseText(state),
    refund: parseText(refund),
    from: parseDate(from),
    to: parseDate(to),
  })

/** What the receipt's payment was for: one of these is given. */
export interface ReceiptSearch {
  visit?: number | undefined
  token?: number | undefined
  pack?: number | undefined
  payment?: number | undefined
  session?: string | undefined
}

export const readReceiptSearch = ({
  visit,
  token,
  pack,
  payment,
  session,
}: Record<string, unknown>): ReceiptSearch =>
  omitUndefined({
    visit: parseId(visit),
    token: parseId(token),
    pack: parseId(pack),
    payment: parseId(payment),
    session: parseText(session),
  })

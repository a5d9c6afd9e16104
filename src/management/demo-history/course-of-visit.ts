// Everything in the demo's history that looks like chance follows from the practitioner and the
// start of a visit, so that each day has the same visits on whichever day they are written.

/** SQL for sixteen bytes that stand for a visit of `v`. */
const hashVisit = (v: string) =>
  `decode(md5(concat_ws(' ', ${v}.doctor_id, extract(epoch from ${v}.from_at)::bigint)), 'hex')`

/**
 * SQL for the booking reference of the demo's visit with a practitioner at a time. A visit that has
 * another one was booked or moved by someone else.
 */
export const formReference = (v: string) =>
  `'BK' || upper(encode(substr(${hashVisit(v)}, 1, 5), 'hex'))`

/** SQL for a number below 100, from the byte of the hash with this index. */
export const rollPercent = (hash: string, index: number) =>
  `(get_byte(${hash}, ${index}) * 100 / 256)`

/** Bytes 0 to 4 are in the reference. */
const byte = {
  arrival: 0,
  discount: 4,
  fate: 5,
  method: 6,
  settlement: 7,
  confirmation: 8,
}

/**
 * SQL for the evening, once in two weeks, on which the clinic cancels visits that it cannot keep,
 * and refunds them. The refunds of an evening come after all its payments in the till.
 */
const nextSettlement = (at: string) =>
  `timestamptz '2020-01-04 20:30 Asia/Kolkata' + ceil(extract(epoch from ${at} - timestamptz '2020-01-04 20:30 Asia/Kolkata') / 1209600) * interval '336 hours'`

/**
 * SQL to be joined to a visit `v` with `doctor_id`, `from_at`, `to_at`, `booked_at`, `currency` and
 * `walks_in`: what becomes of it, and where that is at `:now`, as the columns of `course`.
 */
export const joinCourse = (v: string) => `
  cross join lateral (select ${hashVisit(v)} as hash, ${nextSettlement(`${v}.booked_at`)} as settled_at offset 0) dice
  cross join lateral (
    select case
      when ${v}.walks_in then 'COMPLETED'
      when ${rollPercent('dice.hash', byte.fate)} < 6 then 'CANCELLED'
      when ${rollPercent('dice.hash', byte.fate)} < 20 and dice.settled_at < ${v}.from_at - interval '12 hours' then 'REFUNDED'
      when ${rollPercent('dice.hash', byte.fate)} between 20 and 24 then 'NO_SHOW'
      when ${rollPercent('dice.hash', byte.fate)} = 25 then 'FORGOTTEN'
      else 'COMPLETED'
    end as fate
    offset 0
  ) fated
  cross join lateral (
    select fated.fate,
      case fated.fate when 'CANCELLED' then greatest(${v}.booked_at + interval '5 minutes', ${v}.from_at - interval '20 hours') when 'REFUNDED' then dice.settled_at end as cancelled_at,
      case fated.fate when 'COMPLETED' then greatest(${v}.booked_at, ${v}.from_at - make_interval(mins => 2 + get_byte(dice.hash, ${byte.arrival}) / 12)) end as arrives_at,
      case
        when fated.fate = 'REFUNDED' then 'CASH'
        when ${rollPercent('dice.hash', byte.method)} < 32 then 'CASH'
        when ${rollPercent('dice.hash', byte.method)} < 66 and ${v}.currency = 'INR' then 'UPI'
        when ${rollPercent('dice.hash', byte.method)} < 84 or ${v}.currency <> 'INR' or ${v}.walks_in then 'CARD'
        when ${rollPercent('dice.hash', byte.method)} < 90 then 'INSURANCE'
        else 'ONLINE'
      end as method,
      case
        when ${rollPercent('dice.hash', byte.settlement)} < 4 then 'OWED'
        when ${rollPercent('dice.hash', byte.settlement)} < 8 then 'IN PART'
        when ${rollPercent('dice.hash', byte.settlement)} < 13 then 'IN TWO'
        else 'IN FULL'
      end as settlement,
      case when ${rollPercent('dice.hash', byte.discount)} < 5 then 20 when ${rollPercent('dice.hash', byte.discount)} < 7 then 50 else 0 end as discount_percent,
      case when ${rollPercent('dice.hash', byte.confirmation)} < 35 then least(${v}.booked_at + interval '3 hours', ${v}.from_at - interval '10 minutes') end as confirmed_at
    offset 0
  ) due
  cross join lateral (
    select due.*,
      case
        when due.cancelled_at <= :now then 'CANCELLED'
        when due.fate = 'NO_SHOW' and ${v}.to_at <= :now then 'NO_SHOW'
        when due.fate = 'COMPLETED' and ${v}.to_at <= :now then 'COMPLETED'
        when due.fate = 'COMPLETED' and ${v}.from_at <= :now then 'IN_CONSULTATION'
        when due.confirmed_at <= :now then 'CONFIRMED'
        else 'SCHEDULED'
      end as status
    offset 0
  ) reached
  cross join lateral (
    select reached.*,
      case
        when reached.method = 'ONLINE' then 'PAID'
        when reached.fate = 'REFUNDED' then case reached.status when 'CANCELLED' then 'REFUNDED' else 'PAID' end
        when reached.status = 'COMPLETED' and reached.settlement in ('IN TWO', 'IN FULL') then 'PAID'
        else 'UNPAID'
      end as payment_status,
      case when reached.fate = 'REFUNDED' or reached.method = 'ONLINE' then ${v}.booked_at else ${v}.to_at end as paid_at
    offset 0
  ) course`

import type { Instant } from '../values/clinic-time.ts'

/** Business time. Rules take an instant as a value; only the edge of a request reads the clock. */
export interface Clock {
  now(): Instant
}

/** The parts of the clock that come from the database: its own time, and the sandbox's offset. */
export interface ClockReading {
  /** The database's clock. */
  databaseNow: Instant
  /** How far the sandbox has moved its clock forward, in milliseconds; 0 in production. */
  sandboxOffsetMs: number
}

/** A clock that follows the database, so that processes on skewed hosts agree (D5). */
export interface DatabaseClock extends Clock {
  /**
   * Takes a new reading; processes call it at start, every minute, and when notified of a change.
   */
  follow(read: () => Promise<ClockReading>): Promise<void>
  /** How far this host's clock lags behind the database's, in milliseconds, as last measured. */
  skewMs(): number
  /** How far the sandbox has moved its clock forward, in milliseconds. */
  sandboxOffsetMs(): number
}

export function databaseClock(hostNow: () => Instant = Date.now): DatabaseClock {
  let skewMs = 0
  let sandboxOffsetMs = 0
  return {
    now: () => hostNow() + skewMs + sandboxOffsetMs,
    skewMs: () => skewMs,
    sandboxOffsetMs: () => sandboxOffsetMs,
    async follow(read) {
      const sent = hostNow()
      const reading = await read()
      // The database read its clock at some moment of the round trip. Within that uncertainty the
      // last measurement is kept, so that a slow response does not make the clock jump.
      const least = reading.databaseNow - hostNow()
      const most = reading.databaseNow - sent
      skewMs = Math.min(Math.max(skewMs, least), most)
      // Readings can overtake each other; the sandbox only ever moves forward.
      sandboxOffsetMs = Math.max(sandboxOffsetMs, reading.sandboxOffsetMs)
    },
  }
}

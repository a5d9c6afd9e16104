// A point at which a process kills itself: before or after a statement is run, its transaction is
// committed or a gateway is called for the n-th time. The product has no code for this.

import pg from 'pg'

export interface KillPoint {
  side: 'before' | 'after'
  /**
   * The name of a statement; `commit of` and the name of a statement in the transaction; or
   * `gateway` and the name of a call.
   */
  what: string
  /** At which occurrence; at the first when omitted. */
  time?: number
}

/**
 * Makes this process kill itself at the point; returns a function to be called for every other
 * event.
 */
export function armKillPoint({
  side,
  what,
  time = 1,
}: KillPoint): (happened: string, when: 'before' | 'after') => void {
  let times = 0
  function isReached(happened: string, when: 'before' | 'after') {
    if (happened !== what || when !== side) return
    times += 1
    if (times === time) process.kill(process.pid, 'SIGKILL')
  }
  const inTransaction = new WeakMap<pg.Client, string[]>()
  const query = pg.Client.prototype.query as (...parameters: unknown[]) => unknown
  // biome-ignore lint/suspicious/noExplicitAny: it takes and returns what the original does
  pg.Client.prototype.query = function reporting(this: pg.Client, ...parameters: any[]): any {
    const [first] = parameters
    const name: string | undefined = first?.name
    const text: string = typeof first === 'string' ? first : (first?.text ?? '')
    const isCommit = text === 'commit'
    if (text.startsWith('begin')) inTransaction.set(this, [])
    if (name) inTransaction.get(this)?.push(name)
    const ownNames = name ? [name] : []
    const happened = isCommit
      ? (inTransaction.get(this) ?? []).map((named) => `commit of ${named}`)
      : ownNames
    for (const each of happened) isReached(each, 'before')
    const answered = query.apply(this, parameters)
    // The pool passes a callback when it checks a connection; the service awaits a promise.
    if (!(answered instanceof Promise)) return answered
    return answered.then((result) => {
      for (const each of happened) isReached(each, 'after')
      return result
    })
  } as typeof pg.Client.prototype.query
  return isReached
}

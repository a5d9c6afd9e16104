/**
 * What is known at once, or later. Most of what a request asks on its way is cached, and a promise of it, which is only read after all other
 * work of the turn, costs more than the answer.
 */
export type MaybeLater<T> = T | Promise<T>

/** Uses a value once it is known: at once where it is, and what is thrown then is thrown at once too. */
export function onceKnown<T, R>(value: MaybeLater<T>, use: (known: T) => MaybeLater<R>): MaybeLater<R> {
  return value instanceof Promise ? value.then(use) : use(value)
}

/**
 * A value that is available now, or a promise of it. Most look-ups of a request are cached, and a
 * promise, which resolves only after all other work of the turn, would cost more than the value.
 */
export type MaybePromise<T> = T | Promise<T>

/** Uses a value once it is available; if it already is, synchronously, exceptions included. */
export function whenAvailable<T, R>(
  value: MaybePromise<T>,
  use: (available: T) => MaybePromise<R>,
): MaybePromise<R> {
  return value instanceof Promise ? value.then(use) : use(value)
}

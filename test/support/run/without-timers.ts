import { vi } from 'vitest'

/** Opens something in which nothing runs by itself: the test triggers each tick. */
export async function openWithoutTimers<T>(opening: () => Promise<T>): Promise<T> {
  const timers = vi
    .spyOn(globalThis, 'setInterval')
    .mockImplementation(() => setTimeout(() => {}, 0))
  return opening().finally(() => timers.mockRestore())
}

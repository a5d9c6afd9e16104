import { vi } from 'vitest'

/** Opens something in which nothing runs by itself: a test says when there is a tick. */
export async function withoutTimers<T>(opening: () => Promise<T>): Promise<T> {
  const timers = vi.spyOn(globalThis, 'setInterval').mockImplementation(() => setTimeout(() => {}, 0))
  return opening().finally(() => timers.mockRestore())
}

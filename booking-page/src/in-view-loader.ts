// Loads the data of a list entry when it scrolls into view, so that a page with a thousand
// practitioners queries only those that someone looks at.

const concurrentMax = 4

export class InViewLoader {
  readonly #reads = new Map<Element, () => Promise<unknown>>()
  readonly #seen = new Set<Element>()
  #observer: IntersectionObserver | undefined
  #running = 0

  /**
   * Calls `read` once, when the element comes into view. Returns a function that stops waiting for
   * that.
   */
  watch(element: Element, read: () => Promise<unknown>): () => void {
    // Slightly before the element is in view.
    this.#observer ??= new IntersectionObserver((entries) => this.#updateSeen(entries), {
      rootMargin: '120px 0px',
    })
    this.#reads.set(element, read)
    this.#observer.observe(element)
    return () => this.#forget(element)
  }

  #updateSeen(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries)
      this.#seen[isIntersecting ? 'add' : 'delete'](target)
    this.#startReads()
  }

  #startReads(): void {
    for (const element of this.#seen) {
      if (this.#running >= concurrentMax) return
      const read = this.#reads.get(element)
      this.#forget(element)
      this.#running += 1
      // Without an answer, the card shows no times but can still be chosen.
      const onFinished = () => {
        this.#running -= 1
        this.#startReads()
      }
      read?.().then(onFinished, onFinished)
    }
  }

  #forget(element: Element): void {
    this.#observer?.unobserve(element)
    this.#reads.delete(element)
    this.#seen.delete(element)
  }
}

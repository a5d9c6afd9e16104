// A line on a terminal that is rewritten with progress; nothing elsewhere.

const betweenMs = 200

export interface ProgressLine {
  /**
   * Shows the progress; undefined if standard error is not a terminal, so that nothing is counted
   * needlessly.
   */
  show: ((sentence: string) => void) | undefined
  end(): void
}

export function progressLine(): ProgressLine {
  if (!process.stderr.isTTY) return { show: undefined, end() {} }
  let writtenAt = 0
  return {
    show(sentence) {
      if (performance.now() - writtenAt < betweenMs) return
      writtenAt = performance.now()
      process.stderr.write(`\r${sentence}\x1b[K`)
    },
    end: () => void process.stderr.write('\r\x1b[K'),
  }
}

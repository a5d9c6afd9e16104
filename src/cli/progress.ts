// One line on a terminal that is written again and again; nothing anywhere else.

const betweenMs = 200

export interface ProgressLine {
  /** Shows how far it is. Undefined where standard error is no terminal, so that nothing is counted for it. */
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

// Files that the script loads when they are needed. Some browsers never request an address again
// once it has failed, so each attempt after a failure uses a new one: `vite.config.ts` appends its
// number. When run from the sources, a file is imported as it is.

export type Load<File> = (failures?: number) => Promise<File>

/**
 * A file could not be loaded; the network may be gone, or the service has been updated and no
 * longer has it.
 */
export class LoadError extends Error {}

const triesMax = 4
let failures = 0

export async function loadFile<File>(load: Load<File>): Promise<File> {
  for (let tries = 1; ; tries++) {
    try {
      return await load(failures)
    } catch (cause) {
      failures += 1
      if (tries >= triesMax) throw new LoadError('', { cause })
      await new Promise((resolve) => setTimeout(resolve, 200 * 2 ** tries))
    }
  }
}

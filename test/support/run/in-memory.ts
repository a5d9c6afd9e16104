import { readFileSync, statfsSync } from 'node:fs'

const folder = '/dev/shm'
const bytesMin = 3 * 1024 ** 3

/**
 * A folder for temporary files that is no disk, where this machine has one with room to run programs from it. Tests make
 * databases by the hundred; on a disk, making their files takes longer than all the tests.
 */
export function folderInMemory(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder)
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === folder)
    const options = mount?.split(' ')[3]?.split(',') ?? ['noexec']
    return bavail * bsize >= bytesMin && !options.includes('noexec') && options.includes('rw') ? folder : undefined
  } catch {
    return undefined
  }
}

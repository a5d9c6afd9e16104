import { readFileSync, statfsSync } from 'node:fs'

const folder = '/dev/shm'
const bytesMin = 3 * 1024 ** 3

/**
 * A folder for temporary files in memory, if this machine has one with enough room in which
 * programs may run. Tests create hundreds of databases; on a disk, creating their files takes
 * longer than all the tests.
 */
export function findMemoryFolder(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder)
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .find((line) => line.split(' ')[1] === folder)
    const options = mount?.split(' ')[3]?.split(',') ?? ['noexec']
    return bavail * bsize >= bytesMin && !options.includes('noexec') && options.includes('rw')
      ? folder
      : undefined
  } catch {
    return undefined
  }
}

// The programs that tests start as separate processes, each bundled into a few files. A bundle
// contains the code of this checkout, and files that the code looks for beside itself are found;
// but it loads 60 files where the service has a thousand modules. A start costs 1.0 s of CPU time
// instead of 1.7, and one run of the tests has hundreds of them.

import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { inject } from 'vitest'

const project = fileURLToPath(new URL('../../..', import.meta.url))
const bundles = new Map<string, Promise<string>>()

/** The command `clinic`, bundled. */
export const bundleClinic = () => bundleProgram(join(project, 'bin', 'clinic.js'))

/** The bundle of a program; built once in each process that runs tests. */
export function bundleProgram(program: string): Promise<string> {
  const bundle = bundles.get(program) ?? makeBundle(program)
  bundles.set(program, bundle)
  return bundle
}

async function makeBundle(program: string): Promise<string> {
  const name = basename(program).replace(/\.[jt]s$/, '')
  const bundle = await rolldown({
    input: { [name]: program },
    cwd: project,
    platform: 'node',
    logLevel: 'silent',
    plugins: [
      {
        name: 'place of the source',
        transform: {
          filter: { code: 'import.meta' },
          handler: (code, file) =>
            code
              .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
              .replaceAll('import.meta.dirname', JSON.stringify(dirname(file))),
        },
      },
    ],
  })
  const ending = { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' }
  const folder = join(inject('programs'), String(process.pid), name)
  await bundle.write({ dir: folder, format: 'esm', ...ending })
  await bundle.close()
  return join(folder, `${name}.mjs`)
}

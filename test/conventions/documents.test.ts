// What the pages say about files and settings is compared with the files and the settings.

import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { variables } from '../../src/doors/cli/setting-variables.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))
const pages = globSync('**/*.md', {
  cwd: project,
  exclude: ['**/node_modules/**', '**/dist/**'],
}).toSorted()
const read = (page: string) => readFileSync(join(project, page), 'utf8')

describe('the pages', () => {
  it('link to existing files', () => {
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !existsSync(join(project, dirname(page), target)))
        .map((target) => `${page}: ${target}`),
    )
    expect(pages).toContain('docs/operations.md')
    expect(broken).toEqual([])
  })

  it('name existing npm scripts', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = pages.flatMap((page) =>
      [...read(page).matchAll(/npm run (?:-s |--silent )?([a-z][a-z:-]*)/g)].map(
        ([, script = '']) => script,
      ),
    )
    expect(named.filter((script) => !(script in scripts))).toEqual([])
  })

  it.each(['bench', 'build', 'check'])(
    'name existing parts of npm run %s, which lists them',
    (script) => {
      const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
      const [, program = ''] = scripts[script]?.split(' ') ?? []
      const { status, stderr } = spawnSync(process.execPath, [program, 'nothing'], {
        cwd: project,
        encoding: 'utf8',
      })
      const parts = stderr.split(': ').at(-1)?.trim().split(', ') ?? []
      expect([status, parts.length > 2]).toEqual([1, true])
      const named = pages.flatMap((page) =>
        [...read(page).matchAll(new RegExp(`npm run ${script} -- (\\w[\\w-]*)`, 'g'))].map(
          ([, part = '']) => part,
        ),
      )
      expect(named.filter((part) => !parts.includes(part))).toEqual([])
    },
  )

  it("keep npm's own output out of what is redirected to a file or another command", () => {
    const loud = pages.flatMap((page) =>
      [...read(page).matchAll(/npm run (?!-s |--silent )[^`#\n]*/g)].map(
        ([line]) => `${page}: ${line}`,
      ),
    )
    expect(loud.filter((line) => / (?:>|\|) | -(?: |$)/.test(line))).toEqual([])
  })

  it('list every setting in docs/operations.md, and no other', () => {
    const listed = [...read('docs/operations.md').matchAll(/^\| `([A-Z_]+)`/gm)].map(
      ([, name]) => name,
    )
    expect(listed.toSorted()).toEqual(variables.map(({ name }) => name).toSorted())
  })

  it('name existing source files', () => {
    const broken = pages
      .filter((page) => page !== 'CHANGELOG.md')
      .flatMap((page) =>
        [...read(page).matchAll(/`((?:src|test|bench|deploy|client)\/[\w./-]+\.\w+)`/g)]
          .map(([, file = '']) => file)
          .filter((file) => !existsSync(join(project, file)))
          .map((file) => `${page}: ${file}`),
      )
    expect(broken).toEqual([])
  })
})

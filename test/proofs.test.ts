// docs/proofs.md: which tests prove which requirement, made from the titles of the tests. A requirement is
// proven by what names it, so what nobody names is shown as open.

import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { plantedFaults } from './faults/planted-faults.ts'

const project = fileURLToPath(new URL('..', import.meta.url))
/** What `npm run faults` found when it last tried the whole list. */
const score = JSON.parse(readFileSync(`${project}/test/faults/score.json`, 'utf8')) as { command: string; date: string; noticed: number; planted: number }
const requirementsText = readFileSync(`${project}/docs/requirements.md`, 'utf8')
const requirementPattern = /^- `([A-Z]+-\d+)`/

/** Requirements by the heading they stand under. */
const chapters = requirementsText
  .split(/^##+ /m)
  .slice(1)
  .map((chapter) => {
    const [heading = '', ...lines] = chapter.split('\n')
    return { heading, ids: lines.flatMap((line) => requirementPattern.exec(line)?.[1] ?? []) }
  })
  .filter(({ ids }) => ids.length > 0)
const known = new Set(chapters.flatMap(({ ids }) => ids))

interface Title {
  file: string
  text: string
  ids: string[]
}

function titlesOf(file: string): Title[] {
  const titles: Title[] = []
  function visit(node: ts.Node, group: string) {
    const [title] = ts.isCallExpression(node) ? node.arguments : []
    const text = title && ts.isStringLiteralLike(title) ? title.text : ''
    const called = ts.isCallExpression(node) ? calledName(node.expression) : undefined
    const ids = called === 'it' ? (text.match(/(?<=\[)[A-Z]+-\d+(?=\])/g) ?? []) : []
    if (ids.length > 0) titles.push({ file, text: `${group} ${text.replace(/( \[[A-Z]+-\d+\])+$/, '')}`.trim(), ids })
    ts.forEachChild(node, (child) => visit(child, called === 'describe' ? text : group))
  }
  visit(ts.createSourceFile(file, readFileSync(`${project}/${file}`, 'utf8'), ts.ScriptTarget.Latest), '')
  return titles
}

/** `it` of `it(…)`, `it.each(…)(…)` and the like. */
function calledName(callee: ts.Expression): string | undefined {
  if (ts.isIdentifier(callee)) return callee.text
  return ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee) ? calledName(callee.expression) : undefined
}

const titles = globSync(['src/**/*.test.ts', 'test/**/*.test.ts', 'client/**/*.test.ts'], { cwd: project, exclude: ['**/node_modules/**'] })
  .toSorted()
  .flatMap(titlesOf)

describe('docs/proofs.md', () => {
  it('is the one made from the titles of the tests', async () => {
    const lines = [
      '# Requirements and the tests that name them',
      '',
      'Made from the titles of the tests; `vitest run test/proofs.test.ts -u` makes it anew.',
      '',
      `${score.noticed} of ${score.planted} planted faults are noticed (${score.command}, ${score.date}).`,
      '',
    ]
    for (const { heading, ids } of chapters) {
      const proven = ids.filter((id) => titles.some((title) => title.ids.includes(id)))
      lines.push(`## ${heading}`, '', `${proven.length} of ${ids.length}`, '')
      for (const id of proven) {
        const tests = titles.filter((title) => title.ids.includes(id)).map(({ file, text }) => `${text.replaceAll('|', '\\|')} (\`${file}\`)`)
        lines.push(`- \`${id}\` ${[...new Set(tests)].join('; ')}`)
      }
      const open = ids.filter((id) => !proven.includes(id))
      if (open.length > 0) lines.push(`- open: ${open.map((id) => `\`${id}\``).join(' ')}`)
      lines.push('')
    }
    await expect(lines.join('\n')).toMatchFileSnapshot('../docs/proofs.md')
  })

  it('shows a run of the whole list of planted faults', () => {
    expect(score).toMatchObject({ noticed: plantedFaults.length, planted: plantedFaults.length })
  })

  it('names no requirement that there is not', () => {
    expect(titles.flatMap(({ ids }) => ids).filter((id) => !known.has(id))).toEqual([])
  })

  it('finds the titles of plain tests and of tables of them', () => {
    expect(titles.find(({ file }) => file === 'test/battery.test.ts')?.ids).toEqual(['VER-01'])
    expect(titles.filter(({ text }) => text.includes('%s')).length).toBeGreaterThan(10)
  })
})

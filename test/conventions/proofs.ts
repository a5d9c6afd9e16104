// npm run proofs: which tests prove which requirement, from the titles of the tests. A requirement
// is proven by the tests that name it.
//
//   npm run proofs -- BOOK
//   npm run proofs -- --json

import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import ts from 'typescript'

const project = fileURLToPath(new URL('../..', import.meta.url))
const requirementPattern = /^- `([A-Z]+-\d+)`(?: — )?(.*)/

export interface Requirement {
  id: string
  text: string
  /** `title (file)` of each test that names it. */
  tests: string[]
}

export interface NamedTest {
  file: string
  /** The title, with that of its group and without the ids. */
  text: string
  ids: string[]
}

/** Every test that names a requirement. */
export function listNamedTests(): NamedTest[] {
  return globSync(
    ['{src,test,client}/**/*.test.ts', '{dashboard,booking-page}/src/**/*.test.{ts,tsx}'],
    { cwd: project, exclude: ['**/node_modules/**'] },
  )
    .toSorted()
    .flatMap(findNamedTests)
}

/** The numbered requirements of docs/requirements.md, in their order. */
export function readRequirements(tests = listNamedTests()): Requirement[] {
  return readFileSync(`${project}/docs/requirements.md`, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, id, text = ''] = requirementPattern.exec(line) ?? []
      if (id === undefined) return []
      return {
        id,
        text,
        tests: [
          ...new Set(
            tests
              .filter(({ ids }) => ids.includes(id))
              .map((test) => `${test.text} (${test.file})`),
          ),
        ],
      }
    })
}

function findNamedTests(file: string): NamedTest[] {
  const found: NamedTest[] = []
  function visitNode(node: ts.Node, group: string) {
    const [title] = ts.isCallExpression(node) ? node.arguments : []
    const text = title && ts.isStringLiteralLike(title) ? title.text : ''
    const called = ts.isCallExpression(node) ? calleeName(node.expression) : undefined
    const ids = called === 'it' ? (text.match(/(?<=\[)[A-Z]+-\d+(?=\])/g) ?? []) : []
    if (ids.length > 0)
      found.push({ file, text: `${group} ${text.replace(/( \[[A-Z]+-\d+\])+$/, '')}`.trim(), ids })
    ts.forEachChild(node, (child) => visitNode(child, called === 'describe' ? text : group))
  }
  visitNode(
    ts.createSourceFile(file, readFileSync(`${project}/${file}`, 'utf8'), ts.ScriptTarget.Latest),
    '',
  )
  return found
}

/** `it` of `it(…)`, `it.each(…)(…)` and the like. */
function calleeName(callee: ts.Expression): string | undefined {
  if (ts.isIdentifier(callee)) return callee.text
  return ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)
    ? calleeName(callee.expression)
    : undefined
}

/** Decisions about what the specification leaves open (`A-054`) need not be named by any test. */
export function isDecision({ id }: Pick<Requirement, 'id'>): boolean {
  return id.startsWith('A-')
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    options: { json: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const all = readRequirements()
  const shown = all.filter(
    ({ id }) =>
      positionals.length === 0 ||
      positionals.some((pattern) => id === pattern || id.startsWith(`${pattern}-`)),
  )
  if (values.json) process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`)
  else
    for (const { id, text, tests } of shown)
      process.stdout.write(`${id}  ${text}\n${tests.map((test) => `    ${test}\n`).join('')}`)
  const numbered = all.filter((requirement) => !isDecision(requirement))
  const proven = numbered.filter(({ tests }) => tests.length > 0)
  process.stderr.write(`${proven.length} of ${numbered.length} requirements are named by a test\n`)
}

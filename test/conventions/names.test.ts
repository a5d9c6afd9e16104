// Names in code are ordinary English too: functions are verbs or noun phrases, types say of what
// they are, setters begin with `set`, and no word makes a native engineer stop (CONTRIBUTING.md).

import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const project = fileURLToPath(new URL('../..', import.meta.url))
const files = globSync(
  ['{src,test,bench,tools,site}/**/*.ts', '{dashboard,booking-page,client}/{src,.}/**/*.{ts,tsx}'],
  { cwd: project, exclude: ['**/node_modules/**', '**/dist/**', '**/generated.ts'] },
).filter((file) => file !== 'test/conventions/names.test.ts')
const read = (file: string) => readFileSync(`${project}/${file}`, 'utf8')

/** The declared names of a file, with their nodes and lines. */
function* declarationsIn(file: string) {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true)
  const waiting: ts.Node[] = [source]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    ts.forEachChild(node, (child) => void waiting.push(child))
    const name = 'name' in node ? (node.name as ts.Node | undefined) : undefined
    if (!name) continue
    const place = `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
    yield { node, name, text: name.getText(), place }
  }
}

const declarations = files.flatMap((file) => [...declarationsIn(file)])

const describePlace = ({ place, text }: { place: string; text: string }) => `${place} ${text}`

function isFunction(node: ts.Node): boolean {
  if (ts.isFunctionDeclaration(node)) return true
  if (!ts.isVariableDeclaration(node) || !node.initializer) return false
  return ts.isArrowFunction(node.initializer) || ts.isFunctionExpression(node.initializer)
}

const isType = (node: ts.Node) =>
  ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node)

/** What does something is not called by a participle: `recordPayment`, not `noted`. */
const participles =
  /^(asked|begun|booked|closed|counted|filled|folded|found|given|held|kept|known|listed|made|meant|named|noted|opened|paying|said|seen|sent|shown|started|taken|told|whole|written)$/
/** Types that do not say of what they are. */
const vagueTypes =
  /^(Asked|Given|Held|Kept|Known|Made|Member|Noted|Place|Said|Sent|Shown|Told|Way|Whole)$/
/** Words that a native engineer reads twice, in names and comments. */
const strangeWords =
  /\b(anew|astray|afoot|thereof|whoever|nobody|somebody|everybody|meanwhile|noted)\b/i
/** Unavailable as "away", expired as "past", "whether no", and comments without a subject. */
const strangePhrases =
  /\bis\w*Away\b|\b(delete|erase|forget)_?[pP]ast(_|[A-Z])|\bwhether no\b|^\s*(\/\/|\/\*\*) (One (that|who|which)|The (usual )?ones) /
/** `nobody` is an account of Unix, and the part of an address before the @. */
const nobodyOfUnix = /embedded\/|nobody@|`nobody`|'nobody'/

function stateSetter({ node, name }: { node: ts.Node; name: ts.Node }): string | undefined {
  const isState =
    ts.isVariableDeclaration(node) &&
    ts.isArrayBindingPattern(name) &&
    /^useState\b/.test(node.initializer?.getText() ?? '')
  return isState ? name.elements[1]?.getText() : undefined
}

describe('a name', () => {
  it('of a function is a verb with its object, or a noun phrase', () => {
    const strange = declarations.filter(
      ({ node, text }) => isFunction(node) && (/\wOf$/.test(text) || participles.test(text)),
    )
    expect(strange.map(describePlace)).toEqual([])
  })

  it('of a type says of what it is', () => {
    const strange = declarations.filter(({ node, text }) => isType(node) && vagueTypes.test(text))
    expect(strange.map(describePlace)).toEqual([])
  })

  it('of what sets a state begins with set', () => {
    const strange = declarations.filter((one) => /^(?!set[A-Z])/.test(stateSetter(one) ?? 'setX'))
    expect(strange.map(describePlace)).toEqual([])
  })
})

it('a line of code, a comment and a comment of SQL are ordinary English', () => {
  const schema = globSync('src/base/db/{schema,migrations}/*.sql', { cwd: project })
  const product = files.filter((file) => !/\.(test|fixture)\.|^test\//.test(file))
  const lines = [...product, ...schema].flatMap((file) =>
    read(file)
      .split('\n')
      .map((line, index) => ({ place: `${file}:${index + 1}`, line })),
  )
  const strange = lines.filter(
    ({ place, line }) =>
      (!place.includes('.sql') || /^\s*--/.test(line)) &&
      (strangeWords.test(line) || strangePhrases.test(line)) &&
      !nobodyOfUnix.test(place + line),
  )
  expect(strange.map(({ place, line }) => `${place} ${line.trim()}`)).toEqual([])
})

it('the subject of a commit is a short imperative sentence', () => {
  const log = execFileSync('git', ['log', '--no-merges', '--format=%s', '-20'], { cwd: project })
  const subjects = log.toString().trim().split('\n')
  const strange = subjects.filter(
    (subject) => subject.length > 72 || /^[a-z]|\.$/.test(subject) || strangeWords.test(subject),
  )
  expect(strange).toEqual([])
})

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { modes } from '../../../src/base/values/modes.ts'
import { words } from '../../../words/en/dashboard/settings.ts'
import { forms, membersWithoutForm } from './forms.ts'
import { fieldKind, itemSchema, type Path, type Schema } from './schema.ts'

const schema = JSON.parse(readFileSync('docs/clinic-file.schema.json', 'utf8')) as Schema

/** Every member of the clinic file, at any depth; `*` stands for names. */
function listMembers({ properties = {}, ...node }: Schema, path: Path = []): Path[] {
  const named = itemSchema({ ...node })
  return [
    ...Object.entries(properties).flatMap(([name, member]) => [
      [...path, name],
      ...listMembers(member, [...path, name]),
    ]),
    ...(named.type ? listMembers(named, [...path, '*']) : []),
    ...(node.items ? listMembers(node.items, path) : []),
  ]
}

const startsWith = (path: Path, start: Path) => start.every((name, index) => path[index] === name)
const members = listMembers(schema)

const hasForm = (path: Path) =>
  Object.values(forms).some((form) => {
    const { path: of, but = [], only } = form as { path: Path; but?: Path; only?: Path }
    const name = path[of.length] ?? ''
    return (
      startsWith(path, of) &&
      path.length > of.length &&
      (only?.includes(name) ?? true) &&
      !but.includes(name)
    )
  })
const hasReason = (path: Path) =>
  Object.keys(membersWithoutForm).some((name) => startsWith(path, name.split('.')))
const isEdited = (path: Path) => hasForm(path) && !hasReason(path)
/** A member above others that have forms of their own, such as `workspace`. */
const isAbove = (path: Path) => Object.values(forms).some(({ path: of }) => startsWith(of, path))

it('every member of the clinic file is edited in a form, or has a reason not to be [SETUP-01]', () => {
  expect(members.length).toBeGreaterThan(200)
  const without = members.filter((path) => !hasForm(path) && !hasReason(path) && !isAbove(path))
  expect(without.map((path) => path.join('.'))).toEqual([])
})

it('every form and every reason is about a member that exists [SETUP-01]', () => {
  const known = new Set(members.map((path) => path.join('.')))
  for (const form of Object.values(forms)) {
    const { path, but = [], only = [] } = form as { path: Path; but?: Path; only?: Path }
    for (const name of [...but, ...only]) expect(known).toContain([...path, name].join('.'))
  }
  for (const name of Object.keys(membersWithoutForm)) expect(known).toContain(name)
})

it('every member that a form edits has a word [SETUP-01]', () => {
  const unnamed = members
    .filter(isEdited)
    .map((path) => path.at(-1) ?? '')
    .filter(
      (name) =>
        name !== '*' && !Object.hasOwn(words.members, name) && !modes.some((mode) => mode === name),
    )
  expect([...new Set(unnamed)]).toEqual([])
})

it('a member that is edited as JSON is one of the free parts of a profile [SETUP-01]', () => {
  const findSchema = (path: Path) =>
    path.reduce<Schema>((current, name) => {
      const node = current.items ?? current
      return node.properties?.[name] ?? itemSchema(node)
    }, schema)
  const free = members.filter(isEdited).filter((path) => fieldKind(findSchema(path)) === 'anything')
  for (const path of free) expect(path.join('.')).toMatch(/^practitioners\.\*\.profile\.details\./)
})

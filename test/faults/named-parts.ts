// Where the named parts of a source file are: functions, methods, classes, types and constants of
// TypeScript, statements of SQL by the table, function or other object they are about.

import { extname } from 'node:path'
import ts from 'typescript'

/** A named part of a file, as offsets in its text. */
export interface NamedPart {
  name: string
  start: number
  end: number
}

const partsOf = new Map<string, readonly NamedPart[]>()

/**
 * The named parts of a file; a name can have several parts, such as the statements about one table.
 * Each source is read once.
 */
export function namedParts(file: string, source: string): readonly NamedPart[] {
  const parts =
    partsOf.get(source) ??
    (extname(file) === '.sql' ? findStatements(source) : findDeclarations(file, source))
  partsOf.set(source, parts)
  return parts
}

const about =
  /^(?:create|alter|drop)\s+(?:or replace\s+|unique\s+|unlogged\s+|constraint\s+)*(?:table|function|trigger|index|view|type|domain|procedure|sequence)\s+(?:if (?:not )?exists\s+)?(\w+)/i

function findStatements(source: string): readonly NamedPart[] {
  // A statement begins at the start of a line; the body of a function is indented or closes with
  // its dollar signs.
  const starts = [
    ...source.matchAll(
      /^(?:create|alter|drop|insert|update|delete|comment|grant|revoke|select|do|with)\b/gim,
    ),
  ].map(({ index }) => index)
  return starts.flatMap((start, order) => {
    const end = starts[order + 1] ?? source.length
    const name = about.exec(source.slice(start, end))?.[1]
    return name === undefined ? [] : [{ name, start, end }]
  })
}

function findDeclarations(file: string, source: string): readonly NamedPart[] {
  const parts: NamedPart[] = []
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  function visit(node: ts.Node, isAtTop: boolean) {
    const name = declaredName(node, isAtTop)
    if (name !== undefined) {
      // The words before the name belong to it.
      const whole =
        ts.isVariableDeclaration(node) && ts.isVariableStatement(node.parent.parent)
          ? node.parent.parent
          : node
      parts.push({ name, start: whole.getStart(), end: whole.getEnd() })
    }
    const isStillAtTop =
      ts.isSourceFile(node) || ts.isVariableStatement(node) || ts.isVariableDeclarationList(node)
    ts.forEachChild(node, (child) => visit(child, isAtTop && isStillAtTop))
  }
  visit(tree, true)
  return parts
}

/** Constants within functions have no part of their own, unless they are functions. */
function declaredName(node: ts.Node, isAtTop: boolean): string | undefined {
  if (ts.isVariableDeclaration(node))
    return isAtTop || holdsFunction(node) ? node.name.getText() : undefined
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node)
  return isNamed ? node.name?.getText() : undefined
}

function holdsFunction({ initializer }: ts.VariableDeclaration): boolean {
  return (
    initializer !== undefined &&
    (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer))
  )
}

type Json = Record<string, unknown>

/**
 * Puts a reference wherever a schema with a name stands, and gives the schemas by their names. Throws where two differ that have one
 * name. Only the document is written so: a validator and a serialiser need no references to follow.
 */
export function withNamedSchemas(value: unknown): { value: unknown; named: Record<string, Json> } {
  const named: Record<string, Json> = {}
  const replaced = replace(value)
  return { value: replaced, named: Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1))) }

  function replace(part: unknown): unknown {
    if (Array.isArray(part)) return part.map(replace)
    if (typeof part !== 'object' || part === null) return part
    const members = Object.fromEntries(Object.entries(part).map(([name, member]) => [name, isData(name) ? member : replace(member)]))
    const { title, type } = members
    if (typeof title !== 'string' || type === undefined) return members
    const schema = { ...members, type: Array.isArray(type) ? type.find((name) => name !== 'null') : type }
    if (named[title] && JSON.stringify(named[title]) !== JSON.stringify(schema)) throw new Error(`two schemas are named ${title}`)
    named[title] = schema
    const reference = { $ref: `#/components/schemas/${title}` }
    return Array.isArray(type) ? { anyOf: [reference, { type: 'null' }] } : reference
  }
}

function isData(name: string): boolean {
  return name === 'example' || name === 'examples' || name === 'enum'
}

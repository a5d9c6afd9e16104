// The syntax of iCalendar (RFC 5545): folded lines, properties with parameters, nested components.

/** A property of a component; its parameters by upper-case name, without quotes. */
export interface Property {
  name: string
  parameters: ReadonlyMap<string, string>
  value: string
}

export interface Component {
  name: string
  properties: Property[]
  components: Component[]
}

/** The properties that determine busy times. All others are ignored, above all what an event is about. */
const wanted = new Set(
  ['UID DTSTART DTEND DURATION RRULE RDATE EXDATE RECURRENCE-ID STATUS TRANSP FREEBUSY', 'TZID X-LIC-LOCATION X-WR-TIMEZONE TZOFFSETFROM TZOFFSETTO'].flatMap(
    (names) => names.split(' '),
  ),
)
const depthMax = 8

/** The calendars of a text, or undefined if it does not begin as one, ends before it is closed, or closes what it did not open. */
export function componentsOf(text: string): Component[] | undefined {
  const calendars: Component[] = []
  const open: Component[] = []
  for (const line of unfolded(text)) {
    const property = propertyOf(line)
    if (!property) continue
    const parent = open.at(-1)
    if (property.name === 'BEGIN') {
      const component = { name: property.value.toUpperCase(), properties: [], components: [] }
      if (open.length >= depthMax || (!parent && component.name !== 'VCALENDAR')) return undefined
      if (parent) parent.components.push(component)
      else calendars.push(component)
      open.push(component)
    } else if (property.name === 'END') {
      if (parent?.name !== property.value.toUpperCase()) return undefined
      open.pop()
    } else if (!parent) return undefined
    else if (wanted.has(property.name)) parent.properties.push(property)
  }
  return calendars.length > 0 && open.length === 0 ? calendars : undefined
}

/** Unfolded lines: each with its continuation lines. */
function* unfolded(text: string): Generator<string> {
  let pieces: string[] = []
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    if (line.startsWith(' ') || line.startsWith('\t')) {
      pieces.push(line.slice(1))
      continue
    }
    yield pieces.join('')
    pieces = [line]
  }
  yield pieces.join('')
}

const separators = /[;:"]/g

/** `DTSTART;TZID="Europe/Berlin":20261124T100000`; undefined for a line that is not a property. */
function propertyOf(line: string): Property | undefined {
  const parts: string[] = []
  let from = 0
  let isQuoted = false
  separators.lastIndex = 0
  for (let found = separators.exec(line); found; found = separators.exec(line)) {
    if (found[0] === '"') isQuoted = !isQuoted
    else if (!isQuoted) {
      parts.push(line.slice(from, found.index))
      from = found.index + 1
      if (found[0] === ':') return assembled(parts, line.slice(from).trim())
    }
  }
  return undefined
}

function assembled([name = '', ...parameters]: string[], value: string): Property {
  const pairs = parameters.map((parameter): [string, string] => {
    const end = parameter.indexOf('=')
    return [parameter.slice(0, end).toUpperCase(), parameter.slice(end + 1).replaceAll('"', '')]
  })
  return { name: name.trim().toUpperCase(), parameters: new Map(pairs), value }
}

/** The value of a component's first property with a name. */
export function textOf({ properties }: Component, name: string): string | undefined {
  return properties.find((property) => property.name === name)?.value
}

// Splits CSV text into records. The length and the fields of a record are limited, so that no file
// can use much memory.

/** A record, and the line at which it begins, from 1. */
export interface CsvRecord {
  line: number
  fields: string[]
}

/** Thrown if a file cannot be read from some record on. */
export class UnreadableRecord extends Error {
  readonly line: number

  constructor(line: number, reason: string) {
    super(reason)
    this.line = line
  }
}

// The limit for a field: an unclosed quote would make the rest of the file one field.
const recordLengthMax = 64 * 1024
const fieldsMax = 100

const lineFeed = 0x0a
const carriageReturn = 0x0d
const quote = 0x22

/**
 * Splits text that arrives in pieces into records (RFC 4180); lines without content are left out.
 */
export class CsvRecords {
  readonly #delimiter: number
  #line = 1
  #startedAt = 1
  /** The line of the last quote that opened a field. */
  #openedAt = 1
  #length = 0
  #fields: string[] = []
  #field = ''
  #state: 'begins' | 'plain' | 'quoted' | 'closed' = 'begins'
  #isAfterReturn = false

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0)
  }

  /** Yields the records that end in the next piece of the text. */
  *readPiece(text: string): Generator<CsvRecord> {
    let from = 0
    for (let at = 0; at < text.length; at += 1) {
      const character = text.charCodeAt(at)
      const endsLine = character === lineFeed || character === carriageReturn
      const isSecondHalf = character === lineFeed && this.#isAfterReturn
      this.#isAfterReturn = character === carriageReturn
      this.#length += 1
      if (this.#length > recordLengthMax)
        this.#refuse(
          `is longer than ${recordLengthMax / 1024} KiB, or opens a quote that is never closed`,
          this.#lineInDoubt,
        )
      if (endsLine && !isSecondHalf) this.#line += 1
      if (this.#state === 'quoted') {
        if (character !== quote) continue
        this.#field += text.slice(from, at)
        this.#state = 'closed'
      } else if (character === quote) {
        if (this.#state === 'plain') this.#refuse()
        // Two quotes in a quoted field stand for one quote character.
        from = this.#state === 'closed' ? at : at + 1
        if (this.#state === 'begins') this.#openedAt = this.#line
        this.#state = 'quoted'
      } else if (endsLine || character === this.#delimiter) {
        if (this.#state === 'plain') this.#field += text.slice(from, at)
        if (endsLine) {
          const record = isSecondHalf ? undefined : this.#finishRecord()
          if (record) yield record
          this.#beginRecord()
        } else this.#endField()
      } else if (this.#state === 'closed') this.#refuseUnclosedQuote()
      else if (this.#state === 'begins') {
        from = at
        this.#state = 'plain'
      }
    }
    // The field continues in the next piece.
    if (this.#state === 'plain' || this.#state === 'quoted') this.#field += text.slice(from)
  }

  /** Yields the last record if the text does not end with a line break. */
  *end(): Generator<CsvRecord> {
    if (this.#state === 'quoted') this.#refuse('opens a quote that is never closed', this.#openedAt)
    const record = this.#finishRecord()
    if (record) yield record
  }

  #beginRecord() {
    this.#startedAt = this.#line
    this.#length = 0
    this.#fields = []
  }

  #endField() {
    this.#fields.push(this.#field)
    if (this.#fields.length > fieldsMax) this.#refuse(`has more than ${fieldsMax} fields`)
    this.#field = ''
    this.#state = 'begins'
  }

  #finishRecord(): CsvRecord | undefined {
    if (this.#state === 'begins' && this.#fields.length === 0) return undefined
    this.#endField()
    return { line: this.#startedAt, fields: this.#fields }
  }

  /** The line at which a record that is too long begins, or opens its last quote. */
  get #lineInDoubt(): number {
    return this.#state === 'quoted' ? this.#openedAt : this.#startedAt
  }

  /**
   * Refuses a field whose last quote is followed neither by a delimiter nor by the end of the line:
   * a quote before it was not closed.
   */
  #refuseUnclosedQuote(): never {
    if (this.#openedAt === this.#line) this.#refuse('cannot be read as CSV', this.#line)
    this.#refuse(
      `opens a quote that is closed on line ${this.#line} only, within a field`,
      this.#openedAt,
    )
  }

  #refuse(reason = 'cannot be read as CSV', line = this.#startedAt): never {
    throw new UnreadableRecord(line, reason)
  }
}

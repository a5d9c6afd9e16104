// A cursor that marks how far a caller has followed changes, as opaque text: a position in the
// order of changes, in one history of one database.

/** A position in the order of changes; `changedIn` is the number of a transaction, up to 2^64. */
export interface ChangePosition {
  changedIn: string
  lastId: number
}

/** The position before all changes. */
export const startPosition: ChangePosition = { changedIn: '0', lastId: 0 }

export interface ChangeCursor extends ChangePosition {
  /** The history that the position belongs to; undefined for the start of any history. */
  past?: string
}

const cursorPattern =
  /^1\.([0-9a-f-]{36}-\d{1,20}-\d{1,10}-[0-9A-F]{8})\.(0|[1-9]\d{0,18})\.(0|[1-9]\d{0,15})$/

export function formatCursor(past: string, { changedIn, lastId }: ChangePosition): string {
  return Buffer.from(`1.${past}.${changedIn}.${lastId}`).toString('base64url')
}

/**
 * Parses the output of `formatCursor`, or the empty text, which means the start; undefined for
 * anything else.
 */
export function parseCursor(text: string): ChangeCursor | undefined {
  if (text === '') return startPosition
  const [, past, changedIn, id] =
    cursorPattern.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? []
  if (past === undefined || changedIn === undefined) return undefined
  const position = { changedIn, lastId: Number(id) }
  // Only our own encoding is accepted, not others that decode to the same position.
  return Number.isSafeInteger(position.lastId) && formatCursor(past, position) === text
    ? { ...position, past }
    : undefined
}

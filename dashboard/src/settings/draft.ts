// Input that has not been applied yet. It is kept while other screens are shown, until it is
// applied or discarded.

import { useSyncExternalStore } from 'react'
import type { Output } from '../api/call.ts'
import type { Mistake } from './mistakes.ts'
import type { Path } from './schema.ts'

export type Description = Output<'settings-show'>['description']

interface Edit {
  path: string[]
  /** The new value; undefined removes the member. */
  value?: unknown
}

interface DraftEdits {
  edits: readonly Edit[]
  /** The mistakes found in the input that have not been edited since. */
  mistakes: readonly Mistake[]
  /**
   * The version of the settings when the first input was typed, so that later changes by others are
   * not overwritten unnoticed (SETUP-03).
   */
  version: number
}

const drafts = new Map<string, DraftEdits>()
const listeners = new Set<() => void>()
const emptyDraft: DraftEdits = { edits: [], mistakes: [], version: 0 }

// Closing the page loses the input, so the browser asks first.
addEventListener('beforeunload', (event) => {
  if ([...drafts.values()].some(({ edits }) => edits.length > 0)) event.preventDefault()
})

function storeDraft(workspace: string, typed: DraftEdits) {
  drafts.set(workspace, typed)
  for (const listener of listeners) listener()
}

const isWithin = (path: Path, outer: Path) => outer.every((name, index) => path[index] === name)

/** A value with one member changed, at any depth; missing parents are created. */
export function withMember(target: unknown, path: Path, value: unknown): unknown {
  const [name, ...rest] = path
  if (name === undefined) return value
  const members =
    typeof target === 'object' && target !== null && !Array.isArray(target)
      ? (target as Record<string, unknown>)
      : {}
  const next = withMember(members[name], rest, value)
  if (next !== undefined) return { ...members, [name]: next }
  return Object.fromEntries(Object.entries(members).filter(([other]) => other !== name))
}

export function memberAt(source: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null
        ? (value as Record<string, unknown>)[name]
        : undefined,
    source,
  )
}

/** The pending input in a workspace's settings. */
export function useDraft(
  workspace: string,
  settings: { description: Description; version: number } | undefined,
) {
  const { edits, mistakes, version } = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => drafts.get(workspace) ?? emptyDraft,
  )
  const description = edits.reduce<unknown>(
    (value, { path, value: input }) => withMember(value, path, input),
    settings?.description,
  )
  return {
    edits,
    mistakes,
    /** Keeps what was typed while the service was checking. */
    reportMistakes: (found: readonly Mistake[]) =>
      storeDraft(workspace, { ...(drafts.get(workspace) ?? emptyDraft), mistakes: found }),
    /** The version that the input is based on; the latest one if there is no input. */
    version: edits.length > 0 ? version : (settings?.version ?? 0),
    /** The description with the input applied. */
    shown: description as Description | undefined,
    set(path: Path, value: unknown) {
      const outer = edits.find(
        (edit) =>
          edit.path.length < path.length && isWithin(path, edit.path) && edit.value !== undefined,
      )
      // Input within something newly added is part of that edit.
      const next = outer ? withMember(outer.value, path.slice(outer.path.length), value) : value
      const edit: Edit = {
        path: [...(outer?.path ?? path)],
        ...(next !== undefined && { value: next }),
      }
      const others = edits.filter((other) => !isWithin(other.path, edit.path))
      const isUnchanged =
        JSON.stringify(memberAt(settings?.description, edit.path)) === JSON.stringify(edit.value)
      storeDraft(workspace, {
        edits: isUnchanged ? others : [...others, edit],
        mistakes: mistakes.filter((mistake) => !isWithin(mistake.path.split('.'), path)),
        version: edits.length > 0 ? version : (settings?.version ?? 0),
      })
    },
    discard: () => storeDraft(workspace, emptyDraft),
    /** Rebases the input on the current settings. */
    goOn: (from: number) => storeDraft(workspace, { edits, mistakes, version: from }),
  }
}

export type Draft = Pick<ReturnType<typeof useDraft>, 'set' | 'mistakes'> & { shown: unknown }

/** What is wrong with the member at a path. */
export function mistakeAt({ mistakes }: Pick<Draft, 'mistakes'>, path: Path): string | undefined {
  const reasons = mistakes.filter((mistake) => mistake.path === path.join('.'))
  return reasons.map(({ reason }) => reason).join(' ') || undefined
}

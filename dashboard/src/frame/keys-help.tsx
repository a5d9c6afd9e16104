// All shortcuts, grouped by the screen on which they work, those of the current screen first
// (DASH-21).

import { Kbd, Title } from '@mantine/core'
import { useMatches } from '@tanstack/react-router'
import type { Words } from '../../../words/en/dashboard.ts'
import { type Right, useWorkspace } from '../api/workspace.tsx'
import { tokenActions } from '../queue/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useWords } from '../words/words.tsx'
import classes from './keys-help.module.css'
import { type MenuEntry, menuEntries } from './menu-entries.ts'

interface ShortcutHelp {
  keys: string[]
  what: string
  /** The right that the key needs; without it the key does nothing. */
  right?: Right
}

const arrows = ['←', '↑', '→', '↓']

function listShortcuts({
  keys,
  bar,
  day,
  week,
  sheet,
  line,
  visit,
  undo,
}: Words): Record<MenuEntry['word'] | 'everywhere', ShortcutHelp[]> {
  const gridShortcuts: ShortcutHelp[] = [
    { keys: arrows, what: keys.walk },
    { keys: [keys.home, keys.end], what: keys.goToFirstOrLast },
    { keys: [keys.enter], what: keys.open },
    { keys: ['A'], what: visit.arrive, right: 'visits:write' },
    { keys: ['M'], what: keys.take, right: 'visits:write' },
    { keys: arrows, what: keys.move, right: 'visits:write' },
    { keys: [keys.enter], what: keys.drop, right: 'visits:write' },
    { keys: [keys.escape], what: keys.giveUp, right: 'visits:write' },
    { keys: [keys.control, 'P'], what: sheet.print },
  ]
  return {
    everywhere: [
      { keys: [keys.control, 'K'], what: bar.title },
      { keys: ['?'], what: keys.list },
      { keys: [keys.escape], what: keys.close },
      { keys: ['U'], what: undo.title },
    ],
    day: [
      { keys: ['V'], what: day.newVisit, right: 'visits:write' },
      { keys: ['T'], what: day.today },
      ...gridShortcuts,
    ],
    week: [{ keys: ['T'], what: week.today }, ...gridShortcuts],
    patients: [],
    till: [],
    online: [],
    report: [],
    settings: [],
    apiKeys: [],
    line: (
      [
        { keys: ['G'], what: line.give },
        { keys: ['O'], what: line.start },
        { keys: ['N'], what: keys.callNext },
        { keys: ['↑', '↓'], what: keys.chooseToken },
        ...Object.entries(tokenActions).map(([name, { key }]) => ({
          keys: [key.toUpperCase()],
          what: line.actions[name as keyof typeof tokenActions],
        })),
      ] satisfies ShortcutHelp[]
    ).map((one) => ({ ...one, right: 'queue:write' })),
  }
}

export function KeysHelp({ close }: { close(): void }) {
  const words = useWords()
  const { may } = useWorkspace()
  const matches = useMatches()
  const shortcuts = listShortcuts(words)
  const isShown = ({ to }: MenuEntry) => matches.some(({ fullPath }) => fullPath === to)
  const groups = [
    ...menuEntries
      .filter(({ right }) => may(right))
      .toSorted((a, b) => Number(isShown(b)) - Number(isShown(a)))
      .map(({ word }) => ({ title: words.frame.places[word], keys: shortcuts[word] }))
      .filter(({ keys }) => keys.length > 0),
    { title: words.keys.everywhere, keys: shortcuts.everywhere },
  ]
  return (
    <Dialog title={words.keys.title} close={close} size="lg">
      <div className={classes.groups}>
        {groups.map(({ title, keys }) => (
          <section key={title} aria-label={title}>
            <Title order={3} size="h6">
              {title}
            </Title>
            <dl className={classes.keys}>
              {keys
                .filter(({ right }) => !right || may(right))
                .map(({ keys, what }) => (
                  <div key={`${keys.join(' ')} ${what}`}>
                    <dt dir="ltr">
                      {keys.map((key) => (
                        <Kbd key={key}>{key}</Kbd>
                      ))}
                    </dt>
                    <dd>{what}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

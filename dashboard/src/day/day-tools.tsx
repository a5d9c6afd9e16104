// Further actions for a day: buttons if they fit on one line, otherwise a menu.

import { Button, Menu } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useIsNarrow } from '../ui/narrow.ts'
import { useLanguage } from '../words/words.tsx'
import { PrintButton } from './day-sheet.tsx'
import { type View, ViewSwitch } from './shown-columns.tsx'

interface DayToolsProps {
  /** Whether a panel beside the day takes up part of the width. */
  isPanelOpen: boolean
  /** Whether practitioners can be chosen beside it. */
  hasChoice: boolean
  view: View
  choose(view: View): void
  /** Further actions, with their names. */
  others: readonly { name: string; act(): void }[]
}

/**
 * The width, in pixels, below which a German toolbar, the widest, no longer fits on one line; and
 * the widths of what else may be beside it.
 */
const toolbarWidth = 1100
const panelWidth = 280
const choiceWidth = 170

export function DayTools({
  isPanelOpen,
  hasChoice,
  view,
  choose,
  others: otherActions,
}: DayToolsProps) {
  const { words } = useLanguage()
  const isNarrow = useIsNarrow()
  const minWidth = toolbarWidth + (isPanelOpen ? panelWidth : 0) + (hasChoice ? choiceWidth : 0)
  const isTight = useMediaQuery(`(max-width: ${minWidth}px)`, false, {
    getInitialValueInEffect: false,
  })
  if (!isTight) {
    return (
      <>
        <ViewSwitch view={view} choose={choose} />
        <PrintButton />
        {otherActions.map(({ name, act }) => (
          <Button key={name} size="xs" variant="default" onClick={act}>
            {name}
          </Button>
        ))}
      </>
    )
  }
  const otherView = view === 'grid' ? 'list' : 'grid'
  return (
    <Menu position="bottom-start" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button size="xs" variant="default">
          {words.visit.more}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={words.visit.more}>
        {otherActions.map(({ name, act }) => (
          <Menu.Item key={name} fz="xs" onClick={act}>
            {name}
          </Menu.Item>
        ))}
        {!isNarrow && (
          <Menu.Item fz="xs" onClick={() => choose(otherView)}>
            {words.day[otherView]}
          </Menu.Item>
        )}
        <Menu.Item fz="xs" onClick={() => print()}>
          {words.sheet.print}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

// The menu of a clinic: beside the screen if it fits there, otherwise behind a button.

import { Button, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useWorkspace } from '../api/workspace.tsx'
import { Icon } from '../ui/icon.tsx'
import { ShortLabel } from '../ui/short-label.tsx'
import { useWords } from '../words/words.tsx'
import { type MenuEntry, menuEntries, menuGroups } from './menu-entries.ts'
import classes from './navigation.module.css'

/** What the member may see, by group; an empty group is left out. */
function useAllowedEntries(): { group: MenuEntry['group']; own: MenuEntry[] }[] {
  const { may } = useWorkspace()
  return menuGroups
    .map((group) => ({
      group,
      own: menuEntries.filter((entry) => entry.group === group && may(entry.right)),
    }))
    .filter(({ own }) => own.length > 0)
}

export function Navigation() {
  const words = useWords().frame
  const { workspace } = useWorkspace()
  return (
    <nav className={classes.beside} aria-label={words.menu}>
      {useAllowedEntries().map(({ group, own }) => (
        <Fragment key={group}>
          {group !== 'desk' && <p className={classes.group}>{words.groups[group]}</p>}
          {own.map(({ to, word }) => (
            <Link
              key={to}
              to={to}
              params={{ workspace }}
              className={classes.link}
              activeProps={{ 'aria-current': 'page' }}
            >
              <Icon name={word} />
              {words.places[word]}
            </Link>
          ))}
        </Fragment>
      ))}
    </nav>
  )
}

/** The menu on a phone. */
export function NavigationButton() {
  const words = useWords().frame
  const { workspace } = useWorkspace()
  const entryGroups = useAllowedEntries()
  if (entryGroups.flatMap(({ own }) => own).length < 2) return null
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button variant="default" size="compact-sm" className={classes.button}>
          <ShortLabel icon="menu">{words.menu}</ShortLabel>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {entryGroups.map(({ group, own }) => (
          <Fragment key={group}>
            {group !== 'desk' && <Menu.Label>{words.groups[group]}</Menu.Label>}
            {own.map(({ to, word }) => (
              <Menu.Item
                key={to}
                leftSection={<Icon name={word} />}
                component={Link}
                to={to}
                params={{ workspace } as never}
              >
                {words.places[word]}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

// Icons of Tabler, which Mantine's own examples use. Only the files that are named here get into the
// script.

import bell from '@tabler/icons/outline/bell.svg?raw'
import day from '@tabler/icons/outline/calendar.svg?raw'
import week from '@tabler/icons/outline/calendar-week.svg?raw'
import till from '@tabler/icons/outline/cash-register.svg?raw'
import report from '@tabler/icons/outline/chart-bar.svg?raw'
import online from '@tabler/icons/outline/credit-card.svg?raw'
import apiKeys from '@tabler/icons/outline/key.svg?raw'
import line from '@tabler/icons/outline/list-numbers.svg?raw'
import menu from '@tabler/icons/outline/menu-2.svg?raw'
import search from '@tabler/icons/outline/search.svg?raw'
import settings from '@tabler/icons/outline/settings.svg?raw'
import member from '@tabler/icons/outline/user.svg?raw'
import patients from '@tabler/icons/outline/users.svg?raw'
import classes from './icon.module.css'

const drawings = {
  apiKeys,
  bell,
  day,
  line,
  member,
  menu,
  online,
  patients,
  report,
  search,
  settings,
  till,
  week,
}

/** A picture beside its word, or in its place where the word is only read aloud. */
export function Icon({ name }: { name: keyof typeof drawings }) {
  return (
    <span
      aria-hidden
      className={classes.icon}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a file of a package, part of the build
      dangerouslySetInnerHTML={{ __html: drawings[name] }}
    />
  )
}

import { Loader } from '@mantine/core'
import { useWords } from '../words/words.tsx'
import classes from './delayed-loader.module.css'

/** Shown only if something takes long; a brief flash would only distract. */
export function DelayedLoader() {
  const words = useWords().frame
  return (
    <div className={classes.late} role="status" aria-label={words.loading}>
      <Loader size="sm" />
    </div>
  )
}

// What integrators need beside keys: the API reference, the tag of the booking element, and the tools of a sandbox.

import { Code } from '@mantine/core'
import { useOperation, useWorkspace } from '../api/workspace.tsx'
import { useWords } from '../words/words.tsx'
import { Card } from './card.tsx'
import classes from './developers.module.css'
import { useService } from './queries.ts'
import { useDeveloperWords } from './words.ts'

export function Help() {
  const words = useDeveloperWords()
  const { frame } = useWords()
  const { mode, may } = useWorkspace()
  const { reference } = useService()
  const origin = reference?.replace(/\/docs$/, '')
  return (
    <Card title={words.help}>
      {origin !== undefined && (
        <ul className={classes.links}>
          <Outside href={`${origin}/docs`} text={words.reference} />
          <Outside href={`${origin}/openapi.json`} text={words.openApi} />
        </ul>
      )}
      {may('setup:read') && <Embed />}
      {mode === 'sandbox' && <p className={classes.soft}>{words.sandboxText(frame.sandbox)}</p>}
    </Card>
  )
}

/** Nothing if the clinic has no booking page. */
function Embed() {
  const words = useDeveloperWords()
  const { data } = useOperation('workspace-embed', { svg: false })
  if (!data) return null
  return (
    <>
      <ul className={classes.links}>
        <Outside href={data.page} text={words.bookingPage} />
      </ul>
      {data.tag !== null && (
        <details className={classes.more}>
          <summary>{words.embed}</summary>
          <p className={classes.soft}>{words.embedText}</p>
          <Code block dir="ltr" className={classes.tag}>
            {data.tag}
          </Code>
        </details>
      )}
    </>
  )
}

function Outside({ href, text }: { href: string; text: string }) {
  return (
    <li>
      <a href={href} target="_blank" rel="noreferrer" className={classes.link}>
        {text}
      </a>
    </li>
  )
}

// What integrators need besides keys: the API reference, the tag of the booking element, and a
// sandbox's tools.

import { Code } from '@mantine/core'
import { useOperation, useWorkspace } from '../api/workspace.tsx'
import { useWords } from '../words/words.tsx'
import { KeySection } from './card.tsx'
import classes from './keys.module.css'
import { useServiceInfo } from './queries.ts'
import { useDeveloperWords } from './words.ts'

export function DeveloperHelp() {
  const words = useDeveloperWords()
  const { frame } = useWords()
  const { mode, may } = useWorkspace()
  const { reference } = useServiceInfo()
  const origin = reference?.replace(/\/docs$/, '')
  return (
    <KeySection title={words.help}>
      {origin !== undefined && (
        <ul className={classes.links}>
          <ExternalLink href={`${origin}/docs`} text={words.reference} />
          <ExternalLink href={`${origin}/openapi.json`} text={words.openApi} />
        </ul>
      )}
      {may('setup:read') && <EmbedCode />}
      {mode === 'sandbox' && <p className={classes.soft}>{words.sandboxText(frame.sandbox)}</p>}
    </KeySection>
  )
}

/** Shows nothing if the clinic has no booking page. */
function EmbedCode() {
  const words = useDeveloperWords()
  const { data } = useOperation('workspace-embed', { svg: false })
  if (!data) return null
  return (
    <>
      <ul className={classes.links}>
        <ExternalLink href={data.page} text={words.bookingPage} />
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

function ExternalLink({ href, text }: { href: string; text: string }) {
  return (
    <li>
      <a href={href} target="_blank" rel="noreferrer" className={classes.link}>
        {text}
      </a>
    </li>
  )
}

// A token's slip: its number, the place, and a code that opens the patient's own page. It fits on
// paper 80 mm wide, and prints on any paper.

import { Button, CloseButton, Group, Title } from '@mantine/core'
import { renderSVG } from 'uqr'
import { useWorkspace } from '../api/workspace.tsx'
import { DeskMoney } from '../ui/desk-money.tsx'
import { useIsNarrow } from '../ui/narrow.ts'
import { dateText } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'
import type { Queue, Token } from './queries.ts'
import classes from './queue.module.css'

interface SlipPanelProps {
  token: Token
  queue: Queue
  date: string
  /** The public address of the service. */
  publicUrl: string
  close(): void
  another(): void
}

export function SlipPanel({
  token,
  queue,
  date,
  publicUrl,
  close,
  another: onNext,
}: SlipPanelProps) {
  const { words, locale } = useLanguage()
  const { member } = useWorkspace()
  const { position, wait } = token
  const link = `${publicUrl}/queue/${token.publicStatusToken}`
  return (
    <>
      <Group justify="space-between" className={classes.unprinted} mb="sm">
        <Group gap="xs">
          <Button onClick={() => print()} autoFocus>
            {words.account.print}
          </Button>
          <Button variant="default" onClick={onNext}>
            {words.line.another}
          </Button>
        </Group>
        <CloseButton aria-label={words.visit.close} onClick={close} />
      </Group>
      {token.payableAmount > 0 && (
        <section className={`${classes.money} ${classes.unprinted}`} aria-label={words.visit.money}>
          <DeskMoney owed={token} />
        </section>
      )}
      <article className={classes.slip} aria-label={words.line.slip}>
        <p className={classes.slipClinic}>{member.title}</p>
        <Title order={useIsNarrow() ? 1 : 2} className={classes.slipNumber}>
          {token.tokenDisplay}
        </Title>
        {position !== null && (
          <p className={classes.slipPlace}>
            {position === 1 ? words.line.isNext : words.line.ahead(position - 1)}
          </p>
        )}
        {wait && <p>{words.line.wait(wait.fromMinutes, wait.toMinutes)}</p>}
        <img
          className={classes.code}
          src={`data:image/svg+xml,${encodeURIComponent(renderSVG(link, { ecc: 'M', border: 2 }))}`}
          alt={words.line.codeAlt}
        />
        <p>{words.line.scan}</p>
        <p className={classes.slipFoot}>
          {queue.doctorName}
          <br />
          {dateText(date, locale)} · <bdi dir="ltr">{`${queue.startTime}–${queue.endTime}`}</bdi>
        </p>
      </article>
    </>
  )
}

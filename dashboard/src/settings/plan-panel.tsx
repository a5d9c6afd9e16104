// Shows the input before it is applied: the changes, the visits that lose their place, and who has
// changed the settings in the meantime.

import { Button, Checkbox, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Refusal } from '../api/call.ts'
import { useChange, useOperationOnce, useWorkspace } from '../api/workspace.tsx'
import { Card } from '../ui/card.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import type { useDraft } from './draft.ts'
import { DifferenceList, LostVisits } from './plan.tsx'
import classes from './settings.module.css'
import { useMistakeText, usePathText } from './settings-text.tsx'
import { useSettingsLanguage } from './words.ts'

/**
 * Moves the focus to new content, once: React calls a ref again only if it is a different function.
 */
const focusOn = (element: HTMLElement | null) => element?.focus()

interface PlanPanelProps {
  draft: ReturnType<typeof useDraft>
  /** Called with the new version. */
  onApplied(version: number): void
}

export function PlanPanel({ draft, onApplied }: PlanPanelProps) {
  const { words } = useSettingsLanguage()
  const { workspace } = useWorkspace()
  const client = useQueryClient()
  const [withUpcomingVisits, setWithUpcomingVisits] = useState(false)
  const [isTried, setIsTried] = useState(false)
  const plan = useOperationOnce('settings-change', () => undefined)
  const apply = useChange('settings-change')
  const { version } = draft
  const mistakeText = useMistakeText()
  const edits = draft.edits.map(({ path, value }) => ({
    path,
    ...(value !== undefined && { value }),
  }))
  const currentInput = JSON.stringify({ version, edits })
  const matchesInput = (request: typeof plan.variables) =>
    request !== undefined &&
    JSON.stringify({ version: request.version, edits: request.edits }) === currentInput
  // Messages about other input are no longer shown.
  const currentPlan = matchesInput(plan.variables) ? plan.data : undefined
  const applyRefusal = matchesInput(apply.variables) ? apply.error : null
  const planRefusal = matchesInput(plan.variables) ? plan.error : null
  const refusal = applyRefusal ?? planRefusal
  const isOutdated = refusal?.code === 'SETTINGS_CONFLICT'
  const hasRemovedWithVisits = (currentPlan?.removedWithVisits.length ?? 0) > 0
  const requestPlan = () =>
    plan.mutate(
      { version, edits, withUpcomingVisits: true, dryRun: true },
      {
        onSuccess: () => draft.reportMistakes([]),
        onError: ({ mistakes }) => draft.reportMistakes(mistakes.map(mistakeText)),
      },
    )
  const isApplicable = !isOutdated && (currentPlan?.differences.length ?? 0) > 0
  function applyPlan() {
    setIsTried(true)
    if (hasRemovedWithVisits && !withUpcomingVisits) return
    apply.mutate(
      { version, edits, withUpcomingVisits, dryRun: false },
      {
        onSuccess: (applied) => {
          draft.discard()
          onApplied(applied.version)
        },
      },
    )
  }
  function rebaseDraft() {
    void client.invalidateQueries({ queryKey: [workspace] })
    draft.goOn(Number(refusal?.details.version))
  }
  return (
    <>
      {(currentPlan || refusal) && (
        <Card title={words.settings.planned} isSpaced ref={focusOn}>
          {isOutdated ? (
            <MeanwhileChanges refusal={refusal} onContinue={rebaseDraft} />
          ) : (
            <MistakeList refusal={refusal} />
          )}
          {currentPlan && !isOutdated && (
            <>
              <DifferenceList differences={currentPlan.differences} />
              <LostVisits outcome={currentPlan} />
              {hasRemovedWithVisits && (
                <Checkbox
                  size="xs"
                  label={words.settings.withUpcomingVisits}
                  error={isTried && !withUpcomingVisits && words.settings.tickFirst}
                  checked={withUpcomingVisits}
                  onChange={({ currentTarget }) => setWithUpcomingVisits(currentTarget.checked)}
                />
              )}
            </>
          )}
        </Card>
      )}
      <section className={classes.bar} aria-label={words.settings.plan}>
        <strong role="status">{words.settings.typed(draft.edits.length)}</strong>
        <Group gap="xs">
          {isApplicable && (
            <Button size="xs" loading={apply.isPending} onClick={applyPlan}>
              {words.settings.apply}
            </Button>
          )}
          <Button
            size="xs"
            loading={plan.isPending}
            variant={isApplicable ? 'default' : 'filled'}
            onClick={requestPlan}
          >
            {words.settings.showPlan}
          </Button>
          <Button size="xs" variant="default" onClick={draft.discard}>
            {words.settings.discard}
          </Button>
        </Group>
      </section>
    </>
  )
}

/**
 * What is wrong with the input, each with where it is in the forms. `isOfFile`: in a file that was
 * chosen, which someone wrote by hand or in another program.
 */
export function MistakeList({
  refusal,
  isOfFile = false,
}: {
  refusal: Refusal | null
  isOfFile?: boolean
}) {
  const pathText = usePathText()
  const mistakeText = useMistakeText()
  if (!refusal || refusal.mistakes.length === 0) return <RefusalNote refusal={refusal} />
  return (
    <RefusalNote refusal={refusal}>
      <ul className={classes.plain}>
        {refusal.mistakes
          .map((mistake) => (isOfFile ? mistake : mistakeText(mistake)))
          .map(({ path, reason }) => (
            <li key={`${path} ${reason}`}>
              <bdi>{pathText(path.split('.'))}</bdi>:{' '}
              <span lang={isOfFile ? 'en' : undefined}>{reason}</span>
            </li>
          ))}
      </ul>
    </RefusalNote>
  )
}

/** Shown when there is a newer version: its changes are shown, and the input is kept (SETUP-03). */
function MeanwhileChanges({ refusal, onContinue }: { refusal: Refusal; onContinue(): void }) {
  const { words } = useSettingsLanguage()
  const pathText = usePathText()
  const { by, changed } = refusal.details as { by?: string; changed?: readonly string[] }
  return (
    <RefusalNote refusal={refusal} title={words.settings.changedSince(by ?? '')}>
      <ul className={classes.plain}>
        {changed?.map((path) => (
          <li key={path}>
            <bdi>{pathText(path.split('.'))}</bdi>
          </li>
        ))}
      </ul>
      <Text size="sm">{words.settings.reloadHint}</Text>
      <Button size="xs" variant="default" onClick={onContinue}>
        {words.settings.lookAgain}
      </Button>
    </RefusalNote>
  )
}

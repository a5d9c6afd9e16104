// Members of the staff who are not practitioners, the roles, the invitations and all open links.

import { Button, Group, Text } from '@mantine/core'
import { useChange, useOperation, useOperationOnce, useWorkspace } from '../api/workspace.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import type { Draft } from './draft.ts'
import { NamedThings } from './named-things.tsx'
import type { Schema } from './schema.ts'
import classes from './settings.module.css'
import { useSettingsLanguage } from './words.ts'

export function Staff({ schema, draft }: { schema: Schema; draft: Draft }) {
  const { may } = useWorkspace()
  const { words } = useSettingsLanguage()
  if (!may('staff:write')) return <p className={classes.soft}>{words.settings.staffNotAllowed}</p>
  return (
    <>
      <NamedThings
        schema={schema}
        draft={draft}
        of="staff"
        beside={(name) => <InviteForm name={name} />}
      />
      <OpenLinksList />
      <NamedThings schema={schema} draft={draft} of="roles" />
    </>
  )
}

/** A link with which a member chooses how to sign in; it is created once the member exists. */
function InviteForm({ name }: { name: string }) {
  const { words } = useSettingsLanguage()
  const { data = [] } = useOperation('staff-list', {})
  const links = useOperation('staff-links', {})
  const invite = useOperationOnce('staff-invite', () => links.refetch())
  const member = data.find(({ fileName }) => fileName === name)
  if (!member) return <p className={classes.soft}>{words.settings.inviteAfter}</p>
  return (
    <div className={classes.invite}>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          loading={invite.isPending}
          disabled={member.email === null}
          onClick={() => invite.mutate({ id: member.id, byMail: true })}
        >
          {words.settings.inviteByMail}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          loading={invite.isPending}
          onClick={() => invite.mutate({ id: member.id })}
        >
          {words.settings.invite}
        </Button>
      </Group>
      {member.email === null && <p className={classes.soft}>{words.settings.inviteNeedsEmail}</p>}
      {invite.data && (
        <Text size="sm" role="status">
          {invite.data.mail !== null && words.settings.inviteMail[invite.data.mail]}
          {invite.data.mail !== 'SENT' && (
            <>
              {' '}
              {words.settings.invited} <code className={classes.link}>{invite.data.url}</code>{' '}
              <CopyButton value={invite.data.url} text={words.settings.firstSteps.copyPage} />
            </>
          )}
        </Text>
      )}
      {invite.data?.mailError && <p lang="en">{invite.data.mailError}</p>}
      <RefusalNote refusal={invite.error} />
    </div>
  )
}

/** The links that someone could still use, including those of practitioners. */
function OpenLinksList() {
  const { locale, words } = useSettingsLanguage()
  const { data = [], error } = useOperation('staff-links', {})
  const revoke = useChange('staff-link-revoke')
  const dateTimeFormat = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  const { openLinks, linkPurposes, linkUntil, linkCreatedBy, revokeLink } = words.settings
  if (data.length === 0 && !error) return null
  return (
    <Card title={openLinks} isSpaced>
      {data.map(({ id, userId, name, purpose, madeBy, expiresAt }) => (
        <Group key={id} justify="space-between" wrap="nowrap">
          <div className={classes.link}>
            <Text size="sm">{`${name}: ${linkPurposes[purpose]}`}</Text>
            <Text size="xs" c="dimmed">
              {[
                linkUntil(dateTimeFormat.format(new Date(expiresAt))),
                madeBy && linkCreatedBy(madeBy),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </div>
          <Button
            size="compact-sm"
            variant="default"
            flex="none"
            aria-label={`${revokeLink}: ${name}`}
            onClick={() => revoke.mutate({ id: userId, link: id })}
          >
            {revokeLink}
          </Button>
        </Group>
      ))}
      <RefusalNote refusal={error ?? revoke.error} />
    </Card>
  )
}

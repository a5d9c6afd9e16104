// Members of the staff who are not practitioners, the roles, and invitations.

import { Button, Text } from '@mantine/core'
import { useOnce, useOperation, useWorkspace } from '../api/workspace.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import type { Draft } from './draft.ts'
import { NamedThings } from './named-things.tsx'
import type { Schema } from './schema.ts'
import classes from './setup.module.css'
import { useSettingsLanguage } from './words.ts'

export function Staff({ schema, draft }: { schema: Schema; draft: Draft }) {
  const { may } = useWorkspace()
  const { words } = useSettingsLanguage()
  if (!may('staff:write')) return <p className={classes.soft}>{words.settings.staffNotAllowed}</p>
  return (
    <>
      <NamedThings schema={schema} draft={draft} of="staff" beside={(name) => <Invite name={name} />} />
      <NamedThings schema={schema} draft={draft} of="roles" />
    </>
  )
}

/** A link by which a member chooses how to sign in; made once the member exists. */
function Invite({ name }: { name: string }) {
  const { words } = useSettingsLanguage()
  const { data = [] } = useOperation('staff-list', {})
  const invite = useOnce('staff-invite', () => undefined)
  const member = data.find(({ fileName }) => fileName === name)
  if (!member) return <p className={classes.soft}>{words.settings.inviteAfter}</p>
  return (
    <div className={classes.invite}>
      <Button size="compact-sm" variant="default" loading={invite.isPending} onClick={() => invite.mutate({ id: member.id })}>
        {words.settings.invite}
      </Button>
      {invite.data && (
        <Text size="sm" role="status">
          {words.settings.invited} <code className={classes.link}>{invite.data.url}</code>
        </Text>
      )}
      <RefusalNote refusal={invite.error} />
    </div>
  )
}

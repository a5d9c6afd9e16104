// The public name of a practitioner, on screens, pages, notices and receipts: one rule, in code and
// in SQL.

/**
 * The public name of a practitioner, from the published profile, otherwise from the staff list. A
 * profile that is not published is not passed.
 */
export function resolvePublicName({
  profile,
  displayName,
}: {
  profile: { name: string } | null
  displayName: string
}): string {
  return profile?.name ?? displayName
}

/** The SQL expression for that name, given the alias of `users`. */
export const publicNameSql = (alias: string) => `coalesce((
      select published.name from public_profiles published
      where published.workspace_id = ${alias}.workspace_id and published.user_id = ${alias}.id and published.published
    ), ${alias}.display_name)`
